import { expect, test } from 'vitest';
import { parseCombination } from '../../../../entrypoints/background/tools/key-table.ts';
import { pressCombination, typeText } from '../../../../entrypoints/background/tools/keyboard.ts';
import { ScriptedPage } from '../../../fakes/scripted-page.ts';

async function pressed(text: string): Promise<readonly unknown[]> {
  const page = new ScriptedPage({});
  const combination = parseCombination(text);
  if (combination === null) throw new Error(text);
  await pressCombination(page, combination);
  return page.sent.map(({ params }) => [
    params['type'],
    params['key'],
    params['modifiers'],
    params['text'] ?? '',
  ]);
}

test('modifiers are held round the key, and a command types nothing', async () => {
  expect(await pressed('Control+a')).toEqual([
    ['rawKeyDown', 'Control', 2, ''],
    ['rawKeyDown', 'a', 2, ''],
    ['keyUp', 'a', 2, ''],
    ['keyUp', 'Control', 0, ''],
  ]);
});

test('a letter with Shift is typed as a capital', async () => {
  expect(await pressed('Shift+a')).toContainEqual(['keyDown', 'A', 8, 'A']);
});

test('letters come as text, what no key types is inserted, a line break is Enter', async () => {
  const page = new ScriptedPage({});
  await typeText(page, 'aé\n😀', new AbortController().signal);
  expect(
    page.sent
      .filter(({ params }) => params['type'] !== 'keyUp')
      .map(({ method, params }) => [method, params['text']]),
  ).toEqual([
    ['Input.dispatchKeyEvent', 'a'],
    ['Input.insertText', 'é'],
    ['Input.dispatchKeyEvent', '\r'],
    ['Input.insertText', '😀'],
  ]);
});

test('a letter with its accents and an emoji with its parts come as one text each', async () => {
  const page = new ScriptedPage({});
  await typeText(page, 'e\u0301👩‍👧!', new AbortController().signal);
  expect(page.sent.map(({ params }) => [params['text'], params['modifiers']])).toEqual([
    ['e\u0301', undefined],
    ['👩‍👧', undefined],
    ['!', 8],
    [undefined, 8],
  ]);
});

test('typing ends when the call is cancelled', async () => {
  const stop = new AbortController();
  const page = new ScriptedPage({});
  page.onSend = () => stop.abort();
  await expect(typeText(page, 'abc', stop.signal)).rejects.toMatchObject({ fault: { code: 'cancelled' } });
  expect(page.sent.length).toBeLessThan(3);
});
