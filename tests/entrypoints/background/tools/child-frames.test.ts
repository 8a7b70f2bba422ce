import { expect, test } from 'vitest';
import { pickChild } from '../../../../entrypoints/background/tools/child-frames.ts';
import { frame } from '../../../fakes/scripted-page.ts';

const children = [
  { frame: frame(1, 0), index: 0 },
  { frame: frame(2, 0), index: 1 },
  { frame: frame(3, 0), index: -1 },
];

test('a child is found by its place among the frames', () => {
  expect(pickChild(children, { index: 1, src: '' })?.id).toBe(2);
});

test('a child in a shadow root has no place and is found by its address, or as the only one left', () => {
  expect(pickChild(children, { index: -1, src: 'https://x.test/3' })?.id).toBe(3);
  expect(pickChild(children, { index: -1, src: 'https://x.test/other' })?.id).toBe(3);
  const two = [...children, { frame: frame(4, 0), index: -1 }];
  expect(pickChild(two, { index: -1, src: 'https://x.test/other' })).toBeNull();
});
