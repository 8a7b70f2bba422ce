// Figures as Western ones: the digits of every script that writes numbers by place, full-width forms, and the marks
// that only say in which direction to write.

/** The zeros of the scripts; nine digits follow each in its order. Unicode, general category Nd. */
const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6, 0xe50, 0xed0,
  0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1b50, 0xa8d0, 0xa900, 0xa9d0, 0xaa50, 0xabf0,
  0xff10,
];
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
const wide: Readonly<Record<string, string>> = { '￥': '¥', '￡': '£', '￦': '₩', '￠': '¢', '　': ' ' };

/**
 * The text with its digits as 0 to 9; as it is where it has none but those. Digits of two scripts in one text are no
 * number: such a text stays as it is.
 */
export function plainFigures(text: string): string {
  // Most texts are plain, and this is asked for every cell.
  if (!/[^\u0000-\u024f]/u.test(text)) return text;
  const scripts = new Set<number>();
  const plain = text.replace(directionMarks, '').replace(/[\p{Nd}\uff01-\uff5e￥￡￦￠\u3000]/gu, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    const zero = zeros.find((one) => code >= one && code <= one + 9);
    if (zero !== undefined) {
      scripts.add(zero);
      return String(code - zero);
    }
    if (/\d/.test(sign)) scripts.add(0x30);
    return code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xfee0) : (wide[sign] ?? sign);
  });
  return scripts.size > 1 ? text : plain;
}

/** The text is written with the digits of a script of its own. */
export function hasNativeDigits(text: string): boolean {
  return /[^\d\P{Nd}]/u.test(text);
}
