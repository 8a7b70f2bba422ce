// What typography changes and meaning does not: case, accents, forms of one letter, marks nobody sees.

const invisible =
  /[\u00ad\u0640\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\ufe00-\ufe0f]/gu;
// Accents of Latin, Greek and Cyrillic, points of Hebrew and Arabic. Vowel signs of other scripts are letters.
const accents = /[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670]/gu;
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ى: 'ي',
  ة: 'ه',
  ς: 'σ',
};
const lettersPattern = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu');

/** The text in one form for comparing: two texts that differ in typography alone fold to the same. */
export function fold(text: string): string {
  return text
    .replace(invisible, '')
    .normalize('NFKD')
    .replace(accents, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(accents, '')
    .replace(lettersPattern, (letter) => letters[letter] ?? letter)
    .replace(/\p{Nd}/gu, asciiDigit);
}

/** A decimal digit of any script as its ASCII digit: Unicode keeps each script's ten digits in a row. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 48;
  if (point < 128) return digit;
  let zero = point;
  while (zero > point - 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return String(point - zero);
}
