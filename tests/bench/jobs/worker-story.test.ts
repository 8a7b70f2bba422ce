import { expect, test } from 'vitest';
import { jobsOf } from './worker-story.ts';

const at = (second: number): string => new Date(second * 1_000).toISOString();

test('jobs are paired with their ends, and what was answered from before is told apart', () => {
  const channel = 'step-functions';
  const lines = [
    { at: at(1), event: 'job.received', channel, key: 'a', state: 'new' },
    { at: at(2), event: 'job.ended', channel: 'cron', ms: 7 },
    { at: at(3), event: 'job.ended', channel, ms: 2_000 },
    { at: at(4), event: 'job.received', channel, key: 'a', state: 'ended' },
    { at: at(5), event: 'job.ended', channel, ms: 1_000 },
  ];
  expect(jobsOf(lines)).toEqual([
    { key: 'a', answeredFromBefore: false, ms: 2_000, idleBeforeMs: null },
    { key: 'a', answeredFromBefore: true, ms: 1_000, idleBeforeMs: 1_000 },
  ]);
});
