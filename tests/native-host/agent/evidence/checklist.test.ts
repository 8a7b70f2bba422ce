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

test('an explanation may be taken apart in words of its own', () => {
  const objective = 'Explain how tidal locking comes about.';
  const lines = ['what slows the rotation: tidal friction', 'the first ascent of Everest'];
  expect(texts(lines, objective)).toEqual(['what slows the rotation: tidal friction']);
});

test('a line with a number that nobody asked for is dropped', () => {
  expect(texts(['hotels in Rome', 'hotels in Rome under 80 euros'], 'hotels in Rome')).toEqual([
    'hotels in Rome',
  ]);
});

test('there are never more than eight lines, and the count stays among them', () => {
  const lines = Array.from(
    { length: 12 },
    (_, at) => `cafés in Lisbon ${'abcdefghijkl'[at]}${at > 5 ? 'x' : 'y'}z`,
  );
  const made = texts(lines, 'Find three cafés in Lisbon');
  expect(made).toHaveLength(8);
  expect(made.at(-1)).toBe('three cafés in Lisbon');
});
