import { expect, test } from 'vitest';
import {
  arm,
  armedInMs,
  armMs,
  contentOf,
  disarmed,
} from '../../../entrypoints/sidepanel/approval-arming.ts';
import { sampleApproval } from './samples.ts';

const shown = (content: string, now: number) => ({ type: 'shown', content, now }) as const;

test('Approve works only after the card has stood still', () => {
  const arming = arm(disarmed, shown('a', 1000));
  expect(armedInMs(arming, 1000)).toBe(armMs);
  expect(armedInMs(arming, 1000 + armMs - 1)).toBe(1);
  expect(armedInMs(arming, 1000 + armMs)).toBe(0);
});

test('showing the same content again does not start the wait anew', () => {
  const arming = arm(arm(disarmed, shown('a', 0)), shown('a', 500));
  expect(armedInMs(arming, armMs)).toBe(0);
});

test('other content starts the wait anew', () => {
  const arming = arm(arm(disarmed, shown('a', 0)), shown('b', 5000));
  expect(armedInMs(arming, 5000)).toBe(armMs);
});

test('a focus that moves starts the wait anew', () => {
  const arming = arm(arm(disarmed, shown('a', 0)), { type: 'focus-moved', now: 5000 });
  expect(armedInMs(arming, 5100)).toBe(armMs - 100);
});

test('a card out of sight is never armed', () => {
  const arming = arm(arm(disarmed, shown('a', 0)), { type: 'hidden' });
  expect(armedInMs(arming, 60_000)).toBeNull();
  expect(armedInMs(disarmed, 60_000)).toBeNull();
});

test('a clock that is set back lengthens the wait', () => {
  expect(armedInMs(arm(disarmed, shown('a', 10_000)), 5_000)).toBe(armMs);
});

test('a card with other acts is other content, even under the same number', () => {
  const one = sampleApproval();
  const other = { ...one, acts: one.acts.map((act) => ({ ...act, count: 3 })) };
  expect(contentOf(one)).not.toBe(contentOf(other));
  expect(contentOf(one)).toBe(contentOf(sampleApproval()));
});
