import { expect, test } from 'vitest';
import { selectOption } from '../../../../entrypoints/background/tools/select-option.ts';
import type { FieldKind } from '../../../../shared/engine-input.ts';
import { attempt } from '../../../../shared/faults.ts';
import { fieldEnd, fieldState } from '../../../fakes/field-state.ts';
import { context, ScriptedPage, target } from '../../../fakes/scripted-page.ts';

const field = (kind: FieldKind) => () => fieldState({ kind });
const option = (label: string, selected = false) => ({
  ref: null,
  value: label,
  label,
  selected,
  disabled: false,
});
const args = (more: object) => ({ selector: '#s', timeout_ms: 500, ...more }) as never;

test('places go to the page as places, and what is chosen is read back', async () => {
  const page = new ScriptedPage({
    field: field('select'),
    field_end: () => fieldEnd(fieldState({ kind: 'select' })),
    field_choose: () => ({ set: true, reason: '', choices: [] }),
    option_list: () => ({
      open: true,
      multiple: false,
      busy: false,
      list: null,
      options: [option('A'), option('B', true)],
    }),
  });
  const done = await selectOption(page, args({ index: 1 }), [target()], context());
  expect(done).toEqual({ result: { values: ['B'], labels: ['B'], matches: true }, verified: true });
  expect(page.callsOf('field_choose')[0]?.args).toEqual({ ref: 1, values: [], indexes: [1] });
  const reverted = await selectOption(page, args({ values: 'A' }), [target()], context());
  expect(reverted).toMatchObject({ result: { matches: false }, verified: false });
});

test('a choice whose page leaves in answer was set all the same', async () => {
  const page = new ScriptedPage({
    field: field('select'),
    field_end: () => fieldEnd(fieldState({ kind: 'select' })),
    field_choose: () => ({ set: true, reason: '', choices: [] }),
    option_list: () => ({ fault: { code: 'stale-ref', message: 'm', hint: 'h' } }),
  });
  const { result } = await selectOption(page, args({ values: ['A'] }), [target()], context());
  expect(result).toEqual({ values: ['A'], labels: ['A'], matches: true });
});

test('what is no choice, and an option that is not there, are refused', async () => {
  const text = new ScriptedPage({ field: field('text') });
  expect(await attempt(() => selectOption(text, args({ values: 'A' }), [target()], context()))).toMatchObject(
    { fault: { code: 'bad-arguments' } },
  );
  const none = new ScriptedPage({
    field: field('select'),
    field_choose: () => ({ set: false, reason: 'there is no such option', choices: ['A'] }),
  });
  expect(await attempt(() => selectOption(none, args({ values: 'Z' }), [target()], context()))).toMatchObject(
    { fault: { code: 'bad-arguments', detail: { choices: ['A'] } } },
  );
});
