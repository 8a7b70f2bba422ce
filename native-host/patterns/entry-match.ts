/** Cells that a row's selector names, if those up to the last word searched for are fewer. */
const namedCellsMin = 2;
/** Words that one selector compares, so that it stays well under the longest selector. */
const namedWordsMax = 8;

/** A row's cells as one text. */
export function entryText(cells: readonly string[]): string {
  return cells
    .map((cell) => cell.replace(/\s+/g, ' ').trim())
    .filter((cell) => cell !== '')
    .join(' ');
}

/** Whether the text holds each of the words as a whole, so that `2026-1` is not found in `2026-10`. */
export function holdsAll(text: string, words: readonly string[]): boolean {
  const plain = text.toLowerCase();
  return words.every((word) => holds(plain, word.toLowerCase().replace(/\s+/g, ' ').trim()));
}

function holds(text: string, word: string): boolean {
  for (let from = text.indexOf(word); from !== -1; from = text.indexOf(word, from + 1)) {
    const before = text.slice(0, from).at(-1) ?? ' ';
    const after = text.slice(from + word.length).at(0) ?? ' ';
    if (!joins(before, word.at(0)) && !joins(after, word.at(-1))) return true;
  }
  return false;
}

// Two letters or digits beside each other belong to one word. Scripts without spaces have no such boundary.
function joins(one: string, other: string | undefined): boolean {
  const letter = /[\p{L}\p{N}]/u;
  const spaceless = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/u;
  if (other === undefined || spaceless.test(one) || spaceless.test(other)) return false;
  return letter.test(one) && letter.test(other);
}

/**
 * Selectors of a row, the better one first: by its accessible name, which holds its first cells in order; and
 * by the words of these cells in its text. Which one the page answers to is seen by looking.
 */
export function rowSelectors(
  within: string | undefined,
  cells: readonly string[],
  words: readonly string[],
): readonly string[] {
  const told = cells.map((cell) => entryText([cell])).filter((cell) => cell !== '');
  const enough = told.findIndex((_, index) => holdsAll(entryText(told.slice(0, index + 1)), words));
  // The cell after the last word ends that word: `2026-1` and `2026-10` then differ.
  const named = told.slice(0, Math.max(namedCellsMin, enough + 2));
  const scope = within === undefined ? '' : `${within} >> `;
  const byWords = elementsWith(
    'self::tr or @role="row"',
    named.flatMap((cell) => cell.split(' ')),
  );
  return [`${scope}role=row[name*="${quoted(entryText(named))}"]`, `${scope}${byWords}`];
}

/** A selector of the list item whose text holds all the words, the innermost one. */
export function itemSelector(within: string | undefined, words: readonly string[]): string {
  const parts = words.flatMap((word) => word.split(/\s+/));
  const scope = within === undefined ? '' : `${within} >> `;
  return `${scope}${elementsWith('self::li or @role="listitem"', parts)}`;
}

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

function elementsWith(kind: string, words: readonly string[]): string {
  const text = `translate(., "${upper}", "${upper.toLowerCase()}")`;
  const tests = [...new Set(words)]
    .filter((word) => word !== '')
    .slice(0, namedWordsMax)
    .map((word) => `[contains(${text}, ${xpathText(asciiLower(word))})]`)
    .join('');
  const element = `*[${kind}]${tests}`;
  return `xpath=.//${element}[not(.//${element})]`;
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

// XPath 1.0 has no escapes: a text with both kinds of quotation mark is put together.
function xpathText(text: string): string {
  if (!text.includes('"')) return `"${text}"`;
  if (!text.includes("'")) return `'${text}'`;
  return `concat(${text
    .split('"')
    .map((part) => `"${part}"`)
    .join(`, '"', `)})`;
}

/** A text as it stands between quotation marks in a selector. */
export function quoted(text: string): string {
  return text.replace(/[\\"]/g, '\\$&');
}
