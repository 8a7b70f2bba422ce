import { expect, test } from 'vitest';
import { cutParts } from '../../../native-host/agent/page-parts.ts';

const block = (words: string, times: number) => Array.from({ length: times }, () => words).join(' ');

test('a short text is one part, an empty one too', () => {
  expect(cutParts('A\n\nb', ['A'])).toEqual({ parts: ['A\n\nb'], outline: [{ heading: 'A', part: 1 }] });
  expect(cutParts('', [])).toEqual({ parts: [''], outline: [] });
});

test('a heading goes with what it heads, and the outline says where', () => {
  const text = [
    block('first words', 140),
    'Second',
    block('second words', 60),
    'Third',
    block('third words', 100),
  ].join('\n\n');
  const { parts, outline } = cutParts(text, ['Second', 'Third']);
  expect(parts.map((part) => part.split('\n\n').filter((one) => /^(Second|Third)$/.test(one)))).toEqual([
    [],
    ['Second'],
    ['Third'],
  ]);
  expect(outline).toEqual([
    { heading: 'Second', part: 2 },
    { heading: 'Third', part: 3 },
  ]);
});

test('a table that is somewhat longer than a part stays whole, one that is much longer is cut between rows', () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, n) => `Row ${n} | some value | another value`).join('\n');
  expect(cutParts(rows(70), []).parts).toHaveLength(1);
  const { parts } = cutParts(rows(400), []);
  expect(parts.length).toBeGreaterThan(3);
  expect(parts.join('\n')).toBe(rows(400));
});

test('nothing of a long paragraph is lost, and no part is too long', () => {
  const text = Array.from({ length: 300 }, (_, n) => `Sentence number ${n} says something.`).join(' ');
  const { parts } = cutParts(text, []);
  expect(parts.join(' ')).toBe(text);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(1_900);
});
