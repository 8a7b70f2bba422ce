import { expect, test } from 'vitest';
import { pressKey } from '../../../../entrypoints/background/tools/press-key.ts';
import { attempt } from '../../../../shared/faults.ts';
import { context, frame, ScriptedPage, seen, target } from '../../../fakes/scripted-page.ts';

const args = (more: object) => ({ timeout_ms: 500, count: 1, ...more }) as never;
const delivery = () => ({ delivered: true, stray: null });
const nowhere = () => ({ state: 'none', nearest: [] });
const none = () => ({ effects: [] });

test('a key that is none is refused before anything is sent', async () => {
  const page = new ScriptedPage({});
  expect(await attempt(() => pressKey(page, args({ key: 'Entr' }), [], context()))).toMatchObject({
    fault: { code: 'bad-arguments' },
  });
  expect(page.calls).toEqual([]);
});

test('a target gets the focus first; one that does not take it is refused', async () => {
  const page = new ScriptedPage({ delivery, focused: nowhere, effects: none });
  await pressKey(page, args({ key: 'Enter' }), [target()], context());
  expect(page.callsOf('field_focus')[0]?.args).toEqual({ ref: 1, select: false });
  const stiff = new ScriptedPage({ focused: nowhere, field_focus: () => ({ holds: false }) });
  expect(await attempt(() => pressKey(stiff, args({ key: 'Enter' }), [target()], context()))).toMatchObject({
    fault: { code: 'not-actionable' },
  });
  expect(stiff.sent).toEqual([]);
});

test('without a target the watch is in the frame that has the focus', async () => {
  const page = new ScriptedPage(
    {
      delivery,
      effects: none,
      focused: (_args, id) =>
        id === 0
          ? { state: 'found', target: seen('e1', { tag: 'iframe' }), point: null }
          : { state: 'none', nearest: [] },
      resolve: () => ({ state: 'frame', ref: 'e1', index: 0, src: '', used: 1 }),
      place: () => ({ index: 0, url: '', name: '' }),
    },
    [frame(0), frame(4, 0)],
  );
  await pressKey(page, args({ text: 'a' }), [], context());
  expect(page.callsOf('delivery_arm')[0]).toMatchObject({ frameId: 4, args: { ref: null, kind: 'key' } });
});

test('a key is pressed as often as asked, and what has the focus then is told', async () => {
  let at = 1;
  const page = new ScriptedPage({
    delivery,
    effects: () => ({ effects: ['value changed'] }),
    focused: () => ({ state: 'found', target: seen(`e${at}`, { name: `Field ${at}` }), point: null }),
  });
  page.onSend = ({ params }) => {
    if (params['type'] === 'keyUp') at += 1;
  };
  const { result } = await pressKey(page, args({ key: 'Tab', count: 3 }), [], context());
  expect(page.sent.filter(({ params }) => params['type'] === 'keyUp')).toHaveLength(3);
  expect(result).toEqual({
    delivered: true,
    effects: ['value changed', 'focus moved'],
    focused: { ref: 'e4', role: 'button', name: 'Field 4' },
  });
});

test('a long text is put in at once', async () => {
  const page = new ScriptedPage({ delivery, focused: nowhere, effects: none });
  await pressKey(page, args({ text: 'ab'.repeat(1_000), count: 1 }), [], context());
  expect(page.sent.map(({ method }) => method)).toEqual(['Input.insertText']);
});
