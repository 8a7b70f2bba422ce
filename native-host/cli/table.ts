import { stripVTControlCharacters } from 'node:util';

// Text in columns. Widths are counted in characters as a terminal shows them, not in code units.

const cellCharactersMax = 80;
const segments = new Intl.Segmenter('en', { granularity: 'grapheme' });
const wide =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

function width(text: string): number {
  let columns = 0;
  for (const { segment } of segments.segment(stripVTControlCharacters(text)))
    columns += wide.test(segment) ? 2 : 1;
  return columns;
}

/** Rows as lines, each column as wide as its widest cell, two spaces between; the last column is left ragged. */
export function alignColumns(rows: readonly (readonly string[])[]): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, width(cell));
    });
  }
  return rows.map((row) =>
    row
      .map((cell, index) =>
        index === row.length - 1 ? cell : cell + ' '.repeat((widths[index] ?? 0) - width(cell)),
      )
      .join('  ')
      .trimEnd(),
  );
}

/** A table with a ruled heading. Long cells are cut in the middle; control characters are shown, not obeyed. */
export function tableLines(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] {
  const shown = rows.map((row) => row.map(plainCell));
  const [heading = '', ...lines] = alignColumns([headings, ...shown]);
  const ruleWidth = Math.min(Math.max(...[heading, ...lines].map(width)), 110);
  return [heading, '─'.repeat(ruleWidth), ...lines];
}

function plainCell(cell: string): string {
  return cutMiddle(visibleText(cell));
}

/** Text that came from elsewhere, on one line: what a terminal would obey instead of show becomes `·`. */
export function visibleText(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/g, '·');
}

function cutMiddle(text: string): string {
  const characters = [...segments.segment(text)].map(({ segment }) => segment);
  if (characters.length <= cellCharactersMax) return text;
  const half = Math.floor((cellCharactersMax - 1) / 2);
  return `${characters.slice(0, half).join('')}…${characters.slice(-half).join('')}`;
}
