import { expect, test } from 'vitest';
import { snapshot } from '../../../../entrypoints/background/tools/snapshot.ts';
import { context, frame, ScriptedPage } from '../../../fakes/scripted-page.ts';

const line = (text: string, depth = 0) => ({ depth, text, frame: null });
const inFrame = (text: string, index: number, depth = 0) => ({ depth, text, frame: { index, src: '' } });
const args = (more: object = {}) =>
  ({ viewport_only: false, part: 1, max_tokens: 4_000, timeout_ms: 500, ...more }) as never;
const answer = (lines: unknown[], more: object = {}) => ({
  lines,
  nodes: lines.length,
  changed: false,
  gone: [],
  rest: [],
  ...more,
});
const place = (_args: unknown, id: number) => ({ index: id - 1, url: '', name: '' });

test('the outlines of frames stand under the lines of their elements', async () => {
  const page = new ScriptedPage(
    {
      place,
      snapshot: (_args, id) =>
        id === 0
          ? answer([line('main'), inFrame('iframe [e1]', 0, 1), line('"end"')])
          : answer([line('button [f1e1]')]),
    },
    [frame(0), frame(1, 0)],
  );
  const { result } = await snapshot(page, args(), [], context());
  expect(result.outline).toBe('main\n iframe [e1]\n  button [f1e1]\n"end"');
  expect(page.callsOf('snapshot').map(({ args: asked }) => asked)).toMatchObject([
    { prefix: '' },
    { prefix: 'f1' },
  ]);
});

test('a frame that cannot be read is told, and the rest is given', async () => {
  const page = new ScriptedPage(
    {
      place,
      snapshot: (_args, id) =>
        id === 0
          ? answer([inFrame('iframe', 0), line('"end"')])
          : { fault: { code: 'timeout', message: 'm', hint: 'h' } },
    },
    [frame(0), frame(1, 0)],
  );
  const { result } = await snapshot(page, args(), [], context());
  expect(result.outline).toBe('iframe\n (frame could not be read)\n"end"');
});

test('a frame in which nothing is found is left out of a search', async () => {
  const page = new ScriptedPage(
    {
      place,
      snapshot: (_args, id) =>
        id === 0 ? answer([inFrame('iframe', 0), line('button "Save"')]) : answer([]),
    },
    [frame(0), frame(1, 0)],
  );
  const { result } = await snapshot(page, args({ find: 'save' }), [], context());
  expect(result.outline).toBe('button "Save"');
});

test('what did not fit is told, and how to get it', async () => {
  const page = new ScriptedPage({ snapshot: () => answer([line('main')], { rest: ['9 more rows'] }) });
  const { result } = await snapshot(page, args(), [], context());
  expect(result).toMatchObject({
    complete: false,
    outline: 'main\n(cut here; left out: 9 more rows. part: 2 goes on; or use selector, find, max_tokens)',
  });
});

test('parts follow each other without a gap, and the last one is complete', async () => {
  const lines = Array.from({ length: 30 }, (_, n) => line(`"${'x'.repeat(40)} ${n}"`));
  const page = new ScriptedPage({
    snapshot: (asked: { readonly characters_max: number }) =>
      answer(lines.slice(0, Math.ceil(asked.characters_max / 44) + 1)),
  });
  const numbers: string[] = [];
  for (let part = 1; part <= 10; part++) {
    const { result } = await snapshot(page, args({ part, max_tokens: 100 }), [], context());
    numbers.push(...(result.outline.match(/(?<=x )\d+/g) ?? []));
    if (result.complete) break;
  }
  expect(numbers.map(Number)).toEqual(lines.map((_, at) => at));
});

test('only changes are told with what is gone, and with the way to all of it', async () => {
  const gone = ['button "Old" [e3]'];
  const page = new ScriptedPage({ snapshot: () => answer([line('"New"')], { changed: true, gone }) });
  const { result } = await snapshot(page, args(), [], context());
  expect(result.changed).toBe(true);
  expect(result.outline).toBe(
    '"New"\ngone: button "Old" [e3]\n(only what changed since your last snapshot; changed: false gives all)',
  );
  expect(page.callsOf('snapshot')[0]?.args).toMatchObject({ changed: 'auto', reader: 'c1' });
});
