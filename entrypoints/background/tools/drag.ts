import type { z } from 'zod';
import type { DragSeen } from '../../../shared/engine-input.ts';
import { attempt, raise } from '../../../shared/faults.ts';
import type { drag as declaration } from '../../../shared/tools/drag.ts';
import type { Behaviour, CallContext, Page, Point, ResolvedTarget } from '../page.ts';
import { askEngine, numberOfRef, stopIfCancelled, withPrefix } from './ask-engine.ts';
import { modifierMask } from './key-table.ts';
import { type Arrival, withProof } from './proof.ts';
import { recheckTarget } from './resolve-targets.ts';

/** A pointer that jumps is no drag to most pages: it goes in steps of this length, within these bounds. */
const stepPixels = 30;
const stepsMin = 4;
const stepsMax = 25;
/** The first step, past what pages take for a shaky click. */
const nudgePixels = 6;
const releaseMs = 2_000;

type Args = z.output<(typeof declaration)['input']>;
/** Where the hold is taken, and where the pointer goes from there; the last may have to be scrolled to. */
type Course = { readonly grip: Point; readonly through: readonly Point[]; readonly goal: Goal | null };
type Goal = { readonly target: ResolvedTarget; readonly offset: Point };
type Hand = { readonly send: (type: string, at: Point, buttons: number) => Promise<void> };

export const drag: Behaviour<typeof declaration> = async (page, args, targets, context) => {
  const source = targets[0];
  if (source === undefined) return raise('internal', 'There is nothing to drag.', 'Propose it again.');
  const target = targets[1] ?? null;
  const course = await courseOf(page, args, source, target, context);
  const ends = target === null || sameFrame(source, target) ? [source] : [source, target];
  for (const end of ends) {
    const before = { ref: numberOfRef(end.description.ref) };
    await askEngine(page, end.description.frame.id, 'before', before, context.deadline);
    const ref = end === source ? numberOfRef(source.description.ref) : null;
    await askEngine(page, end.description.frame.id, 'drag_arm', { ref }, context.deadline);
  }
  const arrival = await carry(page, args, source, course, context);
  return { result: await verdictOf(page, ends, arrival, context), verified: false };
};

function sameFrame(one: ResolvedTarget, other: ResolvedTarget): boolean {
  return one.description.frame.id === other.description.frame.id;
}

/** The whole way in the page's viewport; what is dragged is brought into view last, together with its goal if both fit. */
async function courseOf(
  page: Page,
  args: Args,
  source: ResolvedTarget,
  target: ResolvedTarget | null,
  context: CallContext,
): Promise<Course> {
  const { deadline } = context;
  const goal = target === null ? null : await goalOf(page, target, args.to_position, deadline);
  if (target !== null && sameFrame(source, target)) {
    const refs = { ref: numberOfRef(source.description.ref), other: numberOfRef(target.description.ref) };
    await askEngine(page, source.description.frame.id, 'both_show', refs, deadline);
  }
  const [first, ...rest] = args.path ?? [];
  const held = args.position ?? first;
  const grip = await gripOf(page, source, held, deadline);
  const rootOf = (point: Point) => page.toRoot(source.description.frame.id, point);
  const through: Point[] = [];
  if (args.by !== undefined) through.push({ x: grip.x + args.by.x, y: grip.y + args.by.y });
  if (held !== undefined) {
    const corner = { x: grip.x - held.x, y: grip.y - held.y };
    const points = args.position === undefined ? rest : (args.path ?? []);
    for (const { x, y } of points) through.push({ x: corner.x + x, y: corner.y + y });
  }
  return { grip: await rootOf(grip), through: await Promise.all(through.map(rootOf)), goal };
}

/** Where on the goal to let go, from its top left corner: where it gets events, unless the caller says. */
async function goalOf(
  page: Page,
  target: ResolvedTarget,
  given: Point | undefined,
  deadline: number,
): Promise<Goal> {
  if (given !== undefined) return { target, offset: given };
  const box = await boxOf(page, target, deadline);
  const { point } = target;
  const offset =
    point === null ? { x: box.width / 2, y: box.height / 2 } : { x: point.x - box.x, y: point.y - box.y };
  return { target, offset };
}

function boxOf(page: Page, { description }: ResolvedTarget, deadline: number) {
  return askEngine(page, description.frame.id, 'box', { ref: numberOfRef(description.ref) }, deadline);
}

async function gripOf(
  page: Page,
  source: ResolvedTarget,
  held: Point | undefined,
  deadline: number,
): Promise<Point> {
  if (held !== undefined) return pointShown(page, source, held, deadline);
  const { point } = await recheckTarget(page, source.description, deadline);
  return point ?? raise('not-actionable', 'The target has no point that gets events.', 'Give a position.');
}

function pointShown(page: Page, target: ResolvedTarget, offset: Point, deadline: number): Promise<Point> {
  const { ref, frame } = target.description;
  return askEngine(page, frame.id, 'point_show', { ref: numberOfRef(ref), ...offset }, deadline);
}

/** Presses, moves and lets go; the button never stays down, whatever happens on the way. */
async function carry(
  page: Page,
  args: Args,
  source: ResolvedTarget,
  course: Course,
  context: CallContext,
): Promise<Arrival> {
  const modifiers = modifierMask(args.modifiers);
  const hand: Hand = {
    async send(type, at, buttons) {
      const button = type === 'mouseMoved' && buttons === 0 ? 'none' : 'left';
      const clickCount = type === 'mouseMoved' ? 0 : 1;
      const event = { type, ...at, modifiers, button, buttons, clickCount, pointerType: 'mouse' };
      await page.send('Input.dispatchMouseEvent', event);
    },
  };
  let at = course.grip;
  let pressed = false;
  try {
    const arrival = await withProof(page, source, 'mouse', context.deadline, async () => {
      await hand.send('mouseMoved', at, 0);
      pressed = true;
      await hand.send('mousePressed', at, 1);
    });
    if (arrival.dialog || arrival.left) return arrival;
    for (const next of course.through) at = await glide(hand, at, next, context);
    if (course.goal !== null) at = await reachGoal(page, hand, at, course.goal, context);
    await restAt(page, hand, source, at, context);
    return arrival;
  } finally {
    if (pressed) await attempt(() => hand.send('mouseReleased', at, 0));
  }
}

/** Moves in steps, the first of them short; gives the point reached. */
async function glide(hand: Hand, from: Point, to: Point, context: CallContext): Promise<Point> {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  const steps = Math.min(stepsMax, Math.max(stepsMin, Math.ceil(distance / stepPixels)));
  const between = (part: number): Point => ({
    x: from.x + (to.x - from.x) * part,
    y: from.y + (to.y - from.y) * part,
  });
  if (distance > nudgePixels * 2) await hand.send('mouseMoved', between(nudgePixels / distance), 1);
  for (let step = 1; step <= steps; step++) {
    stopIfCancelled(context.signal);
    await hand.send('mouseMoved', between(step / steps), 1);
  }
  return to;
}

/** The goal is looked for once the drag has begun, which may have moved it; it is scrolled to if it has to be. */
async function reachGoal(
  page: Page,
  hand: Hand,
  from: Point,
  goal: Goal,
  context: CallContext,
): Promise<Point> {
  const { frame } = goal.target.description;
  const place = async () =>
    page.toRoot(frame.id, await pointShown(page, goal.target, goal.offset, context.deadline));
  const first = await place();
  const begun = await beginTowards(hand, from, first);
  const at = await glide(hand, begun, await place(), context);
  // What the drag moved out of the way on its way here may have moved the goal once more.
  const now = await place();
  if (Math.hypot(now.x - at.x, now.y - at.y) < 2) return at;
  return glide(hand, at, now, context);
}

async function beginTowards(hand: Hand, from: Point, to: Point): Promise<Point> {
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  if (distance === 0) return from;
  const part = Math.min(1, nudgePixels / distance);
  const begun = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
  await hand.send('mouseMoved', begun, 1);
  return begun;
}

/** Lets the page see the pointer at rest where it will be let go: many pages look for it once a frame. */
async function restAt(
  page: Page,
  hand: Hand,
  source: ResolvedTarget,
  at: Point,
  context: CallContext,
): Promise<void> {
  const { frame } = source.description;
  await attempt(() => askEngine(page, frame.id, 'frame_drawn', {}, context.deadline));
  await hand.send('mouseMoved', at, 1);
  await attempt(() => askEngine(page, frame.id, 'frame_drawn', {}, context.deadline));
}

async function verdictOf(
  page: Page,
  ends: readonly ResolvedTarget[],
  arrival: Arrival,
  context: CallContext,
): Promise<z.output<(typeof declaration)['output']>> {
  const effects = new Set<string>();
  const reports: DragSeen[] = [];
  for (const end of ends) {
    const id = end.description.frame.id;
    const timeout_ms = reports.some(({ released }) => released) ? 0 : releaseMs;
    const read = await attempt(() =>
      askEngine(page, id, 'drag_seen', { timeout_ms, end: true }, context.deadline),
    );
    if (read.ok) reports.push({ ...read.value, on: read.value.on && withPrefix(id, read.value.on) });
  }
  for (const effect of await effectsOf(page, ends, arrival, context)) effects.add(effect);
  const any = (test: (seen: DragSeen) => boolean) => reports.some(test);
  if (any(({ moved }) => moved)) effects.add('moved');
  const native = any((seen) => seen.native);
  const selected = reports.map((seen) => seen.selected).find((text) => text !== null) ?? null;
  if (selected !== null) effects.add('selection changed');
  const interrupted = arrival.dialog || arrival.left || reports.length < ends.length;
  return {
    delivered: arrival.delivered && (interrupted || any(({ released }) => released)),
    kind: native ? 'native' : selected !== null && selected !== '' ? 'selection' : 'pointer',
    dropped: native ? any(({ dropped }) => dropped) : null,
    on: reports.map(({ on }) => on).find((on) => on !== null) ?? null,
    selected,
    effects: [...effects],
  };
}

/** What the drag changed, as far as it shows by the time the page has settled. */
async function effectsOf(
  page: Page,
  ends: readonly ResolvedTarget[],
  arrival: Arrival,
  context: CallContext,
): Promise<readonly string[]> {
  if (arrival.dialog || page.dialog() !== null) return ['dialog opened'];
  if (arrival.left) return ['navigated'];
  await context.settled?.();
  const told: string[] = [];
  for (const { description } of ends) {
    const read = await attempt(() => askEngine(page, description.frame.id, 'effects', {}, context.deadline));
    if (read.ok) told.push(...read.value.effects);
    else told.push(read.fault.code === 'dialog-open' ? 'dialog opened' : 'navigated');
  }
  return told;
}
