import { expect, test } from 'vitest';
import { Questions } from '../../../native-host/authority/questions.ts';
import type { RunEventBody } from '../../../shared/run.ts';

function asked(more: { unattended?: boolean; waitMs?: number } = {}) {
  const events: RunEventBody[] = [];
  const questions = new Questions({ clock: () => 0, waitMs: more.waitMs ?? 60_000 });
  const stop = new AbortController();
  const answer = questions.ask({
    text: 'Which size?',
    unattended: more.unattended ?? false,
    emit: (event) => void events.push(event),
    signal: stop.signal,
  });
  const [first] = events;
  const id = first?.type === 'question.asked' ? first.question.question_id : '';
  return { answer, events, questions, stop, id };
}

test('the first answer counts, and only for its own question', async () => {
  const { answer, events, questions, id } = asked();
  expect(questions.answer('another', 'no', 'panel')).toBe(false);
  expect(questions.answer(id, 'Large', 'panel')).toBe(true);
  expect(questions.answer(id, 'Small', 'terminal')).toBe(false);
  expect(await answer).toBe('Large');
  expect(events.at(-1)).toEqual({ type: 'question.answered', question_id: id, text: 'Large', by: 'panel' });
});

test('where nobody is there it is answered at once with nothing', async () => {
  const { answer, events } = asked({ unattended: true });
  expect(await answer).toBeNull();
  expect(events.map(({ type }) => type)).toEqual(['question.asked', 'question.answered']);
});

test('a code is in no event, and what is no code leaves the question open', async () => {
  const events: RunEventBody[] = [];
  const questions = new Questions({ clock: () => 0, waitMs: 1 });
  const answer = questions.ask({
    text: 'Which code?',
    kind: 'code',
    waitMs: 60_000,
    unattended: false,
    emit: (event) => void events.push(event),
    signal: new AbortController().signal,
  });
  const id = events[0]?.type === 'question.asked' ? events[0].question.question_id : '';
  expect(() => questions.answer(id, 'it is 482913!', 'panel')).toThrow('the code alone');
  expect(questions.answer(id, '482913', 'panel')).toBe(true);
  expect(await answer).toBe('482913');
  expect(events.at(-1)).toMatchObject({ type: 'question.answered', by: 'panel' });
  expect(JSON.stringify(events)).not.toContain('482913');
});

test('silence and a stopped run are no answer', async () => {
  expect(await asked({ waitMs: 1 }).answer).toBeNull();
  const { answer, stop } = asked();
  stop.abort();
  expect(await answer).toBeNull();
});
