import type { Tools } from '../tools.ts';
import type { Point } from './look.ts';

/** A click at a place inside an element, from its top left corner: a press and a release at one point. */
export async function clickAt(tools: Tools, selector: string, { x, y }: Point): Promise<void> {
  await tools.drag({ selector, position: { x, y }, by: { x: 0, y: 0 } });
}
