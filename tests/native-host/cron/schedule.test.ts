import { expect, test } from 'vitest';
import { countBetween, readSchedule, type Schedule } from '../../../native-host/cron/schedule.ts';

const at = (text: string): number => Date.parse(text);
const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

function scheduleOf(text: string, zone = 'Europe/Berlin', from = at('2026-01-01T00:00:00Z')): Schedule {
  const read = readSchedule(text, zone, from);
  if (!read.ok) throw new Error(read.fault.message);
  return read.value;
}

test.each([
  ['30 6 * * 1-5', '2026-06-26T12:00:00Z', '2026-06-29T04:30:00.000Z'],
  ['15 30 6 * * *', '2026-06-26T12:00:00Z', '2026-06-27T04:30:15.000Z'],
  ['@at:06:30', '2026-06-26T12:00:00Z', '2026-06-27T04:30:00.000Z'],
  ['@every:90m', '2026-01-01T00:00:00Z', '2026-01-01T01:30:00.000Z'],
  ['@every 1d', '2026-03-01T00:00:00Z', '2026-03-02T00:00:00.000Z'],
  ['@once:2026-07-01T06:30', '2026-06-26T12:00:00Z', '2026-07-01T04:30:00.000Z'],
  ['@once:2026-06-01T06:30', '2026-06-26T12:00:00Z', null],
])('%s is due after %s at %s', (text, after, next) => {
  expect(iso(scheduleOf(text).next(at(after)))).toBe(next);
});

test('an hour that is missing makes it due at its end, and an hour that comes twice makes it due once', () => {
  const schedule = scheduleOf('30 2 * * *');
  expect(iso(schedule.next(at('2026-03-28T12:00:00Z')))).toBe('2026-03-29T01:00:00.000Z');
  expect(countBetween(schedule, at('2026-03-28T12:00:00Z'), at('2026-03-29T12:00:00Z'))).toBe(1);
  expect(iso(schedule.next(at('2026-10-24T12:00:00Z')))).toBe('2026-10-25T00:30:00.000Z');
  expect(countBetween(schedule, at('2026-10-24T12:00:00Z'), at('2026-10-25T12:00:00Z'))).toBe(1);
});

test.each(['30 6 * * *', '@every:15m', '@at:06:30'])(
  '%s: the last instant up to its own time is that time',
  (text) => {
    const schedule = scheduleOf(text);
    const first = schedule.next(at('2026-06-26T12:00:00Z')) ?? 0;
    const second = schedule.next(first) ?? 0;
    expect(iso(schedule.last(first - 1, first))).toBe(iso(first));
    expect(schedule.last(first, first)).toBeNull();
    expect(schedule.last(first, second - 1)).toBeNull();
    expect(iso(schedule.last(first - 1, second + 1))).toBe(iso(second));
  },
);

test('what was missed for a year is counted up to a bound, and the last of it found at once', () => {
  const schedule = scheduleOf('* * * * *');
  const [from, until] = [at('2026-01-01T00:00:30Z'), at('2027-01-01T00:00:30Z')];
  expect(countBetween(schedule, from, until)).toBe(1_000);
  expect(iso(schedule.last(from, until))).toBe('2027-01-01T00:00:00.000Z');
});

test.each([
  ['61 * * * *', 'UTC'],
  ['every day', 'UTC'],
  ['@every:10s', 'UTC'],
  ['@every:0m', 'UTC'],
  ['@at:6', 'UTC'],
  ['@once:tomorrow', 'UTC'],
  ['@reboot:', 'UTC'],
  ['30 6 * * *', 'Mars/Olympus'],
])('%s in %s is refused in words', (text, zone) => {
  const read = readSchedule(text, zone, 0);
  expect(read).toMatchObject({
    ok: false,
    fault: { code: 'bad-arguments', hint: expect.stringMatching(/\w/) },
  });
});
