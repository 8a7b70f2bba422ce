import type { Box } from '../../../shared/engine-methods.ts';
import { attempt, raise } from '../../../shared/faults.ts';
import type { screenshot as declaration } from '../../../shared/tools/screenshot.ts';
import type { Behaviour, CallContext, FrameHandle, Page, Point } from '../page.ts';
import { askEngine, numberOfRef } from './ask-engine.ts';
import { bytesOf, paintOver, pngSize } from './picture.ts';
import { resolveTarget } from './resolve-targets.ts';

/** Chromium's surfaces end near 16,384 device pixels; a taller page is pictured down to there. */
const sideMax = 16_000;
const masksMax = 1_000;

export const screenshot: Behaviour<typeof declaration> = async (page, args, _targets, context) => {
  const scope = args.selector === undefined ? null : await boxOnPage(page, args.selector, context);
  const metrics = await askEngine(page, 0, 'metrics', {}, context.deadline);
  const area =
    scope ?? (args.full_page ? { x: 0, y: 0, ...metrics.page } : { ...metrics.scroll, ...metrics.viewport });
  const clip = { ...area, height: Math.min(area.height, sideMax), width: Math.min(area.width, sideMax) };
  if (clip.width < 1 || clip.height < 1) {
    raise(
      'not-actionable',
      'There is nothing to picture: the area has no size.',
      'Choose an element that is visible.',
    );
  }
  // Device pixels are left out of the account: a picture is as wide as the page is in CSS pixels, or
  // narrower.
  const scale = Math.min(1, args.max_width / clip.width);
  const before = await masksOnPage(page, context);
  const shot = await page.capture({
    format: args.format,
    clip: { ...clip, scale: scale / metrics.pixel_ratio },
  });
  const after = await masksOnPage(page, context);
  const masks = overlapping([...before, ...after], clip);
  const moved = masks.map((box) => ({ ...box, x: box.x - clip.x, y: box.y - clip.y }));
  const size = moved.length === 0 && args.format === 'png' ? pngSize(bytesOf(shot)) : null;
  const picture =
    size === null ? await paintOver(shot, args.format, moved, scale) : { base64: shot, ...size };
  return {
    result: {
      image: picture.base64,
      mime: `image/${args.format}`,
      width: picture.width,
      height: picture.height,
      size_bytes: bytesOf(picture.base64).length,
      masked: overlapping(after, clip).length,
    },
    verified: true,
  };
};

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
  const masks: Box[] = [];
  for (const frame of await page.frames()) {
    const asked = await attempt(async () => {
      const { boxes } = await askEngine(page, frame.id, 'masks', {}, context.deadline);
      const placed: Box[] = [];
      for (const box of boxes) placed.push(await toPage(page, frame.id, box, context));
      return placed;
    });
    if (asked.ok) masks.push(...asked.value);
    else if (canHoldSecrets(frame) && (await isStillThere(page, frame))) {
      raise(
        'not-actionable',
        'A part of the page cannot be checked for secret fields.',
        'Wait until the page has loaded.',
      );
    }
  }
  if (masks.length > masksMax)
    raise('too-large', 'The page has too many secret fields.', 'Picture one element instead.');
  return masks;
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
