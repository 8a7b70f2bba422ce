import { numberOf } from '../../../shared/number-text.ts';
import { collapse } from '../../../shared/plain-text.ts';

/**
 * Whether a field holds what was asked for: the same text, or the same number or the same digits and
 * letters as the field itself writes them ("€ 1.500,00" for 1500.00, "(555) 123-4567" for 5551234567).
 */
export function sameValue(held: string, wanted: string): boolean {
  const plain = (text: string) => text.replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ').trim();
  if (plain(held) === plain(wanted)) return true;
  const asked = numberOf(wanted, 'en');
  if (asked !== null) {
    const shown = numberOf(held, '');
    if (shown !== null) return shown === asked;
    return /^\d+$/.test(wanted.trim()) && bare(held) === bare(wanted);
  }
  return /\d/.test(wanted) && bare(wanted) !== '' && bare(held) === bare(wanted) && !/[.,]/.test(wanted);
}

function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '').toLowerCase();
}

/** Editors keep their own paragraphs and the space between them: the same lines in the same order are the same text. */
export function sameLines(held: string, wanted: string): boolean {
  return linesOf(held) === linesOf(wanted);
}

function linesOf(text: string): string {
  const lines = text.replace(/[\u200b\ufeff]/g, '').split(/\r\n?|\n/);
  return lines
    .map((line) => collapse(line))
    .filter((line) => line !== '')
    .join('\n');
}
