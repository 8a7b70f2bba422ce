import { type Fault, fault } from '../../shared/faults.ts';
import type { RunView } from '../../shared/run.ts';

type CutOff = { readonly status: 'failed' | 'outcome_unknown'; readonly output: null; readonly fault: Fault };

/** How a run ends that a crash of LocalAgent cut off; `isLatched`: an act was under way. Objectives do not go on. */
export function cutOff(isLatched: boolean, isObjective: boolean): CutOff {
  const hint = 'Look at the site before running it again; nothing is repeated by itself.';
  const detail = { cut_off: true };
  if (isLatched) {
    const message = 'LocalAgent was ended while an act was under way; whether it took effect is not known.';
    const unknown = fault('outcome-unknown', message, hint, detail);
    return { status: 'outcome_unknown', output: null, fault: unknown };
  }
  const message = 'LocalAgent was ended during the run; no act was under way.';
  const goOn = 'Where it is safe, `localagent run --resume RUN` goes on from there.';
  const next = isObjective ? hint : `${hint} ${goOn}`;
  return { status: 'failed', output: null, fault: fault('internal', message, next, detail) };
}

/** Whether it was a crash, of LocalAgent or of the browser, that ended the run, and not anything that the run met. */
export function wasCutOff({ ended_at, objective, fault: end }: RunView): boolean {
  if (ended_at === null || objective !== undefined || end === null) return false;
  return end.detail?.['cut_off'] === true || end.code === 'browser-gone';
}
