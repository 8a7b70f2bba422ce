import { expect, test } from 'vitest';
import { foldObjective } from '../../shared/objective.ts';
import { sampleFinding, sampleObjective, sampleTurn } from '../entrypoints/sidepanel/objective-samples.ts';

const question = {
  question_id: '00000000-0000-4000-8000-000000000009',
  text: 'Which?',
  asked_at: '2026-04-03T10:00:00.000Z',
  expires_at: '2026-04-03T10:05:00.000Z',
};

test('a turn that is told again takes the place of what was told of it before', () => {
  const first = foldObjective(sampleObjective(), {
    type: 'turn.changed',
    turn: sampleTurn(1, { state: 'running', outcome: '' }),
  });
  const then = foldObjective(first, { type: 'turn.changed', turn: sampleTurn(1) });
  expect(then.turns).toEqual([sampleTurn(1)]);
});

test('a page counts once however often it is read', () => {
  const page = { type: 'page.read', url: 'https://example.com/', title: 'E' } as const;
  const view = foldObjective(foldObjective(sampleObjective(), page), { ...page, title: 'Again' });
  expect(view.pages).toEqual([{ url: 'https://example.com/', title: 'E' }]);
});

test('a question stands until it is answered, or nobody has', () => {
  const asked = foldObjective(sampleObjective(), { type: 'question.asked', question });
  expect(asked.question).toEqual(question);
  const { question_id } = question;
  const answered = foldObjective(asked, { type: 'question.answered', question_id, text: null, by: 'nobody' });
  expect(answered.question).toBeNull();
});

test('findings, checklist, tokens and result are as the last event says, and a refusal changes none of them', () => {
  const tokens = { calls: 1, read: 2, reused: 3, written: 4, model_ms: 5 };
  const checklist = [{ n: 1, text: 'a', state: 'found' as const }];
  const view = [
    { type: 'finding.recorded', finding: sampleFinding(1) } as const,
    { type: 'finding.recorded', finding: sampleFinding(2) } as const,
    { type: 'checklist.changed', checklist } as const,
    { type: 'model.called', purpose: 'act', tokens } as const,
    { type: 'answer.written', markdown: 'It is.' } as const,
    { type: 'proposal.refused', turn: 1, rule: 'r', reason: 'Why.' } as const,
  ].reduce(foldObjective, sampleObjective());
  expect(view).toMatchObject({ checklist, tokens, answer: 'It is.' });
  expect(view.findings.map(({ n }) => n)).toEqual([1, 2]);
});
