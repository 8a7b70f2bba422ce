import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { firstConnectionMs, watchActivity } from '../../../native-host/authority/idle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('the first connection has time to come, however short the idle time is', () => {
  const idle = vi.fn();
  watchActivity(0, idle);
  vi.advanceTimersByTime(firstConnectionMs - 1);
  expect(idle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(idle).toHaveBeenCalledOnce();
});

test('it is idle only once nothing has been open for the whole time', () => {
  const idle = vi.fn();
  const activity = watchActivity(1000, idle);
  vi.advanceTimersByTime(900);
  const end = activity.begin();
  vi.advanceTimersByTime(5000);
  expect(idle).not.toHaveBeenCalled();
  end();
  vi.advanceTimersByTime(999);
  expect(idle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(idle).toHaveBeenCalledOnce();
});

test('ending twice counts once', () => {
  const idle = vi.fn();
  const activity = watchActivity(1000, idle);
  const first = activity.begin();
  activity.begin();
  first();
  first();
  vi.advanceTimersByTime(5000);
  expect(idle).not.toHaveBeenCalled();
});

test('stopped, it never calls again', () => {
  const idle = vi.fn();
  watchActivity(1000, idle).stop();
  vi.advanceTimersByTime(5000);
  expect(idle).not.toHaveBeenCalled();
});
