// Keys as a US keyboard has them: the name of the key, where it is, and the Windows code that Chrome's
// input wants. The code of a printable key is that of the key, never that of the character: 46 would be
// Delete where a full stop is meant.

export type Key = {
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  /** What it types; empty for keys that type nothing. */
  readonly text: string;
  readonly location: number;
};

function key(name: string, code: string, keyCode: number, text = '', location = 0): Key {
  return { key: name, code, keyCode, text, location };
}

const letters = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => {
  const code = `Key${letter.toUpperCase()}`;
  const keyCode = letter.toUpperCase().charCodeAt(0);
  return [key(letter, code, keyCode, letter), key(letter.toUpperCase(), code, keyCode, letter.toUpperCase())];
}).flat();

const digits = Array.from(')!@#$%^&*(', (shifted, digit) => [
  key(String(digit), `Digit${digit}`, 48 + digit, String(digit)),
  key(shifted, `Digit${digit}`, 48 + digit, shifted),
]).flat();

/** Plain and shifted character, code, Windows key code. */
const marks = [
  [';', ':', 'Semicolon', 186],
  ['=', '+', 'Equal', 187],
  [',', '<', 'Comma', 188],
  ['-', '_', 'Minus', 189],
  ['.', '>', 'Period', 190],
  ['/', '?', 'Slash', 191],
  ['`', '~', 'Backquote', 192],
  ['[', '{', 'BracketLeft', 219],
  ['\\', '|', 'Backslash', 220],
  [']', '}', 'BracketRight', 221],
  ["'", '"', 'Quote', 222],
] as const;

const punctuation = marks.flatMap(([plain, shifted, code, keyCode]) => [
  key(plain, code, keyCode, plain),
  key(shifted, code, keyCode, shifted),
]);

const named = [
  key('Enter', 'Enter', 13, '\r'),
  key('Tab', 'Tab', 9),
  key(' ', 'Space', 32, ' '),
  key('Backspace', 'Backspace', 8),
  key('Delete', 'Delete', 46),
  key('Escape', 'Escape', 27),
  key('Insert', 'Insert', 45),
  key('Home', 'Home', 36),
  key('End', 'End', 35),
  key('PageUp', 'PageUp', 33),
  key('PageDown', 'PageDown', 34),
  key('ArrowLeft', 'ArrowLeft', 37),
  key('ArrowUp', 'ArrowUp', 38),
  key('ArrowRight', 'ArrowRight', 39),
  key('ArrowDown', 'ArrowDown', 40),
  key('CapsLock', 'CapsLock', 20),
  key('ContextMenu', 'ContextMenu', 93),
  key('Pause', 'Pause', 19),
  key('PrintScreen', 'PrintScreen', 44),
  key('Shift', 'ShiftLeft', 16, '', 1),
  key('Control', 'ControlLeft', 17, '', 1),
  key('Alt', 'AltLeft', 18, '', 1),
  key('Meta', 'MetaLeft', 91, '', 1),
  ...Array.from({ length: 12 }, (_, at) => key(`F${at + 1}`, `F${at + 1}`, 112 + at)),
];

/** Other names that people and models use. */
const aliases: Readonly<Record<string, string>> = {
  return: 'Enter',
  esc: 'Escape',
  space: ' ',
  spacebar: ' ',
  del: 'Delete',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  up: 'ArrowUp',
  down: 'ArrowDown',
  ctrl: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  option: 'Alt',
  pgup: 'PageUp',
  pgdn: 'PageDown',
};

export const keys: ReadonlyMap<string, Key> = new Map(
  [...letters, ...digits, ...punctuation, ...named].map((entry) => [entry.key, entry]),
);

/** Bits of CDP's `modifiers`. */
export const modifierBits = { Alt: 1, Control: 2, Meta: 4, Shift: 8 } as const;
export type Modifier = keyof typeof modifierBits;

export function isModifier(name: string): name is Modifier {
  return Object.hasOwn(modifierBits, name);
}

export function modifierMask(modifiers: readonly Modifier[]): number {
  return modifiers.reduce((mask, name) => mask | modifierBits[name], 0);
}

/** The key of a name or a character; undefined for characters that no key of this keyboard types. */
export function findKey(name: string): Key | undefined {
  const exact = keys.get(name);
  if (exact !== undefined) return exact;
  const alias = aliases[name.toLowerCase()];
  if (alias !== undefined) return keys.get(alias);
  const lower = name.toLowerCase();
  return name.length > 1 ? named.find((entry) => entry.key.toLowerCase() === lower) : undefined;
}

export type Combination = { readonly modifiers: readonly Modifier[]; readonly key: Key };

/** Reads `Control+Shift+K`, `Shift+Tab`, `+`, `Control++`; null if a part is no key. */
export function parseCombination(text: string): Combination | null {
  const last = text === '+' || text.endsWith('++') ? '+' : text.slice(text.lastIndexOf('+') + 1);
  const before = text.slice(0, text.length - last.length).replace(/\+$/, '');
  const names = before === '' ? [] : before.split('+').map((name) => findKey(name)?.key ?? '');
  const modifiers = names.filter(isModifier);
  const found = findKey(last);
  if (found === undefined || modifiers.length !== names.length) return null;
  const shifted =
    modifiers.includes('Shift') && /^[a-z]$/.test(found.key) ? keys.get(found.key.toUpperCase()) : found;
  return { modifiers, key: shifted ?? found };
}
