import { expect, test } from 'vitest';
import { findKey, parseCombination } from '../../../../entrypoints/background/tools/key-table.ts';

test('every printable character has a key, and never the code of an editing key', () => {
  const editing = new Set([8, 9, 13, 27, 33, 34, 35, 36, 37, 38, 39, 40, 45, 46]);
  for (let code = 0x20; code < 0x7f; code++) {
    const character = String.fromCharCode(code);
    const key = findKey(character);
    expect(key, character).toMatchObject({ key: character, text: character });
    expect(editing.has(key?.keyCode ?? 0), character).toBe(false);
  }
});

test('a full stop, a quote and a bracket have the codes of their keys', () => {
  expect(['.', "'", '(', '%', '&'].map((text) => findKey(text)?.keyCode)).toEqual([190, 222, 57, 53, 55]);
});

test('capitals and upper signs are typed with Shift, on the key that bears them', () => {
  for (const [upper, code] of Object.entries({
    A: 'KeyA',
    '!': 'Digit1',
    '"': 'Quote',
    '?': 'Slash',
    '~': 'Backquote',
  })) {
    expect(findKey(upper)).toMatchObject({ code, shifted: true });
  }
  expect(['a', '1', "'", '/', '`'].map((lower) => findKey(lower)?.shifted)).toEqual(Array(5).fill(false));
});

test('a key of the number pad is known by its place, and types its character', () => {
  expect(findKey('Numpad5')).toMatchObject({ key: '5', code: 'Numpad5', text: '5', location: 3 });
  expect(findKey('5')).toMatchObject({ code: 'Digit5' });
});

test('Enter types a carriage return, without which no form is sent', () => {
  expect(findKey('Enter')).toMatchObject({ keyCode: 13, text: '\r' });
});

test.each([
  ['Control+A', ['Control'], 'a'],
  ['Shift+1', ['Shift'], '!'],
  ['Shift+/', ['Shift'], '?'],
  ['Alt+Shift+Tab', ['Alt', 'Shift'], 'Tab'],
  ['KeyK', [], 'k'],
  ['ControlOrMeta+KeyK', [navigator.platform.startsWith('Mac') ? 'Meta' : 'Control'], 'k'],
  ['?', [], '?'],
  ['Control+Shift+k', ['Control', 'Shift'], 'K'],
  ['ctrl+a', ['Control'], 'a'],
  ['Shift+Tab', ['Shift'], 'Tab'],
  ['+', [], '+'],
  ['Control++', ['Control'], '+'],
  ['esc', [], 'Escape'],
  ['F5', [], 'F5'],
  ['a', [], 'a'],
])('%s is a combination', (text, modifiers, key) => {
  expect(parseCombination(text)).toMatchObject({ modifiers, key: { key } });
});

test.each(['Entr', 'Hyper+A', 'A+B', 'Control+', 'ß+Control', 'Control+ß'])('%s is none', (text) => {
  expect(parseCombination(text)).toBeNull();
});
