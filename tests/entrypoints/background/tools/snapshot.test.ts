import { expect, test } from 'vitest';
import { snapshot } from '../../../../entrypoints/background/tools/snapshot.ts';
import { context, frame, ScriptedPage } from '../../../fakes/scripted-page.ts';

const line = (text: string, depth = 0) => ({ depth, text, frame: null });
const inFrame = (text: string, index: number, depth = 0) => ({ depth, text, frame: { index, src: '' } });
const args = (more: object = {}) =>
  ({ viewport_only: false, changed: false, max_tokens: 4_000, timeout_ms: 500, ...more }) as never;
const answer = (lines: unknown[], left_out = 0) => ({ lines, nodes: lines.length, left_out, next_ref: 9 });
const place = (_args: unknown, id: number) => ({ index: id - 1, url: '', name: '' });

test('the outlines of frames stand under the lines of their elements', async () => {
  const page = new ScriptedPage(
    {
      place,
      snapshot: (_args, id) =>
        id === 0
          ? answer([line('main'), inFrame('iframe [ref=e1]', 0, 1), line('text: end')])
          : answer([line('button [ref=f1e1]')]),
    },
    [frame(0), frame(1, 0)],
  );
  const { result } = await snapshot(page, args(), [], context());
  expect(result.outline).toBe('- main\n  - iframe [ref=e1]\n    - button [ref=f1e1]\n- text: end');
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
          ? answer([inFrame('iframe', 0), line('text: end')])
          : { fault: { code: 'timeout', message: 'm', hint: 'h' } },
    },
    [frame(0), frame(1, 0)],
  );
  const { result } = await snapshot(page, args(), [], context());
  expect(result.outline).toBe('- iframe\n  - text: (frame could not be read)\n- text: end');
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
  expect(result.outline).toBe('- button "Save"');
});

test('what did not fit is told in the outline and in numbers', async () => {
  const page = new ScriptedPage({ snapshot: () => answer([line('main')], 12) });
  const { result } = await snapshot(page, args(), [], context());
  expect(result).toMatchObject({ left_out: 12, outline: '- main\n… 12 more lines left out' });
});
