import { expect, test } from 'vitest';
import { makeChecklist } from '../../../../native-host/agent/evidence/checklist.ts';

const fact = 'What is the tallest mountain in Africa, in metres and feet?';
const texts = (proposed: readonly string[], objective: string) =>
  makeChecklist(proposed, objective).map(({ text }) => text);

test('a unit that the model left out is kept', () => {
  expect(texts(['the tallest mountain in Africa', 'its height in metres'], fact)).toEqual([
    'the tallest mountain in Africa',
    'its height in metres',
    'in feet',
  ]);
});

test('repeats and inventions are dropped', () => {
  expect(
    texts(
      [
        'tallest mountain in Africa in metres',
        'in metres: tallest mountain in Africa',
        'in feet',
        'first ascent and climbing season',
      ],
      fact,
    ),
  ).toEqual(['tallest mountain in Africa in metres', 'in feet']);
});

test('a count and a limit that the model left out are kept', () => {
  const lines = texts(['cafés in Lisbon'], 'Find three cafés in Lisbon under 10 euros.');
  expect(lines).toEqual(['cafés in Lisbon', 'three cafés in Lisbon under 10 euros']);
});

test('an objective of which nothing is proposed is its own item', () => {
  expect(makeChecklist([], 'How do I reset the router?')).toEqual([
    { n: 1, text: 'How do I reset the router?', state: 'open' },
  ]);
});
