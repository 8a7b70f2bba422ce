import type { Box } from '../../../shared/engine-methods.ts';
import { attempt, FaultError, raise } from '../../../shared/faults.ts';
import type { screenshot as declaration } from '../../../shared/tools/screenshot.ts';
import type { Behaviour, CallContext, FrameHandle, Page, Point } from '../page.ts';
import { askEngine, numberOfRef } from './ask-engine.ts';
import { byteCountOf, bytesOf, paintOver, pngSize, withinBytes } from './picture.ts';
import { resolveTarget } from './resolve-targets.ts';

/** Chromium's surfaces end near 16,384 device pixels; a taller page is pictured down to there. */
const sidePixelsMax = 16_000;
const masksMax = 1_000;
/** What vision models take whole; more is scaled down by them, and paid for. */
const pictureSideMax = 1_568;
const picturePixelsMax = 1_150_000;
const pictureBytesMax = 1_000_000;

export const screenshot: Behaviour<typeof declaration> = async (page, args, _targets, context) => {
  const scope = args.selector === undefined ? null : await boxOnPage(page, args.selector, context);
  const [metrics, before] = await Promise.all([
    askEngine(page, 0, 'metrics', {}, context.deadline),
    masksOnPage(page, context),
  ]);
  const view = { ...metrics.scroll, ...metrics.viewport };
  const clip = clipOf(scope ?? (args.full_page ? { x: 0, y: 0, ...metrics.page } : view));
  const scale = scaleFor(clip, args.max_width);
  // Device pixels are left out of the account: a picture is as wide as the page is in CSS pixels, or
  // narrower.
  const shot = await page.capture({
    format: args.format,
    clip: { ...clip, scale: scale / metrics.pixel_ratio },
    inView: isWithin(clip, view),
    view: { ...metrics.scroll, pixel_ratio: metrics.pixel_ratio },
  });
  const after = await masksOnPage(page, context);
  const masks = overlapping([...before, ...after], clip);
  const moved = masks.map((box) => ({ ...box, x: box.x - clip.x, y: box.y - clip.y }));
  const size = moved.length === 0 && args.format === 'png' ? pngSize(bytesOf(shot)) : null;
  const taken =
    size === null
      ? await paintOver(shot, args.format, moved, scale)
      : { base64: shot, format: args.format, ...size };
  const picture = await withinBytes(taken, pictureBytesMax);
  return {
    result: {
      image: picture.base64,
      mime: `image/${picture.format}`,
      width: picture.width,
      height: picture.height,
      scale: Math.round(scale * 1000) / 1000,
      size_bytes: byteCountOf(picture.base64),
      masked: overlapping(after, clip).length,
    },
    verified: true,
  };
};

function clipOf(area: Box): Box {
  const height = Math.min(area.height, sidePixelsMax);
  const width = Math.min(area.width, sidePixelsMax);
  if (width >= 1 && height >= 1) return { ...area, height, width };
  return raise(
    'not-actionable',
    'There is nothing to picture: the area has no size.',
    'Choose an element that is visible.',
  );
}

/** Never larger than the page is in CSS pixels. */
function scaleFor({ width, height }: Box, maxWidth: number | undefined): number {
  if (maxWidth !== undefined) return Math.min(1, maxWidth / width);
  const bySide = pictureSideMax / Math.max(width, height);
  return Math.min(1, bySide, Math.sqrt(picturePixelsMax / (width * height)));
}

function isWithin(inner: Box, outer: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

/** An element's box in the coordinates of the whole page; it is scrolled into view first. */
async function boxOnPage(page: Page, selector: string, context: CallContext): Promise<Box> {
  const query = { selector, readiness: 'visible' } as const;
  const { description } = await resolveTarget(page, query, context.deadline, context.signal);
  const frameId = description.frame.id;
  const box = await askEngine(page, frameId, 'box', { ref: numberOfRef(description.ref) }, context.deadline);
  return toPage(page, frameId, box, context);
}

/** A frame's box in the page: its corners taken out through the frames, then the page's scroll added. */
async function toPage(page: Page, frameId: number, box: Box, context: CallContext): Promise<Box> {
  const corners: Point[] = [];
  // One after the other: the first finds the frame's place, and those after it use that.
  for (const x of [box.x, box.x + box.width]) {
    for (const y of [box.y, box.y + box.height]) corners.push(await page.toRoot(frameId, { x, y }));
  }
  const { scroll } = await askEngine(page, 0, 'metrics', {}, context.deadline);
  const xs = corners.map(({ x }) => x);
  const ys = corners.map(({ y }) => y);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x: x + scroll.x, y: y + scroll.y, width: Math.max(...xs) - x, height: Math.max(...ys) - y };
}

/**
 * Boxes of secret fields in every frame. A frame that cannot be asked could show one, so then there is no
 * picture.
 */
async function masksOnPage(page: Page, context: CallContext): Promise<readonly Box[]> {
  const frames = await page.frames();
  const masks = (await Promise.all(frames.map((frame) => masksIn(page, frame, context)))).flat();
  if (masks.length > masksMax)
    raise('too-large', 'The page has too many secret fields.', 'Picture one element instead.');
  return masks;
}

async function masksIn(page: Page, frame: FrameHandle, context: CallContext): Promise<readonly Box[]> {
  const asked = await attempt(async () => {
    const { boxes } = await askEngine(page, frame.id, 'masks', {}, context.deadline);
    const placed: Box[] = [];
    for (const box of boxes) placed.push(await toPage(page, frame.id, box, context));
    return placed;
  });
  if (asked.ok) return asked.value;
  // The call's own time is over: that is what is to be said, not that the page is to blame.
  if (asked.fault.code === 'timeout' && Date.now() >= context.deadline) throw new FaultError(asked.fault);
  if (!canHoldSecrets(frame) || !(await isStillThere(page, frame))) return [];
  return raise(
    'not-actionable',
    'A part of the page cannot be checked for secret fields.',
    'Wait until the page has loaded.',
  );
}

/** Nothing is ever filled in a frame that is no web page. */
function canHoldSecrets({ url }: FrameHandle): boolean {
  return /^(?:https?:|about:|blob:)/.test(url);
}

async function isStillThere(page: Page, { id }: FrameHandle): Promise<boolean> {
  return (await page.frames()).some((frame) => frame.id === id);
}

function overlapping(boxes: readonly Box[], clip: Box): readonly Box[] {
  return boxes.filter(
    (box) =>
      box.x < clip.x + clip.width &&
      box.y < clip.y + clip.height &&
      box.x + box.width > clip.x &&
      box.y + box.height > clip.y,
  );
}
