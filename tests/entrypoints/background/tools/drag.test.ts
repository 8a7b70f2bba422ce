import { expect, test } from 'vitest';
import { drag } from '../../../../entrypoints/background/tools/drag.ts';
import { attempt } from '../../../../shared/faults.ts';
import { context, ScriptedPage, target } from '../../../fakes/scripted-page.ts';

const args = (more: object) => ({ selector: '#a', modifiers: [], timeout_ms: 500, ...more }) as never;
const seen = { native: false, released: true, dropped: false, on: null, moved: true, selected: null };
const answers = (more: object = {}) => ({
  recheck: () => ({ state: 'found', target: { ...target().description }, point: { x: 5, y: 6 } }),
  point_show: ({ x, y }: { x: number; y: number }) => ({ x: 100 + x, y: 200 + y }),
  delivery: () => ({ delivered: true, stray: null }),
  effects: () => ({ effects: [] }),
  drag_seen: () => seen,
  box: () => ({ x: 100, y: 200, width: 40, height: 20 }),
  ...more,
});
const types = (page: ScriptedPage) => page.sent.map(({ params }) => params['type']);
const last = (page: ScriptedPage) => page.sent.at(-1)?.params;

test('the button is pressed once, held while the pointer goes in steps, and let go where the path ends', async () => {
  const page = new ScriptedPage(answers());
  const { result } = await drag(
    page,
    args({
      path: [
        { x: 0, y: 0 },
        { x: 60, y: 0 },
      ],
    }),
    [target()],
    context(),
  );
  expect(types(page).filter((type) => type !== 'mouseMoved')).toEqual(['mousePressed', 'mouseReleased']);
  const held = page.sent.filter(({ params }) => params['type'] === 'mouseMoved' && params['buttons'] === 1);
  expect(held.length).toBeGreaterThan(3);
  expect(last(page)).toMatchObject({ type: 'mouseReleased', x: 160, y: 200, buttons: 0 });
  expect(result).toMatchObject({ delivered: true, kind: 'pointer', dropped: null, effects: ['moved'] });
});

test('a press that strayed is a fault, moves nothing and leaves no button down', async () => {
  const stray = { ref: 'e7', role: 'dialog', name: 'Late' };
  const page = new ScriptedPage(answers({ delivery: () => ({ delivered: false, stray }) }));
  const path = [
    { x: 0, y: 0 },
    { x: 60, y: 0 },
  ];
  const done = await attempt(() => drag(page, args({ path }), [target()], context()));
  expect(done).toMatchObject({ fault: { code: 'covered' } });
  expect(types(page)).toEqual(['mouseMoved', 'mousePressed', 'mouseReleased']);
});

test('a cancelled drag lets go', async () => {
  const stop = new AbortController();
  const page = new ScriptedPage(answers());
  page.onSend = ({ params }) => {
    if (params['buttons'] === 1 && params['type'] === 'mouseMoved') stop.abort();
  };
  const path = [
    { x: 0, y: 0 },
    { x: 600, y: 0 },
  ];
  const given = { ...context(), signal: stop.signal };
  expect(await attempt(() => drag(page, args({ path }), [target()], given))).toMatchObject({
    fault: { code: 'cancelled' },
  });
  expect(last(page)).toMatchObject({ type: 'mouseReleased' });
});

test('a drop that an element took is told with where it went', async () => {
  const on = { ref: 'e9', role: 'list', name: 'Done' };
  const page = new ScriptedPage(answers({ drag_seen: () => ({ ...seen, native: true, dropped: true, on }) }));
  const path = [
    { x: 0, y: 0 },
    { x: 60, y: 0 },
  ];
  const { result } = await drag(page, args({ path }), [target()], context());
  expect(result).toMatchObject({ kind: 'native', dropped: true, on });
});
