import type { Box } from '../../shared/engine-methods.ts';
import { elementsUnder } from './flat-tree.ts';
import {
  clientHeightOf,
  clientWidthOf,
  pageElement,
  rectOf,
  scrollHeightOf,
  scrollWidthOf,
} from './natives.ts';
import { isSensitive } from './sensitive.ts';
import { isRendered } from './visibility.ts';

// Where things are, for pictures of the page.

const masksMax = 500;

/** Boxes of the fields that no picture may show. */
export function sensitiveBoxes(): readonly Box[] {
  const boxes: Box[] = [];
  for (const element of elementsUnder(document, isRendered)) {
    const field = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    if (!field || !isSensitive(element) || boxes.length >= masksMax) continue;
    const box = boxOf(element);
    if (box.width > 0 && box.height > 0) boxes.push(box);
  }
  return boxes;
}

export function boxOf(element: Element): Box {
  const rect = rectOf(element);
  return { x: rect.left, y: rect.top, width: rect.width, height: rect.height };
}

export function pageMetrics(): {
  readonly scroll: { readonly x: number; readonly y: number };
  readonly viewport: { readonly width: number; readonly height: number };
  readonly page: { readonly width: number; readonly height: number };
  readonly pixel_ratio: number;
} {
  const root = pageElement();
  const width = root === null ? innerWidth : clientWidthOf(root);
  const height = Math.min(innerHeight, root === null ? innerHeight : clientHeightOf(root) || innerHeight);
  return {
    scroll: { x: scrollX, y: scrollY },
    viewport: { width: width || innerWidth, height },
    page: {
      width: root === null ? width : Math.max(width, scrollWidthOf(root)),
      height: root === null ? height : Math.max(height, scrollHeightOf(root)),
    },
    pixel_ratio: devicePixelRatio,
  };
}
