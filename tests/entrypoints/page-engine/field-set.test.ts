// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { chooseOptions, setSecret, setValue } from '../../../entrypoints/page-engine/field-set.ts';
import { fieldStateOf } from '../../../entrypoints/page-engine/field-state.ts';
import { isSensitive } from '../../../entrypoints/page-engine/sensitive.ts';
import { one, showPage } from '../../fakes/page-layout.ts';

test('a value is set past a setter of the page, and the page is told once each by input and change', () => {
  showPage('<input id="a">');
  const seen: string[] = [];
  const field = one('#a');
  for (const type of ['input', 'change']) field.addEventListener(type, () => seen.push(type));
  Object.defineProperty(field, 'value', {
    configurable: true,
    get: () => 'trap',
    set: () => seen.push('trap'),
  });
  setValue(field, 'Ada');
  Reflect.deleteProperty(field, 'value');
  expect(seen).toEqual(['input', 'change']);
  expect(fieldStateOf(field).value).toBe('Ada');
});

test('a secret goes only into a frame of the origin that was judged, and is never read back', () => {
  showPage('<input id="a">');
  const field = one('#a');
  expect(setSecret(field, 'hunter2', 'https://elsewhere.test')).toEqual({ matches: false });
  expect(fieldStateOf(field).value).toBe('');
  expect(setSecret(field, 'hunter2', globalThis.origin)).toEqual({ matches: true });
  expect(isSensitive(field)).toBe(true);
  expect(JSON.stringify(fieldStateOf(field))).not.toContain('hunter2');
});

test('a secret is refused by what is no text field, is hidden or takes no input', () => {
  showPage(
    '<div id="a" contenteditable="true"></div><input id="b" readonly><input id="c" style="display:none">',
  );
  for (const css of ['#a', '#b', '#c']) {
    expect(setSecret(one(css), 'x', globalThis.origin)).toEqual({ matches: false });
  }
});

test('options are chosen by value or label; one that is not there names the choices', () => {
  showPage('<select id="s"><option value="de">Germany</option><option value="no">Norway</option></select>');
  expect(chooseOptions(one('#s'), ['no'])).toMatchObject({ set: true });
  expect(fieldStateOf(one('#s'))).toMatchObject({ value: 'no', labels: ['Norway'] });
  expect(chooseOptions(one('#s'), ['germany'])).toMatchObject({ set: true });
  expect(fieldStateOf(one('#s')).value).toBe('de');
  expect(chooseOptions(one('#s'), ['Mars'])).toMatchObject({ set: false, choices: ['Germany', 'Norway'] });
  expect(chooseOptions(one('#s'), ['de', 'no'])).toMatchObject({ set: false });
});

test('a multiple choice holds exactly the options that were asked for', () => {
  showPage(
    '<select id="s" multiple><option selected>A</option><option>B</option><option>C</option></select>',
  );
  expect(chooseOptions(one('#s'), ['B', 'C'])).toMatchObject({ set: true });
  expect(fieldStateOf(one('#s')).value).toEqual(['B', 'C']);
});

const kinds: readonly (readonly [string, string])[] = [
  ['<input id="t">', 'text'],
  ['<textarea id="t"></textarea>', 'text'],
  ['<input id="t" type="date">', 'typed-value'],
  ['<input id="t" type="checkbox">', 'checkbox'],
  ['<div id="t" role="switch"></div>', 'checkbox'],
  ['<input id="t" role="combobox">', 'combobox'],
  ['<input id="t" list="l">', 'text'],
  ['<div id="t" role="combobox"></div>', 'picker'],
  ['<div id="t" contenteditable="true"></div>', 'rich-text'],
  ['<input id="t" type="file">', 'file'],
  ['<button id="t"></button>', 'none'],
];

test.each(kinds)('%s is a field of kind %s', (html, kind) => {
  showPage(html);
  expect(fieldStateOf(one('#t')).kind).toBe(kind);
});
