import type { Surroundings } from './judge-span.ts';
import type { Laid, Placed } from './lay-onto.ts';
import type { Passage } from './passages-of.ts';
import type { ReadText } from './read-text.ts';
import { sameWord } from './same-word.ts';
import { unitOf } from './units.ts';
import type { Word } from './words-of.ts';

// A row says what its cells say under the names of their columns. A finding may use the name of a column only with a
// cell of that column, and of two columns each with its own.

/** Of the words that the row lacks, those that neither its columns' names nor the table's name hold. */
export function rowHolds(
  laid: Laid,
  lacking: readonly Placed[],
  claim: ReadText,
  { page, title }: Surroundings,
  row: Passage,
): readonly Placed[] {
  const columns = columnsOf(row, page);
  const caption = row.caption === null ? [] : page.words.slice(row.caption.first, row.caption.afterLast);
  const named = (word: Word): readonly number[] =>
    columns.flatMap((column, at) => (column.some((other) => sameWord(word, other)) ? [at] : []));
  const taken = laid.page.flatMap(({ word }, at) =>
    laid.isTaken[at] === true ? [cellOf(word, row, page)] : [],
  );
  const numbersIn = numbersOf(laid, row, page);
  return lacking.filter((placed) => {
    if (placed.word.kind === 'number') return true;
    const at = named(placed.word);
    if (at.length > 0)
      return !at.some((column) => taken.includes(column) && isNearest(placed, column, numbersIn, claim));
    return (
      ![...caption, ...title.words].some((other) => sameWord(placed.word, other)) ||
      claim.vocabulary.negation.has(placed.word.key)
    );
  });
}

type NumberPlace = { readonly word: Word; readonly claimAt: number; readonly column: number };

function numbersOf(laid: Laid, row: Passage, page: ReadText): readonly NumberPlace[] {
  return laid.pageOf.flatMap((pageAt, at) => {
    const own = laid.claim[at];
    const theirs = laid.page[pageAt];
    const isNumber = own?.word.kind === 'number' && theirs !== undefined;
    return isNumber ? [{ word: own.word, claimAt: own.at, column: cellOf(theirs.word, row, page) }] : [];
  });
}

/** With several numbers in a finding, a column's name goes with one in its own clause, or else with the next. */
function isNearest(
  { at, word }: Placed,
  column: number,
  numbers: readonly NumberPlace[],
  claim: ReadText,
): boolean {
  if (numbers.length < 2 || !numbers.some((one) => one.column === column)) return true;
  const own = numbers.filter((one) => !/[,;|\n]/.test(between(claim, word, one.word)));
  const after = (own.length > 0 ? own : numbers).find(({ claimAt }) => claimAt > at);
  const before = (own.length > 0 ? own : numbers).findLast(({ claimAt }) => claimAt < at);
  return (after ?? before)?.column === column;
}

function between(claim: ReadText, a: Word, b: Word): string {
  return a.start < b.start ? claim.text.slice(a.end, b.start) : claim.text.slice(b.end, a.start);
}

function columnsOf({ header }: Passage, page: ReadText): readonly (readonly Word[])[] {
  if (header === null) return [];
  const words = page.words.slice(header.first, header.afterLast);
  const columns: Word[][] = [];
  for (const word of words) {
    const column = cellOf(word, header, page);
    while (columns.length <= column) columns.push([]);
    if (unitOf(word.key) === null) columns[column]?.push(word);
  }
  return columns;
}

/** Which cell of its row a word stands in, from 0. */
function cellOf(word: Word, row: Passage, page: ReadText): number {
  const before = page.text.slice(row.start, word.start).replace(/^\s*\|/, '');
  return before.split(/\||\t/).length - 1;
}
