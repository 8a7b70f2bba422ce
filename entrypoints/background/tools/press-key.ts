import { raise } from '../../../shared/faults.ts';
import type { pressKey as declaration } from '../../../shared/tools/press-key.ts';
import type { Behaviour, CallContext, Page, ResolvedTarget } from '../page.ts';
import { askEngine, numberOfRef } from './ask-engine.ts';
import { childrenOf, pickChild } from './child-frames.ts';
import { parseCombination } from './key-table.ts';
import { pressCombination, typeText } from './keyboard.ts';
import { withProof } from './mouse.ts';

const framesDeepMax = 20;

export const pressKey: Behaviour<typeof declaration> = async (page, args, targets, context) => {
  const target = targets[0] ?? null;
  const combination = args.key === undefined ? null : parseCombination(args.key);
  if (args.key !== undefined && combination === null) {
    raise(
      'bad-arguments',
      `${JSON.stringify(args.key)} is not a key.`,
      'Use a name like Enter, Tab, ArrowDown, F5, a character, or a combination like Control+A; ' +
        '"text" types a text.',
    );
  }
  if (target !== null) await focusTarget(page, target, context);
  const frameId = target?.description.frame.id ?? (await focusedFrame(page, context.deadline));
  const firstIsText = combination === null && !/^[\x20-\x7e\n\t]/.test(args.text ?? '');
  const arrival = await withProof(
    page,
    target,
    firstIsText ? 'text' : 'key',
    context.deadline,
    async () => {
      if (combination !== null) await pressCombination(page, combination);
      else await typeText(page, args.text ?? '', context.signal);
    },
    frameId,
  );
  return { result: { delivered: arrival.delivered }, verified: false };
};

async function focusTarget(page: Page, target: ResolvedTarget, context: CallContext): Promise<void> {
  const { ref, frame } = target.description;
  const args = { ref: numberOfRef(ref), select: false };
  const { holds } = await askEngine(page, frame.id, 'field_focus', args, context.deadline);
  if (!holds)
    raise(
      'not-actionable',
      'The target does not take the focus, so no key reaches it.',
      'Choose a field or a control.',
    );
}

/** The frame whose element has the focus: down from the page, through each frame element that has it. */
async function focusedFrame(page: Page, deadline: number): Promise<number> {
  let frameId = 0;
  for (let depth = 0; depth < framesDeepMax; depth++) {
    const focus = await askEngine(page, frameId, 'focused', {}, deadline);
    if (focus.state !== 'found' || !['iframe', 'frame'].includes(focus.target.tag)) return frameId;
    const number = numberOfRef(focus.target.ref);
    const parts = [{ kind: 'ref', frame: null, number } as const, { kind: 'css', css: '*' } as const];
    const into = await askEngine(page, frameId, 'resolve', { parts, readiness: 'attached' }, deadline);
    const child = into.state === 'frame' ? pickChild(await childrenOf(page, frameId, deadline), into) : null;
    if (child === null) return frameId;
    frameId = child.id;
  }
  return frameId;
}
