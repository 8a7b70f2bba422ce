import { expect, test } from 'vitest';
import {
  byteCountOf,
  bytesOf,
  pngSize,
  withinBytes,
} from '../../../../entrypoints/background/tools/picture.ts';

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAC0lEQVR42mNgQAcAABIAAeRVjecAAAAASUVORK5CYII=';

test('a PNG tells its size in its head, other bytes tell none', () => {
  expect(pngSize(bytesOf(dot))).toEqual({ width: 3, height: 2 });
  expect(pngSize(bytesOf(btoa('GIF89a, and then some more bytes')))).toBeNull();
});

test('the bytes of a picture are counted without taking it apart, and a small one stays as it is', async () => {
  for (const bytes of ['a', 'ab', 'abc', 'abcd']) expect(byteCountOf(btoa(bytes))).toBe(bytes.length);
  const picture = { base64: dot, format: 'png', width: 3, height: 2 } as const;
  expect(await withinBytes(picture, 1_000)).toBe(picture);
});
