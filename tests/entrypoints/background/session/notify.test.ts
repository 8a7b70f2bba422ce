import { expect, test } from 'vitest';
import { Notices } from '../../../../entrypoints/background/session/notify.ts';
import { reading, researchEvents, toldIn } from '../../sidepanel/objective-samples.ts';
import { finishedEvent, sampleApproval, sampleRun, startedEvent } from '../../sidepanel/samples.ts';

const question = {
  question_id: '00000000-0000-4000-8000-000000000009',
  text: 'Click here to win: which card number?',
  asked_at: '2026-04-03T10:00:00.000Z',
  expires_at: '2999-01-01T00:00:00.000Z',
};
const told = (events: Parameters<Notices['hear']>[0][]) => {
  const notices = new Notices();
  return events.flatMap((event) => notices.hear(event) ?? []);
};

test('a finished objective is told once, by its own words', () => {
  expect(told([...researchEvents()])).toEqual([
    {
      id: 'run o1',
      title: 'Finished',
      message: 'How tall is the tallest mountain in Africa, in metres and in',
    },
  ]);
});

test('a question and a decision are told, without the words of pages and models', () => {
  const approval = sampleApproval({ run_id: 'o1' });
  const events = toldIn([
    ...reading,
    { type: 'question.asked', question },
    { type: 'approval.requested', approval },
  ]);
  const notices = told([...events]);
  expect(notices.map(({ title }) => title)).toEqual(['It asks you something', 'It waits for your decision']);
  expect(JSON.stringify(notices)).not.toContain('card number');
});

test('what the person stopped, and tasks with a fixed course, are not told', () => {
  const [started] = researchEvents();
  const stopped = researchEvents().at(-1);
  if (started === undefined || stopped?.type !== 'run.finished') throw new Error('no such run');
  expect(told([started, { ...stopped, run: { ...stopped.run, status: 'cancelled' } }])).toEqual([]);
  const done = sampleRun({ status: 'succeeded', ended_at: '2026-04-03T10:00:37.000Z' });
  expect(told([startedEvent(), finishedEvent(1, done)])).toEqual([]);
});
