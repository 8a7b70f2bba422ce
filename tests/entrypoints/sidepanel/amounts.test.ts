import { expect, test } from 'vitest';
import {
  bytesText,
  countText,
  durationText,
  elapsedText,
  lastMonth,
  whenText,
} from '../../../entrypoints/sidepanel/amounts.ts';

test('elapsed time keeps its form', () => {
  expect([0, 7_400, 760_000, 3_723_000, -5].map(elapsedText)).toEqual([
    '0:00',
    '0:07',
    '12:40',
    '1:02:03',
    '0:00',
  ]);
});

test('durations choose their unit', () => {
  expect([80, 1400, 125_000].map(durationText)).toEqual(['80 ms', '1.4 s', '2:05']);
});

test('sizes read as file managers show them', () => {
  expect([0, 1, 999, 1000, 48_213, 183_402_000, 5_000_000_000].map(bytesText)).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1.0 kB',
    '48 kB',
    '183 MB',
    '5.0 GB',
  ]);
});

test('times of the last two days are named by day', () => {
  const now = new Date(2026, 3, 3, 12, 0);
  const iso = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString();
  expect(whenText(iso(2026, 3, 3, 9, 5), now)).toBe('Today 09:05');
  expect(whenText(iso(2026, 3, 2, 23, 59), now)).toBe('Yesterday 23:59');
  expect(whenText(iso(2026, 2, 3, 9, 5), now)).toBe('3 Mar 09:05');
  expect(whenText(iso(2025, 2, 3, 9, 5), now)).toBe('3 Mar 2025 09:05');
});

test('the month before January is December', () => {
  expect(lastMonth(new Date(2026, 0, 31))).toBe('2025-12');
  expect(lastMonth(new Date(2026, 2, 31))).toBe('2026-02');
});

test('one is singular', () => {
  expect([0, 1, 2].map((count) => countText(count, 'file'))).toEqual(['0 files', '1 file', '2 files']);
});
