import { expect, test } from 'vitest';
import { bytesOf, pngSize } from '../../../../entrypoints/background/tools/picture.ts';

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAC0lEQVR42mNgQAcAABIAAeRVjecAAAAASUVORK5CYII=';

test('a PNG tells its size in its head, other bytes tell none', () => {
  expect(pngSize(bytesOf(dot))).toEqual({ width: 3, height: 2 });
  expect(pngSize(bytesOf(btoa('GIF89a, and then some more bytes')))).toBeNull();
});
