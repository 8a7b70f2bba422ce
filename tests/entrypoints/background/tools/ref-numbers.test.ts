import { expect, test } from 'vitest';
import { RefNumbers } from '../../../../entrypoints/background/tools/ref-numbers.ts';
import { fakeStorage } from '../../../fakes/chrome.ts';

test('a new document goes on where the one before it stopped, frame by frame', async () => {
  const numbers = new RefNumbers(() => fakeStorage());
  expect(await numbers.firstOf('t7', 0)).toBe(1);
  await numbers.note('t7', 0, 12);
  await numbers.note('t7', 0, 3);
  expect(await numbers.firstOf('t7', 0)).toBe(13);
  expect(await numbers.firstOf('t7', 4)).toBe(1);
});

test('a worker that was killed leaves its successor numbers that were never given out', async () => {
  const area = fakeStorage();
  const killed = new RefNumbers(() => area);
  for (let ref = 1; ref <= 450; ref += 7) await killed.note('t7', 0, ref);
  const successor = new RefNumbers(() => area);
  expect(await successor.firstOf('t7', 0)).toBeGreaterThan(450);
  expect(await successor.firstOf('t8', 0)).toBe(1);
});

test('what is on record is written once in a while, not for every ref', async () => {
  const area = fakeStorage();
  let writes = 0;
  const counted = {
    ...area,
    set: (items: Record<string, unknown>) => {
      writes += 1;
      return area.set(items);
    },
  };
  const numbers = new RefNumbers(() => counted);
  for (let ref = 1; ref <= 100; ref++) await numbers.note('t7', 0, ref);
  expect(writes).toBe(1);
});
