import { tools } from '../../../shared/tools/index.ts';
import type { StepCall } from '../mended-call.ts';
import type { Means, StepWork } from '../perform-step.ts';
import { selectorPlaces } from '../selector-places.ts';
import type { StepCalls } from '../step-calls.ts';
import { lookAtPage, type Read } from './look-at-page.ts';
import { elementsOf } from './read-elements.ts';
import { takeFingerprint } from './take-fingerprint.ts';

/** How long a selector has to be there before what it means is written down. */
const patienceMs = 5000;

/**
 * The step's calls; what each of the step's selectors means is looked at before an act and after a read, and told once. What
 * cannot be looked at is not written down.
 */
export function recordSelectors(work: StepWork, calls: StepCalls, means: Means, call: StepCall): StepCall {
  const declaration = tools.get(work.step.tool);
  const wanted = declaration === undefined ? [] : selectorPlaces(declaration, work.args);
  const told = new Set<string>();
  const read: Read = (tool, args) => calls.read(tool, args);
  const record = async (tool: string, args: Readonly<Record<string, unknown>>): Promise<void> => {
    const primitive = tools.get(tool);
    if (primitive === undefined) return;
    for (const { choices } of selectorPlaces(primitive, args)) {
      const one = wanted.find((place) => place.choices[0] === choices[0]);
      if (one === undefined || told.has(one.place)) continue;
      const print = await printOf(choices[0] ?? '', primitive.acts, read, work);
      if (print === null) continue;
      told.add(one.place);
      means.emit({ type: 'selector.recorded', step_id: work.step.id, place: one.place, print });
    }
  };
  return async (tool, args) => {
    const acts = tools.get(tool)?.acts === true;
    if (acts) await record(tool, args);
    const answer = await call(tool, args);
    if (!acts && answer.ok && args['state'] !== 'hidden') await record(tool, args);
    return answer;
  };
}

async function printOf(selector: string, acts: boolean, read: Read, work: StepWork) {
  if (acts) await read('wait', { selector, state: 'visible', timeout_ms: patienceMs });
  const seen = await elementsOf(read, selector);
  const [only, ...more] = seen?.elements ?? [];
  if (only === undefined || more.length > 0) return null;
  const page = await lookAtPage(read);
  if (!page.ok) return null;
  const found = page.value.candidates.find(({ ref }) => ref === only.ref);
  return found === undefined ? null : takeFingerprint(found, page.value.url, work.values ?? {});
}
