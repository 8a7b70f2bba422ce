// The written forms in which a secret can turn up: as it is, URL-encoded (any mixture of encoded and plain
// characters, `+` for a space, encoded up to three times), escaped in JSON (inside JSON inside JSON too) and in
// Markdown, with HTML references (decimal, hexadecimal, named), in hex, and in base64 at each of the three
// places a byte can have in it; backwards; and with one space, NUL (UTF-16 read as text) or invisible sign
// after each character. Letters are found in either case. A form is a sequence of elements; each element is one character of the secret,
// with every way of writing it.

export type NamedSecret = { readonly name: string; readonly value: string };

/** One way of writing a character: a set of characters for each place, e.g. `%`, `cC`, `3`. */
export type Spelling = readonly string[];
export type Element = readonly Spelling[];
export type SecretForm = {
  readonly name: string;
  readonly form: 'text' | 'hex' | 'base64' | 'utf16';
  readonly elements: readonly Element[];
  /**
   * Base64 alone: the digits at both ends that hold bits of the secret and of its neighbours; they must fit
   * too.
   */
  readonly lead: Element | null;
  readonly tail: Element | null;
};

/** Shorter secrets would be found everywhere. In UTF-16 units. */
export const valueUnitsMin = 4;
// A long secret is looked for piece by piece, so that a part of a private key is found as well.
const pieceCharacters = 64;
const pieceCharactersMin = 16;

/** What is searched: text, or the raw bytes of a file read as Latin-1. */
export type SearchedAs = 'text' | 'bytes';

/** Equal elements of different forms are the same object: the matcher makes one tree of each. */
export function formsOf(secrets: readonly NamedSecret[], searchedAs: SearchedAs): SecretForm[] {
  const made = new Map<string, Element>();
  const once = (key: string, make: () => Element): Element => {
    const element = made.get(key) ?? make();
    made.set(key, element);
    return element;
  };
  return secrets.flatMap(({ name, value }) =>
    [...new Set([value, value.trim(), value.normalize('NFC'), value.normalize('NFD')])]
      .filter((variant) => variant.length >= valueUnitsMin)
      .flatMap(piecesOf)
      .flatMap((piece) => formsOfPiece(name, piece, searchedAs, once)),
  );
}

type Once = (key: string, make: () => Element) => Element;

function formsOfPiece(name: string, piece: string, searchedAs: SearchedAs, once: Once): SecretForm[] {
  const bytes = Buffer.from(piece, 'utf8');
  const whole = (form: SecretForm['form'], elements: Element[]): SecretForm => ({
    name,
    form,
    elements,
    lead: null,
    tail: null,
  });
  const forms = [
    whole(
      'text',
      Array.from(piece, (one) => once(`character ${one}`, () => elementOf(one, searchedAs))),
    ),
    whole(
      'hex',
      Array.from(bytes).flatMap((byte) =>
        hexDigits(byte).map((digit) => once(`hex ${digit}`, () => [[digit]])),
      ),
    ),
    ...[0, 1, 2].map((place) => base64Form(name, bytes, place, once)),
    ...disguises(name, piece, searchedAs, once),
  ];
  if (searchedAs === 'text') return forms;
  const wide = Buffer.from(piece, 'utf16le').toString('latin1');
  return [
    ...forms,
    whole(
      'utf16',
      Array.from(wide, (unit) => once(`unit ${unit}`, () => [[unit]])),
    ),
  ];
}

const separators = ' \0\u00ad\u200b\u200c\u200d\u2060\ufeff';

// Written backwards, and with a separator after each character but the last.
function disguises(name: string, piece: string, searchedAs: SearchedAs, once: Once): SecretForm[] {
  if (searchedAs === 'bytes') return [];
  const characters = Array.from(piece);
  const plain = (one: string): Element => once(`plain ${one}`, () => [eitherCase(one)]);
  const apart = (one: string): Element => once(`apart ${one}`, () => [[...eitherCase(one), separators]]);
  const last = characters.at(-1) ?? '';
  const elements = [characters.toReversed().map(plain), [...characters.slice(0, -1).map(apart), plain(last)]];
  return elements.map((each) => ({ name, form: 'text', elements: each, lead: null, tail: null }));
}

function piecesOf(value: string): string[] {
  const characters = Array.from(value);
  const pieces: string[] = [];
  for (let start = 0; start < characters.length; ) {
    const left = characters.length - start;
    const length = left < pieceCharacters + pieceCharactersMin ? left : pieceCharacters;
    pieces.push(characters.slice(start, start + length).join(''));
    start += length;
  }
  return pieces;
}

function elementOf(character: string, searchedAs: SearchedAs): Element {
  const bytes = Buffer.from(character, 'utf8');
  const raw = searchedAs === 'text' ? [eitherCase(character)] : rawBytes(character, bytes);
  return [
    ...raw,
    ...urlSpellings(character, bytes),
    ...jsonSpellings(character),
    ...markdownSpellings(character),
    ...htmlSpellings(character),
  ];
}

// Browsers keep short texts with one byte a character where they can.
function rawBytes(character: string, bytes: Buffer): Spelling[] {
  const utf8 = spell(bytes.toString('latin1'));
  return bytes.length === 2 && character <= '\u00ff' ? [utf8, spell(character)] : [utf8];
}

function urlSpellings(character: string, bytes: Buffer): Spelling[] {
  const encoded = ['%', '%25', '%2525'].map((percent) =>
    Array.from(bytes).flatMap((byte) => [...spell(percent), ...hexDigits(byte)]),
  );
  return character === ' ' ? [...encoded, ['+']] : encoded;
}

const shortEscapes: Readonly<Record<string, string>> = {
  '\n': 'n',
  '\r': 'r',
  '\t': 't',
  '\b': 'b',
  '\f': 'f',
  '/': '/',
};

// A backslash is doubled at each further level of JSON inside JSON.
function jsonSpellings(character: string): Spelling[] {
  const slashes = (count: number): string[] => Array.from({ length: count }, () => '\\');
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  const byNumber = [1, 2, 4].map((count) =>
    units.flatMap((unit) => [...slashes(count), 'u', ...hexDigits(unit >> 8), ...hexDigits(unit & 0xff)]),
  );
  if (character === '"') return [...byNumber, ...[1, 3, 7].map((count) => [...slashes(count), '"'])];
  if (character === '\\') return [...byNumber, ...[2, 4, 8].map(slashes)];
  const letter = shortEscapes[character];
  if (letter === undefined) return byNumber;
  return [...byNumber, ...[1, 2, 4].map((count) => [...slashes(count), letter])];
}

// Markdown puts a backslash before a sign that is meant as text; JSON doubles it, JSON inside JSON again.
const markdownSigns = "!#$%&'()*+,-.:;<=>?@[]^_`{|}~";

function markdownSpellings(character: string): Spelling[] {
  if (!markdownSigns.includes(character)) return [];
  return ['\\', '\\\\', '\\\\\\\\'].map((slashes) => [...spell(slashes), character]);
}

/** The names that HTML has for U+00A0 to U+00FF, in order. */
const latinNames =
  `nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3
  acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde
  Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute
  Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde
  auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute
  ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml`.split(/\s+/);
const asciiNames: Readonly<Record<string, string>> = {
  '"': 'quot',
  '&': 'amp',
  "'": 'apos',
  '<': 'lt',
  '>': 'gt',
};

function htmlSpellings(character: string): Spelling[] {
  const code = character.codePointAt(0) ?? 0;
  const name = asciiNames[character] ?? latinNames[code - 0xa0];
  const zeros = ['', '0', '00', '000', '0000'];
  const hex = Array.from(code.toString(16), hexDigit);
  const references: Spelling[] = [
    ...(name === undefined ? [] : [[...spell(name), ';']]),
    ...zeros.map((zero) => spell(`#${zero}${code};`)),
    ...zeros.map((zero) => ['#', 'xX', ...spell(zero), ...hex, ';']),
  ];
  return ['&', '&amp;', '&amp;amp;'].flatMap((sign) => references.map((rest) => [...spell(sign), ...rest]));
}

const base64Digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

// `place` bytes of something else come before the secret's in its group of three.
function base64Form(name: string, bytes: Buffer, place: number, once: Once): SecretForm {
  const first = 8 * place;
  const end = first + 8 * bytes.length;
  const bitAt = (bit: number): number | null =>
    bit < first || bit >= end ? null : ((bytes[(bit - first) >> 3] ?? 0) >> (7 - ((bit - first) & 7))) & 1;
  const digitAt = (digit: number): Element => {
    const bits = [0, 1, 2, 3, 4, 5].map((offset) => bitAt(digit * 6 + offset));
    const key = `base64 ${bits.map((bit) => bit ?? '-').join('')}`;
    return once(key, () => base64Spellings(digitsWith(bits)));
  };
  const wholeFrom = Math.ceil(first / 6);
  const wholeTo = Math.floor(end / 6);
  return {
    name,
    form: 'base64',
    elements: Array.from({ length: wholeTo - wholeFrom }, (_, index) => digitAt(wholeFrom + index)),
    lead: first % 6 === 0 ? null : digitAt(wholeFrom - 1),
    tail: end % 6 === 0 ? null : digitAt(wholeTo),
  };
}

function digitsWith(bits: readonly (number | null)[]): string {
  return Array.from(base64Digits)
    .filter((_, value) => bits.every((bit, offset) => bit === null || bit === ((value >> (5 - offset)) & 1)))
    .join('');
}

// `-` and `_` are the digits of the URL alphabet; in a URL or in JSON the usual two may be escaped.
function base64Spellings(digits: string): Spelling[] {
  const spellings: Spelling[] = [[digits]];
  if (digits.includes('+')) spellings.push(['-'], ['%', '2', 'bB']);
  if (digits.includes('/')) spellings.push(['_'], ['%', '2', 'fF'], ['\\', '/']);
  return spellings;
}

/** The character, in both cases where each is one unit long. */
function eitherCase(character: string): string[] {
  const forms = new Set([character, character.toLowerCase(), character.toUpperCase()]);
  const same = [...forms].filter((one) => one.length === 1);
  return character.length === 1 ? [same.join('')] : spell(character);
}

function spell(text: string): string[] {
  return text.split('');
}

function hexDigits(byte: number): string[] {
  return Array.from(byte.toString(16).padStart(2, '0'), hexDigit);
}

function hexDigit(digit: string): string {
  return digit >= 'a' ? `${digit}${digit.toUpperCase()}` : digit;
}
