import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AnswerDoors } from '../../../native-host/authority/answer-doors.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function made() {
  const closed = vi.fn();
  return { doors: new AnswerDoors(closed), closed };
}

test('the last door that closes ends what waits, after a moment in which it may open again', () => {
  const { doors, closed } = made();
  doors.set('panel of a', 1);
  doors.set('terminal 1', 1);
  doors.set('panel of a', 0);
  vi.advanceTimersByTime(60_000);
  expect(closed).not.toHaveBeenCalled();
  doors.set('terminal 1', 0);
  vi.advanceTimersByTime(1_000);
  doors.set('panel of a', 1);
  vi.advanceTimersByTime(60_000);
  expect(closed).not.toHaveBeenCalled();
  doors.set('panel of a', 0);
  vi.advanceTimersByTime(60_000);
  expect(closed).toHaveBeenCalledOnce();
});

test('where there never was a door, nothing is closed', () => {
  const { doors, closed } = made();
  doors.set('panel of a', 0);
  vi.advanceTimersByTime(600_000);
  expect(closed).not.toHaveBeenCalled();
});

test('a browser that is lost keeps its door for as long as its worker may take to come back', () => {
  const { doors, closed } = made();
  doors.set('panel of a', 1);
  doors.lost('panel of a');
  vi.advanceTimersByTime(40_000);
  doors.set('panel of a', 1);
  vi.advanceTimersByTime(600_000);
  expect(closed).not.toHaveBeenCalled();
  doors.lost('panel of a');
  vi.advanceTimersByTime(60_000);
  expect(closed).toHaveBeenCalledOnce();
});
