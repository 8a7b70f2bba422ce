import { dateOf } from '../../shared/date-text.ts';
import { numberOf } from '../../shared/number-text.ts';
import type { ExtractField } from '../../shared/prompt-answer.ts';

/**
 * The value that a model says it copied from one of these texts, in the form that is wanted; null if it does not stand there as a
 * whole, or is no such value.
 */
export function fieldFound(
  said: string,
  type: ExtractField['type'],
  texts: readonly string[],
): string | number | null {
  const wanted = plain(said);
  if (wanted === '' || !texts.some((text) => standsIn(plain(text), wanted))) return null;
  if (type === 'number') return numberOf(said, '');
  if (type === 'date') return dateOf(said, '');
  return said.replace(/\s+/g, ' ').trim();
}

// Results that are no plain text are shown as JSON, which writes quotes and line breaks in its own way.
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\\[nrt]/g, ' ')
    .replace(/\\/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

// A part of a word or of a number is another word or number.
function standsIn(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const before = text.slice(Math.max(0, at - 2), at);
    const after = text.slice(at + wanted.length, at + wanted.length + 2);
    const begins =
      !/^[\p{L}\p{N}]/u.test(wanted) || !/(?:[\p{L}\p{N}]|\d[.,])$/u.test(cutFor(wanted, before));
    const ends = !/[\p{L}\p{N}]$/u.test(wanted) || !/^(?:[\p{L}\p{N}]|[.,]\d)/u.test(cutFor(wanted, after));
    if (begins && ends) return true;
  }
  return false;
}

// Only beside a number is a point or comma with a digit the rest of it.
function cutFor(wanted: string, beside: string): string {
  return /\d/.test(wanted) ? beside : beside.replace(/[.,]/g, ' ');
}
