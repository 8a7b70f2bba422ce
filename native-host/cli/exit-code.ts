import type { RunView } from '../../shared/run.ts';

/** What the command line's exit code says. Scripts rely on these numbers. */
export const exitCode = {
  done: 0,
  failed: 1,
  wrong_usage: 2,
  refused: 3,
  outcome_unknown: 4,
  interrupted: 130,
} as const;
export type ExitCode = (typeof exitCode)[keyof typeof exitCode];

/** A run's end as an exit code; `interrupted` is for a run that Ctrl+C cancelled, by whichever road it ended. */
export function exitCodeOf(status: RunView['status'], interrupted: boolean): ExitCode {
  if (status === 'outcome_unknown') return exitCode.outcome_unknown;
  if (interrupted || status === 'cancelled') return exitCode.interrupted;
  if (status === 'refused') return exitCode.refused;
  return status === 'succeeded' ? exitCode.done : exitCode.failed;
}
