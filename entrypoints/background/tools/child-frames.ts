import type { Named } from '../../../shared/engine-methods.ts';
import { attempt, raise } from '../../../shared/faults.ts';
import type { FrameHandle, Page, Point } from '../page.ts';
import { askEngine, numberOfRef } from './ask-engine.ts';

/**
 * How a frame element says which frame it holds: its place among the parent's `frames`, and its address.
 */
export type FrameSource = { readonly index: number; readonly src: string };

const depthMax = 20;
/** A frame that does not answer by then is left out of reads, and told. */
export const frameMs = 2_000;

/**
 * The frames directly under one, each with its place among its parent's `frames` (−1 if it cannot tell).
 */
export async function childrenOf(
  page: Page,
  parent: number,
  deadline: number,
): Promise<readonly { readonly frame: FrameHandle; readonly index: number }[]> {
  const frames = (await page.frames()).filter((frame) => frame.parent === parent);
  return Promise.all(
    frames.map(async (frame) => {
      const until = Math.min(deadline, Date.now() + frameMs);
      const place = await attempt(() => askEngine(page, frame.id, 'place', {}, until));
      return { frame, index: place.ok ? place.value.index : -1 };
    }),
  );
}

/**
 * Picks the child that a frame element holds: by its place; in a shadow root by its address, or as the only
 * one left.
 */
export function pickChild(
  children: readonly { readonly frame: FrameHandle; readonly index: number }[],
  source: FrameSource,
): FrameHandle | null {
  const placed = children.find(({ index }) => index >= 0 && index === source.index);
  if (placed !== undefined) return placed.frame;
  const left = children.filter(({ index }) => index < 0);
  const sameUrl = left.filter(({ frame }) => frame.url === source.src);
  return (sameUrl.length === 1 ? sameUrl[0] : left.length === 1 ? left[0] : undefined)?.frame ?? null;
}

export async function frameOf(page: Page, frameId: number): Promise<FrameHandle> {
  const frame = (await page.frames()).find(({ id }) => id === frameId);
  if (frame !== undefined) return frame;
  return raise(
    'stale-ref',
    'The frame that held the element is gone.',
    'Take a new snapshot and use its refs.',
  );
}

export type CoveredInParent = {
  readonly frameId: number;
  readonly covered_by: Named | null;
  readonly way_out: Named | null;
};

/**
 * Follows a point of a frame out to the page: every parent must show the frame there. Gives null if all do,
 * else what lies over it. The outermost step uses the point as the browser transforms it.
 */
export async function coverOverFrame(
  page: Page,
  frame: FrameHandle,
  point: Point,
  deadline: number,
): Promise<CoveredInParent | null> {
  let at: FrameHandle = frame;
  let inner: Point = point;
  for (let depth = 0; at.parent !== null && depth < depthMax; depth++) {
    const parent = await frameOf(page, at.parent);
    const own = await askEngine(page, at.id, 'place', {}, deadline);
    const given = parent.parent === null ? await page.toRoot(frame.id, point) : null;
    const args = { index: own.index, ref: null, inner, given };
    const over = await askEngine(page, parent.id, 'frame_hit', args, deadline);
    if (own.index >= 0 && !over.hit) {
      await askEngine(page, parent.id, 'frame_show', { index: own.index, ref: null }, deadline);
      return { frameId: parent.id, covered_by: over.covered_by, way_out: over.way_out };
    }
    inner = over.point;
    at = parent;
  }
  return null;
}

/** The number of a ref, as `frame_hit` and its like take it. */
export function optionalRef(ref: string | null): number | null {
  return ref === null ? null : numberOfRef(ref);
}
