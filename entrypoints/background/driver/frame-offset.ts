import { z } from 'zod';
import type { FrameHandle, Point } from '../page.ts';
import type { Debuggee } from './debuggee.ts';
import { type FramePlace, raiseFrameGone } from './frame-sessions.ts';

// A frame's viewport is its owner's content box in the parent, moved, scaled and turned by whatever stands
// between. The debugger gives that box as four corners in the viewport of the session that holds the owner.

const Owner = z.object({ backendNodeId: z.int() });
const Box = z.object({ model: z.object({ content: z.array(z.number()).length(8) }) });
const Size = z.tuple([z.number().positive(), z.number().positive()]);

/** Nesting of frames in other processes that is followed. */
const depthMax = 20;

export type Corners = readonly [Point, Point, Point, Point];

/**
 * Where a point of a box `width` × `height` is when its corners (from top left, clockwise) are at `corners`.
 */
export function intoCorners(corners: Corners, width: number, height: number, point: Point): Point {
  const [topLeft, topRight, bottomRight, bottomLeft] = corners;
  const u = point.x / width;
  const v = point.y / height;
  const mix = (pick: (corner: Point) => number) =>
    (1 - v) * ((1 - u) * pick(topLeft) + u * pick(topRight)) +
    v * ((1 - u) * pick(bottomLeft) + u * pick(bottomRight));
  return { x: mix(({ x }) => x), y: mix(({ y }) => y) };
}

/**
 * A point of a frame's viewport in the page's viewport. Raises `stale-ref` when a frame on the way is gone.
 */
export async function pointInRoot(
  debuggee: Debuggee,
  frames: readonly FrameHandle[],
  places: ReadonlyMap<string, FramePlace>,
  frameId: number,
  start: Point,
): Promise<Point> {
  let frame = frames.find(({ id }) => id === frameId) ?? raiseFrameGone();
  let point = start;
  for (let depth = 0; frame.parent !== null && depth < depthMax; depth++) {
    const parent = frames.find(({ id }) => id === frame.parent) ?? raiseFrameGone();
    const place = places.get(frame.document_id) ?? raiseFrameGone();
    const parentPlace = places.get(parent.document_id) ?? raiseFrameGone();
    const [corners, [width, height]] = await Promise.all([
      ownerCorners(debuggee, place.cdpFrameId, parentPlace.sessionId),
      viewportSize(debuggee.tabId, frame.id),
    ]);
    point = intoCorners(corners, width, height, point);
    if (parentPlace.sessionId === undefined) return point;
    frame = localRoot(frames, places, parent, parentPlace.sessionId);
  }
  return point;
}

/** The topmost frame that lives in the same session as `frame`: corners are given in its viewport. */
function localRoot(
  frames: readonly FrameHandle[],
  places: ReadonlyMap<string, FramePlace>,
  frame: FrameHandle,
  sessionId: string,
): FrameHandle {
  let root = frame;
  for (let depth = 0; depth < depthMax; depth++) {
    const parent = frames.find(({ id }) => id === root.parent);
    if (parent === undefined || places.get(parent.document_id)?.sessionId !== sessionId) return root;
    root = parent;
  }
  return root;
}

async function ownerCorners(
  debuggee: Debuggee,
  cdpFrameId: string,
  sessionId: string | undefined,
): Promise<Corners> {
  await debuggee.send('DOM.enable', {}, { sessionId });
  const owner = Owner.parse(await debuggee.send('DOM.getFrameOwner', { frameId: cdpFrameId }, { sessionId }));
  const box = Box.parse(
    await debuggee.send('DOM.getBoxModel', { backendNodeId: owner.backendNodeId }, { sessionId }),
  );
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0, x4 = 0, y4 = 0] = box.model.content;
  return [
    { x: x1, y: y1 },
    { x: x2, y: y2 },
    { x: x3, y: y3 },
    { x: x4, y: y4 },
  ];
}

async function viewportSize(tabId: number, frameId: number): Promise<readonly [number, number]> {
  const [answer] = await chrome.scripting.executeScript({
    target: { tabId, frameIds: [frameId] },
    injectImmediately: true,
    func: () => [innerWidth, innerHeight],
  });
  const size = Size.safeParse(answer?.result);
  return size.success ? size.data : raiseFrameGone();
}
