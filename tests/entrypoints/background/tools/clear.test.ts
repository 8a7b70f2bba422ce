import { expect, test } from 'vitest';
import { clear } from '../../../../entrypoints/background/tools/clear.ts';
import type { FieldKind } from '../../../../shared/engine-input.ts';
import { attempt } from '../../../../shared/faults.ts';
import { fieldEnd, fieldState } from '../../../fakes/field-state.ts';
import { context, ScriptedPage, target } from '../../../fakes/scripted-page.ts';

const args = { selector: '#a', timeout_ms: 500 };

function fieldPage(kind: FieldKind, input_type: string, backspaceWorks: boolean) {
  let value = 'old';
  const page = new ScriptedPage({
    field: () => fieldState({ kind, input_type, value }),
    field_end: () => fieldEnd(fieldState({ kind, input_type, value })),
    field_set: () => ({ set: true, reason: '', choices: [] }),
  });
  page.onSend = ({ params }) => {
    if (backspaceWorks && params['key'] === 'Backspace') value = '';
  };
  return page;
}

test('a text field is emptied by a key, as a person does, and read back', async () => {
  const page = fieldPage('text', 'text', true);
  expect(await clear(page, args, [target()], context())).toEqual({
    result: { value: '', empty: true },
    verified: true,
  });
});

test('a page that puts its text back is told', async () => {
  const page = fieldPage('text', 'text', false);
  expect(await clear(page, args, [target()], context(2_000))).toEqual({
    result: { value: 'old', empty: false },
    verified: false,
  });
});

test.each<[FieldKind, string]>([
  ['checkbox', ''],
  ['typed-value', 'range'],
  ['none', ''],
])('a field of kind %s %s is never empty, and refused', async (kind, type) => {
  const page = fieldPage(kind, type, true);
  expect(await attempt(() => clear(page, args, [target()], context()))).toMatchObject({
    fault: { code: 'bad-arguments' },
  });
  expect(page.sent).toEqual([]);
});
