import { attempt, raise } from '../../../shared/faults.ts';
import type { click as declaration } from '../../../shared/tools/click.ts';
import type { Behaviour, CallContext, Page, ResolvedTarget } from '../page.ts';
import { askEngine, numberOfRef } from './ask-engine.ts';
import { type Arrival, clickTarget } from './mouse.ts';

export const click: Behaviour<typeof declaration> = async (page, args, targets, context) => {
  const target = targets[0];
  if (target === undefined) return raise('internal', 'The click has no target.', 'Propose the click again.');
  if (target.description.tag === 'option') return chooseOption(page, target, context);
  await noteBefore(page, target, context);
  const { button, count, modifiers } = args;
  const arrival = await clickTarget(page, target, { button, count, modifiers }, context);
  return {
    result: { delivered: arrival.delivered, effects: await effectsOf(page, target, arrival, context) },
    // A click that arrived has not yet shown that it did what it was meant for.
    verified: false,
  };
};

export async function noteBefore(page: Page, target: ResolvedTarget, context: CallContext): Promise<void> {
  const { ref, frame } = target.description;
  await askEngine(page, frame.id, 'before', { ref: numberOfRef(ref) }, context.deadline);
}

/**
 * What the input changed as far as it shows at once; the call's own result tells navigation, pages and
 * dialogs.
 */
export async function effectsOf(
  page: Page,
  target: ResolvedTarget,
  arrival: Arrival,
  context: CallContext,
): Promise<string[]> {
  if (arrival.dialog) return ['dialog opened'];
  if (arrival.left) return ['navigated'];
  const read = await attempt(() =>
    askEngine(page, target.description.frame.id, 'effects', {}, context.deadline),
  );
  if (read.ok) return read.value.effects;
  return read.fault.code === 'dialog-open' ? ['dialog opened'] : ['navigated'];
}

/** An option of a native choice is drawn by the browser, not by the page: it is chosen, not clicked. */
async function chooseOption(page: Page, target: ResolvedTarget, context: CallContext) {
  const { ref, frame } = target.description;
  const answer = await askEngine(
    page,
    frame.id,
    'option_choose',
    { ref: numberOfRef(ref) },
    context.deadline,
  );
  if (!answer.set)
    raise('not-actionable', 'The option cannot be chosen.', 'Choose another one.', { why: answer.reason });
  return { result: { delivered: true, effects: ['selection changed'] }, verified: true };
}
