import { spawn } from 'node:child_process';
import { z } from 'zod';
import type { JobErrorName, JobFailure } from './failure.ts';
import type { JobLog } from './ports.ts';

// Tells somebody that a job failed: a command gets the alert as JSON on its standard input, an address by POST. An alert holds
// the product's own words, as its sender is told them, and no page text, no parameter and no secret.

export const JobAlert = z.strictObject({
  schema: z.literal('localagent.job-alert.v1'),
  at: z.iso.datetime(),
  worker: z.string(),
  channel: z.string(),
  error: z.string(),
  cause: z.string(),
  run_id: z.string().nullable(),
  /** The folder of the run on the worker: report, log, and the picture of the page where it stopped. */
  run_folder: z.string().nullable(),
  screenshot: z.string().nullable(),
});
export type JobAlert = z.infer<typeof JobAlert>;

const sendMs = 15_000;
/** Alerts within the window; a worker whose portal is down must not bury whoever is told. */
const alertsMax = 20;
const windowMs = 600_000;

/** What the sender of a job has to mend; nobody at the worker can. */
const sendersOwn: ReadonlySet<string> = new Set(
  (
    [
      'BadPayload',
      'PayloadTooLarge',
      'InstructionsNotAccepted',
      'SecretByValue',
      'UnknownTemplate',
      'KeyConflict',
      'BadParameters',
      'Cancelled',
      'ShuttingDown',
    ] satisfies JobErrorName[]
  ).map((name) => `LocalAgent.${name}`),
);

export type AlertMeans = Readonly<{
  command: readonly string[] | null;
  url: string | null;
  worker: string;
  log: JobLog;
  now: () => number;
  /** The folder of a run, and the picture in it once it is there. */
  runFiles: (runId: string) => Promise<{ readonly folder: string; readonly screenshot: string | null }>;
}>;

export type FailedJob = JobFailure & { readonly channel: string; readonly run_id: string | null };

/** Sends alerts in the background; what keeps one from being sent is in the log, and keeps no job from going on. */
export function createAlerts(means: AlertMeans): (failed: FailedJob) => Promise<void> {
  const { command, url, log, now } = means;
  const sent: number[] = [];
  return async (failed) => {
    if ((command === null && url === null) || sendersOwn.has(failed.error)) return;
    while ((sent[0] ?? Number.POSITIVE_INFINITY) < now() - windowMs) sent.shift();
    if (sent.length >= alertsMax)
      return log('alert.held_back', { error: failed.error, run_id: failed.run_id });
    sent.push(now());
    const text = JSON.stringify(await alertOf(failed, means));
    const ends = await Promise.all([
      ...(command === null ? [] : [runCommand(command, text)]),
      ...(url === null ? [] : [post(url, text)]),
    ]);
    for (const why of ends) {
      if (why === null) log('alert.sent', { error: failed.error, run_id: failed.run_id });
      else log('alert.failed', { why, run_id: failed.run_id });
    }
  };
}

async function alertOf(failed: FailedJob, { worker, now, runFiles }: AlertMeans): Promise<JobAlert> {
  const files = failed.run_id === null ? null : await runFiles(failed.run_id);
  return {
    schema: 'localagent.job-alert.v1',
    at: new Date(now()).toISOString(),
    worker,
    ...failed,
    run_folder: files?.folder ?? null,
    screenshot: files?.screenshot ?? null,
  };
}

/** Null: it was told; else why not. No shell is in between. */
function runCommand([program = '', ...args]: readonly string[], text: string): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['pipe', 'ignore', 'ignore'],
      timeout: sendMs,
      windowsHide: true,
    });
    child.once('error', (error) => resolve(`the command could not be started: ${error.message}`));
    child.once('close', (code, signal) =>
      resolve(code === 0 ? null : `the command ended with ${code ?? signal}`),
    );
    // A command that does not read its input has ended by itself, which is told above.
    child.stdin.on('error', () => undefined);
    child.stdin.end(text);
  });
}

async function post(url: string, body: string): Promise<string | null> {
  try {
    const headers = { 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(sendMs);
    const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
    await answer.body?.cancel();
    return answer.ok ? null : `the address answered ${answer.status}`;
  } catch (error) {
    return `the address could not be reached: ${error instanceof Error ? error.name : 'unknown'}`;
  }
}
