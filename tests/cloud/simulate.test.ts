import { expect, test } from 'vitest';
import { activitiesFor, loadOf } from '../../cloud/simulate.ts';

const fleet = { workers: 10_000, jobsPerDay: 200, jobSeconds: 60, heartbeatSeconds: 30, jobsPerRequest: 3 };

test('ten thousand workers stay within the quotas of calls, on several activities', () => {
  const load = loadOf(fleet);
  for (const one of [load.polls, load.heartbeats, load.answers, load.executions, load.transitions]) {
    expect(one.perSecond).toBeLessThan(one.quota);
  }
  expect(load.pollers.atOnce).toBeGreaterThan(load.pollers.quota);
  expect(activitiesFor(load)).toBe(Math.ceil(load.pollers.atOnce / 1_000));
});

test('a fleet without work polls once a minute each and beats not at all', () => {
  const load = loadOf({ ...fleet, workers: 600, jobsPerDay: 0 });
  expect(load).toMatchObject({
    polls: { perSecond: 10 },
    heartbeats: { perSecond: 0 },
    answers: { perSecond: 0 },
  });
  expect(activitiesFor(load)).toBe(1);
});

test('workers do no more than time allows, however much is asked of them', () => {
  expect(loadOf({ ...fleet, workers: 60, jobsPerDay: 1_000_000 }).answers.perSecond).toBe(1);
});

test('beats that come too often are told by their quota', () => {
  const load = loadOf({ ...fleet, jobsPerDay: 1_000, heartbeatSeconds: 5 });
  expect(load.heartbeats.perSecond).toBeGreaterThan(load.heartbeats.quota);
});
