import { expect, test } from 'vitest';
import { Callers } from '../../../../entrypoints/background/driver/callers.ts';
import { fakeStorage } from '../../../fakes/chrome.ts';

test('a tab is free when its last caller lets go', () => {
  const callers = new Callers(fakeStorage());
  callers.hold('a', 1);
  callers.hold('b', 1);
  callers.hold('a', 2);
  expect(callers.release('a')).toEqual([2]);
  expect(callers.isHeld(1)).toBe(true);
  expect(callers.release('b')).toEqual([1]);
});

test('the person stops those who work now, for good and over a restart; a new run goes', async () => {
  const area = fakeStorage();
  const callers = new Callers(area);
  callers.hold('a', 1);
  expect(callers.stopAll()).toBe(true);
  expect(callers.stopAll()).toBe(false);
  const later = new Callers(area);
  await later.load();
  expect(() => later.refuseStopped('a')).toThrow('cancelled');
  expect(() => later.refuseStoppedTab(1)).toThrow('cancelled');
  expect(() => later.refuseStopped('b')).not.toThrow();
  later.hold('b', 1);
  expect(() => later.refuseStoppedTab(1)).not.toThrow();
});

test('callers that the authority does not know any more are found', () => {
  const callers = new Callers(fakeStorage());
  callers.hold('a', 1);
  callers.hold('b', 2);
  expect(callers.otherThan(['b', 'c'])).toEqual(['a']);
});
