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
  /** Typed with Shift held. */
  readonly shifted: boolean;
};

function key(name: string, code: string, keyCode: number, text = '', location = 0): Key {
  return { key: name, code, keyCode, text, location, shifted: false };
}

function shift(entry: Key): Key {
  return { ...entry, shifted: true };
}

const letters = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => {
  const code = `Key${letter.toUpperCase()}`;
  const keyCode = letter.toUpperCase().charCodeAt(0);
  const capital = letter.toUpperCase();
  return [key(letter, code, keyCode, letter), shift(key(capital, code, keyCode, capital))];
}).flat();

const digits = Array.from(')!@#$%^&*(', (shifted, digit) => [
  key(String(digit), `Digit${digit}`, 48 + digit, String(digit)),
  shift(key(shifted, `Digit${digit}`, 48 + digit, shifted)),
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
  shift(key(shifted, code, keyCode, shifted)),
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
  key('NumLock', 'NumLock', 144),
  key('ScrollLock', 'ScrollLock', 145),
  ...Array.from({ length: 24 }, (_, at) => key(`F${at + 1}`, `F${at + 1}`, 112 + at)),
];

/** Keys of the number pad, known by where they are: their characters are other keys' too. */
const pad = [
  ...Array.from({ length: 10 }, (_, digit) =>
    key(String(digit), `Numpad${digit}`, 96 + digit, String(digit), 3),
  ),
  key('*', 'NumpadMultiply', 106, '*', 3),
  key('+', 'NumpadAdd', 107, '+', 3),
  key('-', 'NumpadSubtract', 109, '-', 3),
  key('.', 'NumpadDecimal', 110, '.', 3),
  key('/', 'NumpadDivide', 111, '/', 3),
  key('Enter', 'NumpadEnter', 13, '\r', 3),
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
  plus: '+',
};

export const keys: ReadonlyMap<string, Key> = new Map(
  [...letters, ...digits, ...punctuation, ...named].map((entry) => [entry.key, entry]),
);

/** By where they are: `KeyA`, `Digit1`, `Slash`, `Numpad5`; without Shift. */
const byCode: ReadonlyMap<string, Key> = new Map(
  [...keys.values(), ...pad]
    .filter((entry) => !entry.shifted)
    .map((entry) => [entry.code.toLowerCase(), entry]),
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
  if (name.length < 2) return undefined;
  return named.find((entry) => entry.key.toLowerCase() === lower) ?? byCode.get(lower);
}

/** The key as it is with Shift, or without. */
function inCase(found: Key, shifted: boolean): Key {
  if (found.location === 3) return found;
  const same = [...keys.values()].find((entry) => entry.code === found.code && entry.shifted === shifted);
  return same ?? found;
}

export type Combination = { readonly modifiers: readonly Modifier[]; readonly key: Key };

/**
 * Reads `Control+Shift+K`, `Shift+Tab`, `+`, `Control++`, `ControlOrMeta+A`; null if a part is no key. A letter
 * in a command is the key, not the capital: `Control+A` presses what `Control+a` does.
 */
export function parseCombination(text: string): Combination | null {
  const last = text === '+' || text.endsWith('++') ? '+' : text.slice(text.lastIndexOf('+') + 1);
  const before = text.slice(0, text.length - last.length).replace(/\+$/, '');
  const names = before === '' ? [] : before.split('+').map((name) => modifierNamed(name));
  const modifiers = names.filter(isModifier);
  const found = findKey(last);
  if (found === undefined || modifiers.length !== names.length) return null;
  if (modifiers.includes('Shift')) return { modifiers, key: inCase(found, true) };
  const command = modifiers.length > 0 && /^[A-Z]$/.test(found.key);
  return { modifiers, key: command ? inCase(found, false) : found };
}

function modifierNamed(name: string): string {
  return /^(?:ControlOrMeta|Mod)$/i.test(name) ? commandKey() : (findKey(name)?.key ?? '');
}

/** The key that commands are given with on the browser's own platform. */
export function commandKey(): 'Meta' | 'Control' {
  return /mac|iphone|ipad/i.test(navigator.platform) ? 'Meta' : 'Control';
}
