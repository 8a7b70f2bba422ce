import { attempt, type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import { tools } from '../../shared/tools/index.ts';
import type { Means, StepWork } from './perform-step.ts';
import { SelectorMender } from './repair/mend-selectors.ts';
import { recordSelectors } from './repair/record-selectors.ts';
import type { StepCalls } from './step-calls.ts';

type Answer = Result<Readonly<Record<string, unknown>>>;
export type StepCall = (tool: string, args: Readonly<Record<string, unknown>>) => Promise<Answer>;

/**
 * The step's calls, with selectors mended where they find nothing or too much: before an act by looking, after a read by
 * reading once more. Nothing that may have acted is done again.
 */
export function mendedCall(work: StepWork, calls: StepCalls, means: Means): StepCall {
  const { step, tracked = [] } = work;
  const recording = means.record === true;
  if (tracked.length === 0 && !recording) return (tool, args) => calls.call(tool, args);
  const mender = new SelectorMender({
    stepId: step.id,
    tracked,
    mended: means.mended ?? new Map(),
    read: (tool, args) => calls.read(tool, args),
    now: () => calls.worked(),
    pause: (ms) => means.clock.sleep(ms, means.signal),
    repaired: (repair) => means.emit({ type: 'selector.repaired', repair }),
    note: (text) => means.emit({ type: 'note', text: `In "${step.title}" ${text}` }),
  });
  const mended =
    tracked.length === 0 ? plain(calls) : mending(mender, calls, means.patterns[step.tool] !== undefined);
  return recording ? recordSelectors(work, calls, means, mended) : mended;
}

function plain(calls: StepCalls): StepCall {
  return (tool, args) => calls.call(tool, args);
}

function mending(mender: SelectorMender, calls: StepCalls, inPattern: boolean): StepCall {
  let mayLook: Promise<boolean> | null = null;
  return async (tool, args) => {
    mayLook ??= calls.mayLook();
    if (!(await mayLook)) return calls.call(tool, args);
    const acts = tools.get(tool)?.acts === true;
    const ready = acts ? await attempt(() => mender.ready(tool, args)) : ok(mender.current(tool, args));
    if (!ready.ok) return ready;
    const given = ready.value;
    const changed = JSON.stringify(given) !== JSON.stringify({ ...args });
    const answer = await calls.call(tool, given, { mended: acts && changed });
    if (acts) return answer;
    const strays = tool === 'wait' && inPattern && answer.ok && (await mender.strayed(tool, args));
    if (!strays && !foundNothing(tool, args, answer)) return answer;
    const other = await mender.other(tool, args);
    if (other !== null) return calls.call(tool, other);
    if (strays) return failed(otherThing());
    return answer.ok && mender.doubt !== null ? failed(notToTell(mender.doubt)) : answer;
  };
}

// An empty answer would be taken for a fact, such as that there is no further page.
function notToTell(doubt: string): Fault {
  return fault(
    'ambiguous',
    `Whether it is there cannot be told: ${doubt}.`,
    'Look at the page, and mend the selector in the template.',
  );
}

function otherThing(): Fault {
  return fault('timeout', 'What is there is not what it was.', 'Wait for it, or look at the page.');
}

const lost: ReadonlySet<Fault['code']> = new Set<Fault['code']>(['not-found', 'timeout', 'ambiguous']);

// That something is gone is found out by not finding it.
function foundNothing(tool: string, args: Readonly<Record<string, unknown>>, answer: Answer): boolean {
  if (args['state'] === 'hidden') return false;
  if (answer.ok) return tool === 'get_elements' && answer.value['count'] === 0;
  return lost.has(answer.fault.code);
}
