import { expect, test } from 'vitest';
import { intoCorners } from '../../../../entrypoints/background/driver/frame-offset.ts';

const box = (x: number, y: number, width: number, height: number) =>
  [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ] as const;

test('a frame that is only moved moves its points', () => {
  expect(intoCorners(box(100, 50, 300, 200), 300, 200, { x: 10, y: 20 })).toEqual({ x: 110, y: 70 });
});

test('a frame at half size halves the way', () => {
  expect(intoCorners(box(100, 50, 150, 100), 300, 200, { x: 300, y: 200 })).toEqual({ x: 250, y: 150 });
});

test('a frame on its side turns its points', () => {
  const turned = [
    { x: 200, y: 0 },
    { x: 200, y: 300 },
    { x: 0, y: 300 },
    { x: 0, y: 0 },
  ] as const;
  expect(intoCorners(turned, 300, 200, { x: 30, y: 50 })).toEqual({ x: 150, y: 30 });
});
