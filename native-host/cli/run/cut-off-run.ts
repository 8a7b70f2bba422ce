import type { RunView } from '../../../shared/run.ts';
import { faultError, wrongUsage } from '../command-error.ts';
import type { Authority } from '../parts.ts';

const listMs = 10_000;
const runsListed = 200;

/** The run that `--resume` names: by its name, by the beginning of one that no other run has, or `last`, the newest of a template. */
export async function cutOffRun(authority: Authority, name: string): Promise<RunView> {
  const listed = await authority.call('run.list', { limit: runsListed }, { timeoutMs: listMs });
  if (!listed.ok) throw faultError(listed.fault, 'in the list of runs');
  const runs = listed.value.runs.filter(({ objective }) => objective === undefined);
  const fitting = name === 'last' ? runs.slice(0, 1) : runs.filter(({ run_id: id }) => id.startsWith(name));
  const [run, other] = fitting;
  if (run !== undefined && other === undefined) return run;
  const message = run === undefined ? `There is no run "${name}".` : `Several runs begin with "${name}".`;
  throw wrongUsage(message, 'in --resume', 'See `localagent report list`.');
}
