import { expect, test } from 'vitest';
import { latestTurn } from '../../../entrypoints/sidepanel/objective-story.ts';
import { storyOf } from '../../../entrypoints/sidepanel/run-story.ts';
import { reading, researchEvents, sampleTurn, toldIn } from './objective-samples.ts';
import { sampleApproval, sampleReceipt } from './samples.ts';

test('a story has one line a turn, with what was sent back and found in it', () => {
  const story = storyOf(researchEvents());
  expect(story?.entries).toMatchObject([
    { kind: 'turn', n: 1 },
    { kind: 'turn', n: 2 },
  ]);
  expect(story?.objective.turns[2]).toMatchObject({ refusals: [{ rule: 'repeated-search' }], found: [1, 2] });
  expect(story?.run.objective?.answer).toContain('5,895');
});

test('calls belong to the turn that was going on, whatever they are named after', () => {
  const story = storyOf(
    toldIn([...reading, { type: 'call.settled', step_id: 'anything', receipt: sampleReceipt() }]),
  );
  expect(story?.objective.turns[2]?.receipts).toHaveLength(1);
  expect(story?.receipts).toEqual({});
});

test('a question is a line of its own, with its answer once there is one', () => {
  const question = {
    question_id: '00000000-0000-4000-8000-000000000009',
    text: 'Which one?',
    asked_at: '2026-04-03T10:00:00.000Z',
    expires_at: '2999-01-01T00:00:00.000Z',
  };
  const asked = toldIn([...reading, { type: 'question.asked', question }]);
  expect(storyOf(asked)?.run.objective?.question?.text).toBe('Which one?');
  const answered = storyOf(
    toldIn([
      ...reading,
      { type: 'question.asked', question },
      { type: 'question.answered', question_id: question.question_id, text: 'The first', by: 'panel' },
    ]),
  );
  expect(answered?.run.objective?.question).toBeNull();
  expect(answered?.objective.questions[question.question_id]).toMatchObject({
    text: 'The first',
    answered: true,
  });
  expect(answered?.entries.at(-1)).toMatchObject({ kind: 'question' });
});

test('after a no the run goes on, as only a run of a template ends with it', () => {
  const approval = sampleApproval({ run_id: 'o1' });
  const story = storyOf(
    toldIn([
      ...reading,
      { type: 'approval.requested', approval },
      { type: 'approval.answered', approval_id: approval.approval_id, answer: 'denied', by: 'panel' },
    ]),
  );
  expect(story?.run.status).toBe('running');
});

test('the latest turn is the one with the highest number', () => {
  const story = storyOf(
    toldIn([...reading, { type: 'turn.changed', turn: sampleTurn(1, { outcome: 'told late' }) }]),
  );
  expect(story === null ? null : latestTurn(story.objective)?.n).toBe(2);
});
