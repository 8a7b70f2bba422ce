import { expect, test } from 'vitest';
import { scroll } from '../../../../entrypoints/background/tools/scroll.ts';
import { context, ScriptedPage, seen, target } from '../../../fakes/scripted-page.ts';

const remaining = { up: 0, down: 500, left: 0, right: 0 };
const state = {
  scroller: 'page',
  moved: { x: 0, y: 100 },
  remaining,
  in_view: null,
  size: { x: 800, y: 2000 },
};

test('what is left is told after the page has answered, and that it grew', async () => {
  const page = new ScriptedPage({
    scroll: () => state,
    scrolled: () => ({
      ...state,
      moved: { x: 0, y: 0 },
      remaining: { ...remaining, down: 900 },
      size: { x: 800, y: 2400 },
    }),
  });
  const { result } = await scroll(page, { by: { x: 0, y: 100 }, timeout_ms: 500 }, [], context());
  expect(result).toEqual({
    scroller: 'page',
    moved: { x: 0, y: 100 },
    remaining: { ...remaining, down: 900 },
    grew: true,
    in_view: null,
    by_wheel: false,
  });
});

test('where nothing scrolls, the wheel turns over the element that was named', async () => {
  const stuck = { ...state, scroller: null, moved: { x: 0, y: 0 }, in_view: true };
  const page = new ScriptedPage({
    scroll: () => stuck,
    scrolled: () => stuck,
    resolve: () => ({ state: 'found', target: seen('e1'), point: { x: 5, y: 6 } }),
  });
  const args = { selector: '#map', by: { x: 0, y: 100 }, timeout_ms: 500 };
  expect((await scroll(page, args, [target()], context())).result.by_wheel).toBe(true);
  expect(page.sent).toMatchObject([{ params: { type: 'mouseWheel', x: 5, y: 6, deltaY: 100 } }]);
});
