import { expect, test } from 'vitest';
import { cutMiddle, visibleParts, visibleText } from '../../../entrypoints/sidepanel/visible-text.ts';

test('ordinary text of any language is drawn as it is', () => {
  for (const text of ['Delete invoice 1042', 'Größe – 5 €', '請求書', 'فاتورة', 'a b']) {
    expect(visibleParts(text)).toEqual([{ kind: 'plain', text }]);
  }
});

test('characters that hide, reorder or imitate are drawn as marks', () => {
  const hidden = [
    '\u202e',
    '\u2066',
    '\u200b',
    '\u200d',
    '\ufeff',
    '\u00ad',
    '\u00a0',
    '\u3000',
    '\u0007',
    '\u2028',
    '\u{e0041}',
    '\ud800',
    '\u3164',
    '\u2800',
  ];
  for (const character of hidden) {
    const kinds = visibleParts(`a${character}b`).map((part) => part.kind);
    expect(kinds, character.codePointAt(0)?.toString(16)).toEqual(['plain', 'mark', 'plain']);
  }
});

test('a mark names the character', () => {
  expect(visibleText('pay\u202e100\n')).toBe('pay[U+202E]100[↵]');
});

test('a long text loses its middle and says how much', () => {
  const cut = cutMiddle(`${'a'.repeat(100)}${'b'.repeat(100)}END`, 30);
  expect(cut).toEqual({ head: 'a'.repeat(20), hidden: 173, tail: `${'b'.repeat(7)}END` });
});

test('a text that just fits is not cut', () => {
  expect(cutMiddle('a'.repeat(30), 30).hidden).toBe(0);
});

test('a cut never splits a character in two', () => {
  const { head, tail } = cutMiddle('😀'.repeat(50), 9);
  expect(head + tail).toBe('😀'.repeat(9));
});
