import type { TargetDescription } from '../../../shared/actions.ts';
import { canonicalJson, sha256Hex } from '../../../shared/canonical-json.ts';
import type { Named, Resolution, SeenTarget } from '../../../shared/engine-methods.ts';
import { attempt, FaultError, fault, type Result, raise } from '../../../shared/faults.ts';
import { parseSelector, type SelectorPart } from '../../../shared/selector.ts';
import type { Readiness, TargetQuery } from '../../../shared/tools/define-tool.ts';
import type { FrameHandle, Page, Point, ResolvedTarget } from '../page.ts';
import {
  askEngine,
  frameOfRef,
  numberOfRef,
  pause,
  prefixOf,
  stopIfCancelled,
  withPrefix,
} from './ask-engine.ts';
import { type CoveredInParent, childrenOf, coverOverFrame, frameOf, pickChild } from './child-frames.ts';
import { coveredFault, faultOf, inFrameFault } from './target-faults.ts';

// From selectors to targets: looks again until a target has come as far as its tool needs, or the deadline
// is there. Each look is a short call, so that a page that navigates or opens a dialog in between is
// noticed at once.

const pollMs = [20, 50, 100, 150] as const;
/** A ref whose element is gone may be drawn anew in this time; then it is stale. */
const staleMs = 600;
const framesDeepMax = 20;
const framesAskedMax = 10;
const frameAskedMs = 1_000;

/**
 * Resolves a call's targets in order; raises the fault of the first that cannot be used by the deadline.
 */
export async function resolveTargets(
  page: Page,
  queries: readonly TargetQuery[],
  deadline: number,
): Promise<ResolvedTarget[]> {
  const targets: ResolvedTarget[] = [];
  for (const query of queries) targets.push(await resolveTarget(page, query, deadline));
  return targets;
}

/** One look, where a selector's target is and how far it has come; the last frame reached in any case. */
export type Look = {
  readonly frame: FrameHandle;
  readonly resolution: Resolution;
  readonly cover: Cover | null;
};
type Cover = { readonly by: Named; readonly way_out: Named | null };

export async function resolveTarget(
  page: Page,
  { selector, readiness, position }: TargetQuery,
  deadline: number,
  signal?: AbortSignal,
): Promise<ResolvedTarget> {
  const parts = partsOf(selector);
  const staleAt = Math.min(deadline, Date.now() + staleMs);
  let last: Result<Look> | null = null;
  for (let turn = 0; ; turn++) {
    stopIfCancelled(signal);
    const looked: Result<Look> = await attempt(() => lookOnce(page, parts, readiness, deadline, position));
    // The deadline came in the middle of a look: the look before it tells more than that.
    if (!looked.ok && looked.fault.code === 'timeout' && last !== null)
      return raiseLast(page, selector, parts, last);
    last = looked;
    if (!looked.ok && !isPassing(looked.fault.code, parts, staleAt)) throw new FaultError(looked.fault);
    if (looked.ok) {
      const { frame, resolution, cover } = looked.value;
      if (resolution.state === 'found' && cover === null)
        return asTarget(frame, resolution.target, resolution.point);
      const stale = resolution.state === 'stale' && (resolution.why !== 'gone' || Date.now() >= staleAt);
      if (stale || resolution.state === 'several')
        throw new FaultError(faultOf(selector, frame.id, resolution));
    }
    if (Date.now() + pollFor(turn) >= deadline) return raiseLast(page, selector, parts, looked);
    await pause(pollFor(turn), signal);
  }
}

function pollFor(turn: number): number {
  return pollMs[Math.min(turn, pollMs.length - 1)] ?? 150;
}

/** What can pass while a page changes: its document or frame went away in the middle of a look. */
function isPassing(code: string, parts: readonly SelectorPart[], staleAt: number): boolean {
  if (parts[0]?.kind === 'ref' && Date.now() >= staleAt) return false;
  return code === 'stale-ref' || code === 'internal';
}

async function raiseLast(
  page: Page,
  selector: string,
  parts: readonly SelectorPart[],
  looked: Result<Look>,
): Promise<never> {
  if (!looked.ok) throw new FaultError(looked.fault);
  const { frame, resolution, cover } = looked.value;
  if (resolution.state === 'found' && cover !== null) {
    const target = { ref: resolution.target.ref, role: resolution.target.role, name: resolution.target.name };
    const own = { ...target, ref: `${prefixOf(frame.id)}${target.ref}` };
    throw new FaultError(coveredFault(JSON.stringify(selector), own, cover.by, cover.way_out));
  }
  if (resolution.state === 'none' && frame.id === 0) {
    const inner = await foundInFrames(page, parts);
    if (inner.length > 0) throw new FaultError(inFrameFault(selector, inner));
  }
  throw new FaultError(faultOf(selector, frame.id, resolution));
}

/** What a selector means in the frames of the page's own site, which whoever asks may read as they read the page. */
async function foundInFrames(page: Page, parts: readonly SelectorPart[]): Promise<readonly Named[]> {
  const frames = await page.frames();
  const top = frames.find(({ id }) => id === 0);
  const own = frames.filter(({ id, origin }) => id !== 0 && origin === top?.origin).slice(0, framesAskedMax);
  const args = { parts, readiness: 'attached', position: null } as const;
  const found = await Promise.all(
    own.map(async (frame) => {
      const look = await attempt(() => askEngine(page, frame.id, 'resolve', args, Date.now() + frameAskedMs));
      if (!look.ok || look.value.state !== 'found') return [];
      const { ref, role, name } = look.value.target;
      return [withPrefix(frame.id, { ref, role, name })];
    }),
  );
  return found.flat();
}

export function partsOf(selector: string): readonly SelectorPart[] {
  const parsed = parseSelector(selector);
  if (!parsed.ok) throw new FaultError(parsed.fault);
  return parsed.value;
}

/** Looks once, from frame to frame as the selector leads. */
export async function lookOnce(
  page: Page,
  parts: readonly SelectorPart[],
  readiness: Readiness,
  deadline: number,
  position: Point | null = null,
): Promise<Look> {
  const first = parts[0];
  let frame = await frameOf(page, first?.kind === 'ref' ? (first.frame ?? 0) : 0);
  let rest = parts;
  for (let depth = 0; depth < framesDeepMax; depth++) {
    const args = { parts: rest, readiness, position };
    const resolution = await askEngine(page, frame.id, 'resolve', args, deadline);
    if (resolution.state !== 'frame') {
      const point = resolution.state === 'found' ? resolution.point : null;
      const over = point === null ? null : await coverOverFrame(page, frame, point, deadline);
      return { frame, resolution, cover: over === null ? null : coverOf(over) };
    }
    const child = pickChild(await childrenOf(page, frame.id, deadline), resolution);
    if (child === null) return { frame, resolution, cover: null };
    rest = rest.slice(resolution.used);
    frame = child;
  }
  return raise('bad-arguments', 'The selector leads through too many frames.', 'Name fewer frames.');
}

/** What lies over a frame on the way to the target, and what seems to close it; refs as the caller sees them. */
function coverOf({ frameId, covered_by, way_out }: CoveredInParent): Cover {
  const unnamed = { ref: `${prefixOf(frameId)}e0`, role: 'page', name: '' };
  return {
    by: covered_by === null ? unnamed : withPrefix(frameId, covered_by),
    way_out: way_out === null ? null : withPrefix(frameId, way_out),
  };
}

async function asTarget(
  frame: FrameHandle,
  seen: SeenTarget,
  point: ResolvedTarget['point'],
): Promise<ResolvedTarget> {
  return { description: await describe(frame, seen), point };
}

/**
 * A description as the gate judges it; its fingerprint is over all that names the target, not over how it
 * looks.
 */
async function describe(frame: FrameHandle, seen: SeenTarget): Promise<TargetDescription> {
  const { url, origin, ref, sensitive, rematched, ...named } = seen;
  const where = {
    id: frame.id,
    url,
    origin: frame.origin === '' ? origin : frame.origin,
    document_id: frame.document_id,
  };
  const identity = { ...named, ref, origin: where.origin, document_id: where.document_id };
  return {
    ...named,
    ref: `${prefixOf(frame.id)}${ref}`,
    frame: where,
    sensitive,
    ...(rematched === undefined ? {} : { rematched }),
    fingerprint: await sha256Hex(canonicalJson(identity)),
  };
}

/**
 * Looks again at a target that was described before, at the moment of the act: same document, same origin,
 * same fingerprint, and as ready as it was. `permit-mismatch` if it is another thing now; nothing has
 * happened then.
 */
export async function recheckTarget(
  page: Page,
  description: TargetDescription,
  deadline: number,
  position: Point | null = null,
): Promise<ResolvedTarget> {
  const selector = `ref=${description.ref}`;
  const staleAt = Math.min(deadline, Date.now() + staleMs);
  for (let turn = 0; ; turn++) {
    const frame = await frameOf(page, frameOfRef(description.ref));
    if (frame.document_id !== description.frame.document_id) raiseMismatch(description, 'document');
    const resolution = await askEngine(
      page,
      frame.id,
      'recheck',
      { ref: numberOfRef(description.ref), position },
      deadline,
    );
    const ready = resolution.state === 'found' ? resolution : null;
    const point = ready?.point ?? null;
    const cover = point === null ? null : await coverOverFrame(page, frame, point, deadline);
    if (ready !== null && cover === null) {
      const target = await asTarget(frame, ready.target, point);
      if (target.description.fingerprint === description.fingerprint) return target;
      raiseMismatch(description, 'target', target.description);
    }
    const stale = resolution.state === 'stale' && Date.now() >= staleAt;
    if (stale || Date.now() + pollFor(turn) >= deadline) {
      const named = cover === null ? null : coverOf(cover);
      return raiseLast(page, selector, [], { ok: true, value: { frame, resolution, cover: named } });
    }
    await pause(pollFor(turn));
  }
}

function raiseMismatch(was: TargetDescription, what: 'document' | 'target', is?: TargetDescription): never {
  const summary = (target: TargetDescription) => ({ ref: target.ref, role: target.role, name: target.name });
  throw new FaultError(
    fault(
      'permit-mismatch',
      what === 'document'
        ? 'The page is another document now than the one that was looked at.'
        : 'The target is not what it was when it was looked at.',
      'Look at the page again and propose the act anew.',
      { was: summary(was), is: is === undefined ? null : summary(is) },
    ),
  );
}
