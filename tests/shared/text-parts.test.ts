import { expect, test } from 'vitest';
import type { TextBlock } from '../../shared/engine-methods.ts';
import { partCharactersMax, partsOf } from '../../shared/text-parts.ts';

const block = (kind: TextBlock['kind'], text: string, level = 0): TextBlock => ({
  kind,
  level,
  text,
  markdown: text,
  frame: null,
});
const words = (count: number) => 'word '.repeat(count).trim();

test('parts hold whole blocks and stay under the size', () => {
  const { parts } = partsOf([block('paragraph', words(900)), block('paragraph', words(900))], 'text');
  expect(parts.map((part) => part.length <= partCharactersMax)).toEqual([true, true]);
});

test('a table or a code block is never cut, however long', () => {
  const table = Array.from({ length: 900 }, (_, row) => `${row} | value`).join('\n');
  const { parts } = partsOf(
    [block('paragraph', 'before'), block('table', table), block('paragraph', 'after')],
    'text',
  );
  expect(parts.filter((part) => part.includes(table))).toHaveLength(1);
});

test('a long paragraph is cut at ends of sentences and nothing of it is lost', () => {
  const text = `${'A sentence of several words. '.repeat(600).trim()}`;
  const { parts } = partsOf([block('paragraph', text)], 'text');
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.slice(0, -1).every((part) => part.endsWith('.'))).toBe(true);
  expect(parts.join(' ')).toBe(text);
});

test('the outline names the part in which each heading is, and a heading is not left alone at the end', () => {
  const blocks = [
    block('heading', 'One', 1),
    block('paragraph', words(1150)),
    block('heading', 'Two', 2),
    block('paragraph', words(200)),
  ];
  const { parts, outline } = partsOf(blocks, 'text');
  expect(outline).toEqual([
    { level: 1, heading: 'One', part: 1 },
    { level: 2, heading: 'Two', part: 2 },
  ]);
  expect(parts[1]?.startsWith('Two')).toBe(true);
});

test('a page without text is one empty part', () => {
  expect(partsOf([], 'markdown')).toEqual({ parts: [''], outline: [] });
});
