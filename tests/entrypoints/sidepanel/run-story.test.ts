import { expect, test } from 'vitest';
import {
  entriesKeptMax,
  isOver,
  stepsDone,
  storyOf,
  told,
} from '../../../entrypoints/sidepanel/run-story.ts';
import type { RunEvent } from '../../../shared/run.ts';
import {
  answeredEvent,
  askedEvent,
  finishedEvent,
  sampleReceipt,
  sampleRun,
  sampleStep,
  startedEvent,
  stepFinishedEvent,
  stepStartedEvent,
} from './samples.ts';

const settled = (seq: number): RunEvent => ({
  run_id: 'r1',
  seq,
  at: '2026-04-03T10:00:00.000Z',
  type: 'call.settled',
  step_id: 'a',
  receipt: sampleReceipt({ call_id: `c${seq}` }),
});
const note = (seq: number): RunEvent => ({
  run_id: 'r1',
  seq,
  at: '2026-04-03T10:00:00.000Z',
  type: 'note',
  text: `note ${seq}`,
});

function story(events: readonly RunEvent[]) {
  const whole = storyOf(events);
  if (whole === null) throw new Error('the events hold no beginning');
  return whole;
}

test('a step runs, settles its calls and ends', () => {
  const events = [startedEvent(), stepStartedEvent(1, 'a'), settled(2)];
  expect(story(events).run.steps[0]?.status).toBe('running');
  const done = story([...events, stepFinishedEvent(3, sampleStep('a', { status: 'succeeded', runs: 1 }))]);
  expect(done.run.steps.map((step) => step.status)).toEqual(['succeeded', 'pending']);
  expect(done.receipts['a']).toHaveLength(1);
  expect(done.entries).toHaveLength(1);
  expect(stepsDone(done.run)).toBe(1);
});

test('an event told twice counts once', () => {
  const once = story([startedEvent(), stepStartedEvent(1, 'a'), settled(2)]);
  expect(told(once, settled(2))).toBe(once);
});

test('a missing event is noticed and mended by fetching all', () => {
  const events = [startedEvent(), stepStartedEvent(1, 'a'), settled(2)];
  const [first, , third] = events;
  if (first === undefined || third === undefined) throw new Error('three events');
  expect(told(story([first]), third).gapped).toBe(true);
  expect(story(events).gapped).toBe(false);
});

test('events are folded in their own order, however they arrive', () => {
  const events = [startedEvent(), stepStartedEvent(1, 'a'), stepStartedEvent(2, 'b')];
  expect(story([...events].reverse())).toEqual(story(events));
});

test('a run that asks waits until it is answered', () => {
  const asked = story([startedEvent(), askedEvent(1)]);
  expect(asked.run.status).toBe('waiting_approval');
  expect(told(asked, answeredEvent(2, 'approved')).run.status).toBe('running');
  const denied = told(asked, answeredEvent(2, 'denied'));
  expect(Object.values(denied.approvals)[0]).toMatchObject({ answer: 'denied', by: 'panel' });
});

test('a step that the plan did not name is added', () => {
  expect(story([startedEvent(), stepStartedEvent(1, 'c')]).run.steps.map((step) => step.id)).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('the end of a run has the last word', () => {
  const ended = story([startedEvent(), finishedEvent(1, sampleRun({ status: 'cancelled' }))]);
  expect(isOver(ended.run)).toBe(true);
});

test('the story is bounded', () => {
  const notes = Array.from({ length: entriesKeptMax + 50 }, (_, index) => note(index + 1));
  expect(story([startedEvent(), ...notes]).entries).toHaveLength(entriesKeptMax);
});

test('events without their beginning make no story', () => {
  expect(storyOf([stepStartedEvent(4, 'a')])).toBeNull();
});
