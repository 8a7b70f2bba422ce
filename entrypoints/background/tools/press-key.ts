import type { Named } from '../../../shared/engine-methods.ts';
import { attempt, raise } from '../../../shared/faults.ts';
import type { pressKey as declaration } from '../../../shared/tools/press-key.ts';
import type { Behaviour, CallContext, Page, ResolvedTarget } from '../page.ts';
import { askEngine, numberOfRef, stopIfCancelled, withPrefix } from './ask-engine.ts';
import { childrenOf, pickChild } from './child-frames.ts';
import { type Combination, parseCombination } from './key-table.ts';
import { insertText, pressCombination, typeText } from './keyboard.ts';
import { withProof } from './proof.ts';

const framesDeepMax = 20;
/** Longer texts are put in at once, as an input method would. */
const typedCharactersMax = 1_000;

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
  const focus = await focusIn(page, context.deadline);
  const frameId = target?.description.frame.id ?? focus.frameId;
  if (target === null) await refuseForeignFocus(page, frameId);
  if (focus.ref !== null)
    await askEngine(page, focus.frameId, 'before', { ref: focus.ref }, context.deadline);
  const text = args.text ?? '';
  const whole = text.length > typedCharactersMax;
  const arrival = await withProof(
    page,
    target,
    combination === null && (whole || !startsWithKey(text)) ? 'text' : 'key',
    context.deadline,
    async () => {
      if (combination !== null) await pressOften(page, combination, args.count, context.signal);
      else if (whole) await insertText(page, text);
      else await typeText(page, text, context.signal);
    },
    frameId,
    { strict: target !== null && combination === null },
  );
  const { delivered } = arrival;
  if (arrival.dialog)
    return { result: { delivered, effects: ['dialog opened'], focused: null }, verified: false };
  if (arrival.left) return { result: { delivered, effects: ['navigated'], focused: null }, verified: false };
  return { result: { delivered, ...(await outcome(page, focus, context)) }, verified: false };
};

/** Without a target the page alone was judged; a frame of another site was not. */
async function refuseForeignFocus(page: Page, frameId: number): Promise<void> {
  if (frameId === 0) return;
  const frames = await page.frames();
  const [top, focused] = [0, frameId].map((id) => frames.find((frame) => frame.id === id));
  if (focused !== undefined && focused.origin === top?.origin) return;
  const detail = { origin: focused?.origin ?? 'null' };
  raise(
    'denied',
    'A frame of another site has the focus, so no key was pressed.',
    'Name the field in that frame as the target; then its site is judged, too.',
    detail,
  );
}

function startsWithKey(text: string): boolean {
  return /^[\x20-\x7e\n\t\r](?!\p{M})/u.test(text);
}

async function pressOften(
  page: Page,
  combination: Combination,
  count: number,
  signal: AbortSignal,
): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    stopIfCancelled(signal);
    await pressCombination(page, combination);
  }
}

/** What changed at the element that had the focus, and what has it now. A page on its way out says neither. */
async function outcome(page: Page, before: Focus, { deadline, settled }: CallContext) {
  await settled?.();
  const seen = await attempt(async () => {
    const { effects } = await askEngine(page, before.frameId, 'effects', {}, deadline);
    return { effects, now: await focusIn(page, deadline) };
  });
  if (!seen.ok) {
    const dialog = seen.fault.code === 'dialog-open';
    return { effects: [dialog ? 'dialog opened' : 'navigated'], focused: null };
  }
  const { effects, now } = seen.value;
  const moved = now.frameId !== before.frameId || now.ref !== before.ref;
  return { effects: moved ? [...effects, 'focus moved'] : effects, focused: now.named };
}

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

type Focus = {
  readonly frameId: number;
  /** Null when nothing but the page has the focus. */
  readonly ref: number | null;
  readonly named: Named | null;
};

/** The element that has the focus: down from the page, through each frame element that has it. */
async function focusIn(page: Page, deadline: number): Promise<Focus> {
  let frameId = 0;
  for (let depth = 0; depth < framesDeepMax; depth++) {
    const focus = await askEngine(page, frameId, 'focused', {}, deadline);
    if (focus.state !== 'found') return { frameId, ref: null, named: null };
    const { ref, role, name, tag } = focus.target;
    const number = numberOfRef(ref);
    const here = { frameId, ref: number, named: withPrefix(frameId, { ref, role: role || tag, name }) };
    if (!['iframe', 'frame'].includes(tag)) return here;
    const parts = [{ kind: 'ref', frame: null, number } as const, { kind: 'css', css: '*' } as const];
    const into = await askEngine(page, frameId, 'resolve', { parts, readiness: 'attached' }, deadline);
    const child = into.state === 'frame' ? pickChild(await childrenOf(page, frameId, deadline), into) : null;
    if (child === null) return here;
    frameId = child.id;
  }
  return { frameId, ref: null, named: null };
}
