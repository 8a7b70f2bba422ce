// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { expect, test } from 'vitest';
import { QuestionCard } from '../../../entrypoints/sidepanel/parts/question-card.tsx';
import type { AskKind } from '../../../shared/asking.ts';

function show(kind: AskKind | undefined) {
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  const answers: string[] = [];
  const question = {
    question_id: '4f2a9c1b-0000-4000-8000-000000000000',
    text: 'Which code?',
    ...(kind === undefined ? {} : { kind }),
    asked_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + 60_000).toISOString(),
  };
  act(() =>
    render(
      <QuestionCard
        question={question}
        title="Job"
        connected
        sending={false}
        onAnswer={(text) => void answers.push(text)}
      />,
      root,
    ),
  );
  const buttons = [...root.querySelectorAll('button')];
  return { root, answers, buttons, words: buttons.map((one) => one.textContent) };
}

test('a template that waits for something to be done takes one press and no words', () => {
  const { root, answers, buttons, words } = show('done');
  expect(words).toEqual(['Done']);
  expect(root.querySelector('textarea')).toBeNull();
  act(() => buttons[0]?.click());
  expect(answers).toEqual(['']);
});

test('a template that wants a code says where it goes, and takes no empty answer', () => {
  const { root, answers, buttons, words } = show('code');
  expect(words).toEqual(['Send']);
  expect(root.textContent).toContain('is written down nowhere');
  act(() => buttons[0]?.click());
  expect(answers).toEqual([]);
});

test("a model's question can be left without an answer, and warns of passwords", () => {
  const { root, words } = show(undefined);
  expect(words).toEqual(['No answer', 'Send']);
  expect(root.textContent).toContain('Never give it a password');
});
