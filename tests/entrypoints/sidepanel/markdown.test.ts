import { expect, test } from 'vitest';
import {
  markdownCharactersMax,
  parseInline,
  parseMarkdown,
} from '../../../entrypoints/sidepanel/markdown.ts';

const text = (value: string) => ({ kind: 'text', text: value });

test('the blocks of a report are told apart', () => {
  const source =
    '# Title\n\nA line\nand more\n\n- one\n  - two\n\n1. first\n\n> said\n\n```\ncode\n```\n\n---\n';
  expect(parseMarkdown(source).map((block) => block.kind)).toEqual([
    'heading',
    'paragraph',
    'list',
    'list',
    'quote',
    'code',
    'rule',
  ]);
});

test('a table keeps its cells, escaped bars included', () => {
  const [table] = parseMarkdown('| A | B |\n|---|---:|\n| 1 | a \\| b |\n');
  expect(table).toEqual({
    kind: 'table',
    head: [[text('A')], [text('B')]],
    rows: [[[text('1')], [text('a | b')]]],
  });
});

test('marks in a line nest', () => {
  expect(parseInline('a **b `c`** *d*')).toEqual([
    text('a '),
    { kind: 'strong', children: [text('b '), { kind: 'code', text: 'c' }] },
    text(' '),
    { kind: 'emphasis', children: [text('d')] },
  ]);
});

test('names with underscores and lone stars stay as they are written', () => {
  expect(parseInline('run_id and rows_listed')).toEqual([text('run_id and rows_listed')]);
  expect(parseInline('3 * 4 * 5')).toEqual([text('3 * 4 * 5')]);
});

test('only web addresses become links', () => {
  expect(parseInline('[x](https://example.com/)')).toEqual([
    { kind: 'link', href: 'https://example.com/', children: [text('x')] },
  ]);
  for (const bad of ['[x](javascript:alert(1))', '[x](data:text/html,hi)', '[x](/etc/passwd)']) {
    expect(parseInline(bad).every((part) => part.kind === 'text')).toBe(true);
  }
});

test('markup stays text', () => {
  expect(parseInline('<img src=x onerror=alert(1)>')).toEqual([text('<img src=x onerror=alert(1)>')]);
});

test('a report without end is cut and says so', () => {
  const blocks = parseMarkdown('x\n\n'.repeat(markdownCharactersMax));
  expect(blocks.at(-1)).toEqual({ kind: 'paragraph', children: [text('The rest is in the report file.')] });
});

test('a line made of marks stays text', () => {
  // Reading that went back at each mark would outlast the test's own limit.
  for (const mark of ['[', '_a ', '[a](']) {
    const line = mark.repeat(7_000 / mark.length).trim();
    expect(parseMarkdown(line)).toEqual([{ kind: 'paragraph', children: [text(line)] }]);
  }
});

test('what stands below an item belongs to it, and the numbers go on behind it', () => {
  const source =
    '1. A finding\n   > its words\n\n   [Source](https://e.example/), part 1\n\n2. Another\n   goes on\n\nAfter.';
  const [list, after] = parseMarkdown(source);
  if (list?.kind !== 'list') throw new Error('no list');
  expect(list.items.map(({ more }) => more.map(({ kind }) => kind))).toEqual([['quote', 'paragraph'], []]);
  expect(list.items[1]?.children).toMatchObject([{ text: 'Another' }, { text: ' ' }, { text: 'goes on' }]);
  expect(after).toMatchObject({ kind: 'paragraph' });
});

test('a list begins with the number that it begins with, and another kind of list is another list', () => {
  const blocks = parseMarkdown('3. three\n4. four\n\n- dash');
  expect(blocks).toMatchObject([
    { kind: 'list', ordered: true, start: 3 },
    { kind: 'list', ordered: false },
  ]);
});
