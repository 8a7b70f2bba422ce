import type { Caused } from '../../../shared/actions.ts';
import { attempt, FaultError, raise } from '../../../shared/faults.ts';
import type { click as declaration } from '../../../shared/tools/click.ts';
import type { Behaviour, CallContext, Page, ResolvedTarget } from '../page.ts';
import { askEngine, numberOfRef, pause } from './ask-engine.ts';
import { clickTarget, type Press } from './mouse.ts';
import type { Arrival } from './proof.ts';

export const click: Behaviour<typeof declaration> = async (page, args, targets, context) => {
  const target = targets[0];
  if (target === undefined) return raise('internal', 'The click has no target.', 'Propose the click again.');
  if (target.description.tag === 'option') return chooseOption(page, target, context);
  const { ref, frame } = target.description;
  const { button, count, modifiers } = args;
  // Both questions go out together; the frame answers them in this order, before any input is sent.
  const read = [askEngine(page, frame.id, 'before', { ref: numberOfRef(ref) }, context.deadline)];
  // What is clicked in a frame often shows in the page around it.
  if (frame.id !== 0) read.push(askEngine(page, 0, 'before', { ref: null }, context.deadline));
  // What the click sets off is waited for while the watch on its arrival is ended; what a frame sets off in the page around it
  // comes a message later, so there one is waited for after the other.
  let settling: Promise<Caused> | undefined;
  const onThrough = (): void => {
    if (frame.id !== 0) return;
    settling = context.settled?.();
    settling?.catch(() => undefined);
  };
  const send = () => clickTarget(page, target, { button, count, modifiers }, context, onThrough);
  // The browser's own map of frames is a moment behind the page: what it led into the frame around was stopped there.
  const clicked = send().catch(async (error: unknown) => {
    if (frame.id === 0 || !wasLedAstray(error)) throw error;
    await pause(frameMapMs, context.signal);
    return send();
  });
  const [arrival] = await Promise.all([clicked, ...read]);
  const caused = arrival.dialog ? null : ((await (settling ?? context.settled?.())) ?? null);
  const effects = await effectsOf(page, target, arrival, caused, context);
  const { delivered, note } = verdictOf(arrival, { button, count, modifiers });
  if (!delivered && note === null && effects.length === 0) raiseUnseen();
  // A click that arrived has not yet shown that it did what it was meant for.
  return { result: { delivered, effects, ...(note === null ? {} : { note }) }, verified: false };
};

/** A press that no click followed did not do what a click does, unless the press itself took the target away. */
function verdictOf(arrival: Arrival, { count }: Press): { delivered: boolean; note: string | null } {
  const { delivered, end } = arrival;
  if (!delivered && arrival.dialog)
    return { delivered, note: 'a dialog opened before the click, which was dropped' };
  if (!delivered || end === null || end.clicked) {
    const missed = delivered && end !== null && end.presses > 0 && end.presses < count;
    return {
      delivered: delivered && !missed,
      note: missed ? `${end.presses} of ${count} presses met it` : null,
    };
  }
  if (end.redrawn)
    return { delivered: false, note: 'the page drew the target anew under the press, so no click followed' };
  if (!end.attached) return { delivered, note: 'the press took the target away before a click could follow' };
  return { delivered: false, note: 'the press arrived and no click followed: the page moved under it' };
}

const frameMapMs = 150;

/** All of the input was stopped in another frame, so that none of it was felt. */
function wasLedAstray(error: unknown): boolean {
  if (!(error instanceof FaultError) || error.fault.code !== 'covered') return false;
  return typeof error.fault.detail?.['stray_frame'] === 'string' && error.fault.detail['delivered'] === false;
}

function raiseUnseen(): never {
  raise(
    'not-actionable',
    'The click was sent, and no event of it was seen at the target.',
    'A question of the browser itself (to open another program, to permit something) may lie over the page and take all ' +
      'input: the person can answer it, or go on in a new page (new_page), or at another site.',
    { check: 'delivered', why: 'no-event', sent: true },
  );
}

/** What the click changed, as far as it shows by the time the page has settled. */
async function effectsOf(
  page: Page,
  target: ResolvedTarget,
  arrival: Arrival,
  caused: Caused | null,
  context: CallContext,
): Promise<string[]> {
  const told = causedWords(caused);
  const inDialog = (): string[] => ['dialog opened', ...told];
  const left = (): string[] => [awayWord(target, caused), ...told];
  if (arrival.dialog || page.dialog() !== null) return inDialog();
  if (arrival.left || (caused?.navigated === true && (await hasLeft(page, target)))) return left();
  const read = await attempt(() =>
    askEngine(page, target.description.frame.id, 'effects', {}, context.deadline),
  );
  const around = target.description.frame.id === 0 ? [] : await effectsAround(page, context);
  if (read.ok) return [...told, ...read.value.effects, ...around].slice(0, effectsMax);
  if (read.fault.code === 'timeout') return told;
  return read.fault.code === 'dialog-open' ? inDialog() : left();
}

const effectsMax = 20;

async function effectsAround(page: Page, context: CallContext): Promise<readonly string[]> {
  const read = await attempt(() => askEngine(page, 0, 'effects', {}, context.deadline));
  return read.ok ? read.value.effects : [];
}

/** A document that was left may live on unseen, for the way back, and would answer as if nothing had happened. */
async function hasLeft(page: Page, { description }: ResolvedTarget): Promise<boolean> {
  const frames = await page.frames();
  return !frames.some(({ document_id }) => document_id === description.frame.document_id);
}

function causedWords(caused: Caused | null): string[] {
  if (caused === null) return [];
  return [...caused.opened.map(() => 'page opened'), ...(caused.download === null ? [] : ['download begun'])];
}

/** The document of the target is another one now: the page's, or only that of its frame. */
function awayWord({ description }: ResolvedTarget, caused: Caused | null): string {
  return description.frame.id === 0 || caused?.navigated !== false ? 'navigated' : 'frame navigated';
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
