import type { Parts } from './parts.ts';

type Stopped = { readonly runs: number; readonly calls: number };

/**
 * Ends runs, and calls of command lines and MCP clients: in one browser, or in all. Each run still writes its report, which says who
 * stopped it.
 */
export function stopWork(
  { runs, openCalls }: Pick<Parts, 'runs' | 'openCalls'>,
  by: string,
  profile: string | null,
): Stopped {
  const meant = runs.current.filter((run) => profile === null || run.profile === profile);
  const stopped = meant.filter(({ run_id }) => stopRun({ runs }, run_id, by));
  return { runs: stopped.length, calls: openCalls.stop(profile) };
}

/** Ends one run; false when it does not go on. */
export function stopRun({ runs }: Pick<Parts, 'runs'>, runId: string, by: string): boolean {
  if (!runs.current.some((run) => run.run_id === runId)) return false;
  const stopped = runs.cancel(runId);
  if (stopped) runs.record(runId, { type: 'note', text: `Stopped by the person (${by}).` });
  return stopped;
}
