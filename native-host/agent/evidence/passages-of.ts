import type { Word } from './words-of.ts';

// A page's text in the pieces that a finding can quote: sentences, items of lists, rows of tables.

export type Passage = {
  readonly kind: 'sentence' | 'row';
  readonly start: number;
  readonly end: number;
  /** Indices of its words in the page's list, from `first` up to but not with `afterLast`. */
  readonly first: number;
  readonly afterLast: number;
  /** Counts paragraphs, lists and tables: passages of one stand together. */
  readonly block: number;
  /** Of a row: the passage that names the columns; and the line before the table. */
  readonly header: Passage | null;
  readonly caption: Passage | null;
};

type Span = {
  readonly kind: Passage['kind'];
  readonly start: number;
  readonly end: number;
  readonly block: number;
};

/** Passages of one text; what comes after is not quoted. */
const passagesMax = 8_000;
const abbreviations =
  /(?:^|[\s(])(?:[A-Z]|Mr|Mrs|Ms|Dr|St|Mt|No|Nr|vs|approx|ca|bzw|usw|Prof|Sr|Sra|Jr|Inc|Ltd|Co|Corp|Art|Fig|Abs|[Ee]\.g|[Ii]\.e|z\.\s?B|d\.\s?h|u\.\s?a|etc|p\.\s?ej|al|resp|max|min|Mio|Mrd|Tsd)\.$/u;
const sentenceEnd =
  /[.!?…]+["”’»)\]]*(?=\s+[\p{Lu}\p{Nd}"“„«([¿¡'‘]|\s*$)|[.!?]+["”’»)\]]*(?=\s+\p{Lo})|[。！？]+[」』）]*|[।؟۔]\s*/gu;

/** The passages of a text in their order; `words` are its words. */
export function passagesOf(text: string, words: readonly Word[]): readonly Passage[] {
  const spans = spansOf(text).slice(0, passagesMax);
  const passages: Passage[] = [];
  let word = 0;
  for (const [at, span] of spans.entries()) {
    while (word < words.length && (words[word]?.end ?? 0) <= span.start) word++;
    const first = word;
    while (word < words.length && (words[word]?.end ?? 0) <= span.end) word++;
    const base = { ...span, first, afterLast: word, header: null, caption: null };
    passages.push(span.kind === 'row' ? inTable(base, passages, spans[at - 1]) : base);
  }
  return passages.filter(({ first, afterLast }) => afterLast > first);
}

/** The first row of a table names its columns, and the line before it the table. */
function inTable(row: Passage, before: readonly Passage[], previous: Span | undefined): Passage {
  const last = before.at(-1);
  if (last === undefined || previous === undefined) return row;
  if (last.kind === 'row' && last.block === row.block) {
    return { ...row, header: last.header ?? last, caption: last.caption };
  }
  return last.kind === 'sentence' && last.block === row.block - 1 ? { ...row, caption: last } : row;
}

function spansOf(text: string): readonly Span[] {
  const spans: Span[] = [];
  let start = 0;
  let block = 0;
  let kind: Passage['kind'] | null = null;
  for (const line of text.split('\n')) {
    const end = start + line.length;
    const isRow = isTableRow(line);
    const now = isRow ? 'row' : 'sentence';
    if (line.trim() === '' || (kind !== null && kind !== now)) block++;
    if (line.trim() !== '') {
      kind = now;
      if (!isRow) spans.push(...sentencesIn(text, start, end, block));
      else if (!/^[\s|:-]+$/.test(line)) spans.push({ kind: 'row', start, end, block });
    }
    start = end + 1;
  }
  return spans;
}

function isTableRow(line: string): boolean {
  return line.includes(' | ') || /^\s*\|.*\|\s*$/.test(line) || line.includes('\t');
}

function sentencesIn(text: string, start: number, end: number, block: number): readonly Span[] {
  const line = text.slice(start, end);
  const spans: Span[] = [];
  let from = 0;
  const cut = (to: number): void => {
    const piece = line.slice(from, to);
    const lead = piece.length - piece.trimStart().length;
    const trimmed = piece.trim();
    if (trimmed !== '') {
      const at = start + from + lead;
      spans.push({ kind: 'sentence', start: at, end: at + trimmed.length, block });
    }
    from = to;
  };
  for (const match of line.matchAll(sentenceEnd)) {
    const to = match.index + match[0].length;
    const isAbbreviation = match[0] === '.' && abbreviations.test(line.slice(Math.max(0, to - 12), to));
    if (!isAbbreviation) cut(to);
  }
  cut(line.length);
  return spans;
}
