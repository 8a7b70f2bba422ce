import { expect, test } from 'vitest';
import { fill } from '../../../../entrypoints/background/tools/fill.ts';
import type { FieldState } from '../../../../shared/engine-input.ts';
import { attempt } from '../../../../shared/faults.ts';
import { fieldEnd, fieldState } from '../../../fakes/field-state.ts';
import { context, ScriptedPage, target } from '../../../fakes/scripted-page.ts';

/** A page with one field; `take` says what the field makes of a whole text, `key` what it makes of one key. */
function fieldPage(
  field: Partial<FieldState>,
  take: (text: string) => string | null,
  key?: (text: string) => void,
) {
  const state = { ...fieldState(), ...field };
  const page = new ScriptedPage({
    field: () => fieldState(state),
    field_end: () => fieldEnd(fieldState(state)),
    field_focus: () => ({ holds: true }),
    delivery: () => ({ delivered: true, stray: null }),
    field_set: ({ value }: { value: string }) => {
      state.value = value;
      return { set: true, reason: '', choices: [] };
    },
    field_secret: () => ({ matches: true }),
  });
  page.onSend = ({ method, params }) => {
    if (method === 'Input.insertText') state.value = take(String(params['text'])) ?? state.value;
    else if (params['type'] === 'keyDown' || params['type'] === 'rawKeyDown') key?.(String(params['key']));
  };
  return { page, state };
}

const one = (value: unknown) => ({ selector: '#a', value, timeout_ms: 500 }) as never;

test('a plain field takes the text in one go and is read back', async () => {
  const { page } = fieldPage({}, (text) => text);
  const { result, verified } = await fill(page, one('Ada'), [target()], context());
  expect(result.fields).toEqual([{ selector: '#a', value: 'Ada', matches: true }]);
  expect(verified).toBe(true);
  expect(page.sent).toEqual([{ method: 'Input.insertText', params: { text: 'Ada' } }]);
});

test('a field that listens to keys alone is typed into after it was cleared', async () => {
  const { page, state } = fieldPage(
    { value: '25,00' },
    () => null,
    (key) => {
      state.value = key === 'Backspace' ? '' : `${String(state.value)}${key}`;
    },
  );
  const { result } = await fill(page, one('15'), [target()], context(2_000));
  expect(result.fields[0]).toEqual({ selector: '#a', value: '15', matches: true });
});

test('a page that reverts what was put in is told, and not verified', async () => {
  const { page } = fieldPage(
    {},
    () => 'nothing',
    () => undefined,
  );
  const { result, verified } = await fill(page, one('Ada'), [target()], context(2_000));
  expect(result.fields[0]).toMatchObject({ value: 'nothing', matches: false });
  expect(verified).toBe(false);
});

test('a text that a length limit cut is not typed again', async () => {
  const { page } = fieldPage({}, (text) => text.slice(0, 2));
  const { result } = await fill(page, one('Ada'), [target()], context());
  expect(result.fields[0]).toMatchObject({ value: 'Ad', matches: false });
  expect(page.sent).toHaveLength(1);
});

test('a secret is written by the engine with the judged origin, never typed and never told', async () => {
  const { page } = fieldPage({}, (text) => text);
  const withSecret = { ...context(), secrets: { portal: 'hunter2' } };
  const { result, verified } = await fill(page, one('secret:portal'), [target()], withSecret);
  expect(page.callsOf('field_secret')[0]?.args).toEqual({
    ref: 1,
    value: 'hunter2',
    origin: 'https://x.test',
  });
  expect(page.sent).toEqual([]);
  expect(JSON.stringify(result)).not.toContain('hunter2');
  expect(result.fields[0]).toEqual({ selector: '#a', value: null, matches: true });
  expect(verified).toBe(true);
});

test('a secret that did not come with the call, or for a field that is no text field, is refused', async () => {
  const { page } = fieldPage({}, (text) => text);
  expect(await attempt(() => fill(page, one('secret:portal'), [target()], context()))).toMatchObject({
    fault: { code: 'bad-arguments' },
  });
  const editor = fieldPage({ kind: 'rich-text' }, (text) => text);
  const given = { ...context(), secrets: { portal: 'hunter2' } };
  expect(await attempt(() => fill(editor.page, one('secret:portal'), [target()], given))).toMatchObject({
    fault: { code: 'bad-arguments' },
  });
});

test('a text for a password field is written like a secret', async () => {
  const { page } = fieldPage({ sensitive: true }, (text) => text);
  const { result } = await fill(page, one('typed'), [target()], context());
  expect(page.sent).toEqual([]);
  expect(result.fields[0]).toEqual({ selector: '#a', value: null, matches: true });
});

test('a box that is already in the wanted state is left alone', async () => {
  const { page } = fieldPage({ kind: 'checkbox', value: true }, () => null);
  const { verified } = await fill(page, one(true), [target()], context());
  expect(page.sent).toEqual([]);
  expect(verified).toBe(true);
});

test('a box is clicked into the other state; one that does not go there is told', async () => {
  const { page, state } = fieldPage({ kind: 'checkbox', value: false }, () => null);
  page.onSend = ({ params }) => {
    if (params['type'] === 'mouseReleased') state.value = true;
  };
  expect((await fill(page, one('true'), [target()], context())).result.fields[0]).toMatchObject({
    value: true,
    matches: true,
  });
  page.onSend = () => undefined;
  expect((await fill(page, one(false), [target()], context())).verified).toBe(false);
});

test('values of the wrong kind are refused with what the field takes', async () => {
  const box = fieldPage({ kind: 'checkbox', value: false }, () => null);
  expect(await attempt(() => fill(box.page, one('maybe'), [target()], context()))).toMatchObject({
    fault: { code: 'bad-arguments' },
  });
  const text = fieldPage({}, (value) => value);
  expect(await attempt(() => fill(text.page, one(true), [target()], context()))).toMatchObject({
    fault: { code: 'bad-arguments' },
  });
  const file = fieldPage({ kind: 'file' }, () => null);
  expect(await attempt(() => fill(file.page, one('/etc/passwd'), [target()], context()))).toMatchObject({
    fault: { code: 'bad-arguments' },
  });
});

const two = {
  fields: [
    { selector: '#a', value: 'Ada' },
    { selector: '#b', value: 'Bo' },
  ],
  timeout_ms: 500,
} as never;

test('a dialog that the first field opens leaves the next one unfilled, and both are told', async () => {
  const inDialog = new ScriptedPage({
    field: () => fieldState(),
    recheck: () => ({ fault: { code: 'dialog-open', message: 'm', hint: 'h' } }),
  });
  inDialog.onSend = () => {
    inDialog.open = { kind: 'alert', message: 'hey' };
  };
  const { result, verified } = await fill(inDialog, two, [target(), target('e2')], context());
  expect(result.fields).toMatchObject([
    { selector: '#a', matches: false },
    { selector: '#b', matches: false, detail: expect.stringContaining('Not filled') },
  ]);
  expect(verified).toBe(false);
});

test('a later field that cannot be used ends the call with what was filled before it', async () => {
  const { page } = fieldPage({}, (text) => text);
  const done = await attempt(() => fill(page, two, [target(), target('e2')], context(300)));
  expect(done).toMatchObject({ fault: { detail: { failed: '#b', filled: ['#a'] } } });
});
