import { attempt, raise } from '../../../shared/faults.ts';
import type { hover as declaration } from '../../../shared/tools/hover.ts';
import type { Behaviour } from '../page.ts';
import { askEngine, pause, stopIfCancelled } from './ask-engine.ts';
import { movePointer } from './mouse.ts';

/** How long something may take to appear under the pointer. */
const appearMs = 700;
const pollMs = 70;

export const hover: Behaviour<typeof declaration> = async (page, _args, targets, context) => {
  const target = targets[0];
  if (target === undefined) return raise('internal', 'There is nothing to hover over.', 'Propose it again.');
  const frameId = target.description.frame.id;
  await askEngine(page, frameId, 'appearing', {}, context.deadline);
  const arrival = await movePointer(page, target, context);
  const until = Math.min(context.deadline, Date.now() + appearMs);
  let appeared: string[] = [];
  while (!arrival.left && !arrival.dialog && appeared.length === 0 && Date.now() < until) {
    stopIfCancelled(context.signal);
    await pause(pollMs, context.signal);
    const seen = await attempt(() => askEngine(page, frameId, 'appeared', {}, context.deadline));
    if (!seen.ok) break;
    appeared = seen.value.appeared;
  }
  return { result: { delivered: arrival.delivered, appeared }, verified: false };
};
