import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EditorPage, editorPage } from '../fakes/editor-pages.ts';
import { ToolBench } from '../fakes/tool-bench.ts';

// The editors, frameworks and masks that people meet, each the real package: what fill puts into them is what
// they themselves hold afterwards, and what it says of it is true.

let bench: ToolBench;

beforeAll(async () => {
  bench = await ToolBench.start();
});

afterAll(() => bench.close());

const model = async () =>
  String(await bench.page.evaluate('model()'))
    .replaceAll('\u00a0', ' ')
    .trimEnd();
const lines = (text: string) => text.split(/\n+/).filter((line) => line !== '');
const open = async (name: EditorPage) => bench.open(await editorPage(name));
const fill = async (selector: string, value: string) => {
  const { result, verified } = await bench.does('fill', { selector, value }, { timeoutMs: 20_000 });
  return { ...result.fields[0], verified };
};

const mixed = 'Zeile eins 😀\n\nשלום “q” third\n  <b>{indented}</b>';
const long = Array.from({ length: 2_200 }, (_, at) => `Line ${at} of the long text, and more words.`).join(
  '\n',
);

test.each([
  ['prosemirror', '#host'],
  ['lexical', '#host'],
  ['quill', '#host .ql-editor'],
] as const)('%s holds what it was filled with, also at length, and is emptied', async (name, selector) => {
  await open(name);
  expect(await fill(selector, mixed)).toMatchObject({ matches: true, verified: true });
  expect(lines(await model())).toEqual(lines(mixed));
  expect(await fill(selector, long)).toMatchObject({ matches: true, verified: true });
  expect(lines(await model())).toEqual(lines(long));
  expect(await fill(selector, 'one line')).toMatchObject({ value: 'one line', matches: true });
  expect(await model()).toBe('one line');
  expect((await bench.does('clear', { selector })).result).toEqual({ value: '', empty: true });
  expect(await model()).toBe('');
});

const code = 'function f() {\n  if (x) {\n    return [\'a\', "b"];\n  }\n}\n\n<div>\n\t<b>tab</b>\n</div>';

test.each([
  ['codemirror', '.cm-editor'],
  ['monaco', '.monaco-editor'],
] as const)('%s, which draws few of its lines, is verified by all of them', async (name, selector) => {
  await open(name);
  expect(await fill(selector, code)).toMatchObject({ value: code, matches: true, verified: true });
  expect(await model()).toBe(code);
  expect(await fill(selector, long)).toMatchObject({ matches: true, verified: true });
  expect(await model()).toBe(long);
  expect((await bench.does('clear', { selector })).result).toEqual({ value: '', empty: true });
  expect(await model()).toBe('');
});

test('React sees every kind of change, and what it puts back is told', async () => {
  await open('react');
  const { result } = await bench.does('fill', {
    fields: [
      { selector: '#name', value: 'Åse' },
      { selector: '#country', value: 'Sweden' },
      { selector: '#agreed', value: true },
      { selector: '#due', value: '2026-06-30' },
      { selector: '#level', value: 7 },
    ],
  });
  expect(result.fields.filter(({ matches }) => !matches)).toEqual([]);
  const state = JSON.parse((await bench.says('#state')) ?? '');
  expect(state).toMatchObject({ name: 'Åse', country: 'se', agreed: true, due: '2026-06-30', level: '7' });
  expect(await fill('#kept', 'yours')).toMatchObject({ value: 'mine', matches: false, verified: false });
  expect(await fill('#upper', 'loud')).toMatchObject({ value: 'LOUD', matches: false });
  expect(await fill('#fixed', 'B')).toMatchObject({ value: 'A', matches: false });
  expect((await bench.does('clear', { selector: '#name' })).result.empty).toBe(true);
  expect(JSON.parse((await bench.says('#state')) ?? '')).toMatchObject({ name: '' });
});

test('masks take digits and make their own form of them', async () => {
  await open('masks');
  expect(await fill('#phone', '5551234567')).toMatchObject({ value: '+1(555)123-4567' });
  expect(await fill('#date', '30.06.2026')).toMatchObject({ value: '30.06.2026', matches: true });
  expect(await fill('#money', '1234.5')).toMatchObject({ matches: true });
  expect(await bench.page.evaluate('model()')).toEqual(['15551234567', '30.06.2026', 1234.5]);
});
