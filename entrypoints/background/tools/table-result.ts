import type { FoundTable } from '../../../shared/engine-methods.ts';
import type { Table } from '../../../shared/tools/extract-table.ts';

// A table as the page engine found it, in the form in which it is told.

export type TableFormat = 'json' | 'csv' | 'markdown';
/** What kept a table from being read whole; `unscrolled` if nobody tried. */
export type Left = '' | 'rows_max' | 'time' | 'declared' | 'gaps' | 'unscrolled';

const words: Readonly<Record<Exclude<Left, ''>, string>> = {
  rows_max: 'There are more rows than max_rows: ask with a larger max_rows, or narrow the table on the page.',
  time: 'The time was over before the end of the table was reached: ask with a larger timeout_ms.',
  declared: 'The table says that it has more rows than could be brought into view.',
  gaps: 'Some rows may have been passed over, because the page gives its rows nothing to tell them apart.',
  unscrolled: 'It may have more rows when it is scrolled: ask for this table by its ref.',
};

export function tableResult(found: FoundTable, left: Left, format: TableFormat): Table {
  const columns = columnNames(found.headers);
  const missing = missingOf(found, left);
  const shown = format === 'json';
  return {
    ref: found.ref,
    kind: found.kind,
    caption: found.caption,
    headers: found.headers,
    header_rows: found.header_rows,
    columns,
    rows: shown ? found.cells.map((row) => asObject(row, columns)) : [],
    cells: shown ? found.cells : [],
    row_count: Math.max(found.row_count, found.cells.length),
    foot_rows: found.foot_rows,
    levels: found.levels,
    complete: missing === '',
    missing,
    next: found.next,
    text: shown ? '' : format === 'csv' ? asCsv(found) : asMarkdown(found),
  };
}

function missingOf(found: FoundTable, left: Left): string {
  const reasons: string[] = [];
  const cut = found.row_count > found.cells.length;
  if (left !== '') reasons.push(words[left]);
  else if (cut) reasons.push(words.rows_max);
  if (found.unfilled > 0) reasons.push(`The page has not filled ${found.unfilled} cells.`);
  if (found.next !== null) {
    reasons.push(`"${found.next.name}" (${found.next.ref}) brings further rows: click it and read again.`);
  }
  return reasons.join(' ');
}

/** Headers that can name the members of an object: none empty, none twice. */
export function columnNames(headers: readonly string[]): string[] {
  const used = new Set<string>();
  return headers.map((header, column) => {
    const base = header === '' ? `Column ${column + 1}` : header;
    let name = base;
    for (let count = 2; used.has(name) && count <= headers.length + 1; count++) name = `${base} (${count})`;
    used.add(name);
    return name;
  });
}

type Row = FoundTable['cells'][number];

function asObject(row: Row, columns: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    row.map((cell, column) => [columns[column] ?? `Column ${column + 1}`, cell.text]),
  );
}

/** RFC 4180: lines end in CRLF, a field with a comma, a quotation mark or a line break stands in quotation marks. */
function asCsv({ headers, cells }: FoundTable): string {
  const field = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [
    ...(hasHeader(headers) ? [headers] : []),
    ...cells.map((row) => row.map(({ text }) => text)),
  ];
  return lines.map((line) => `${line.map(field).join(',')}\r\n`).join('');
}

function asMarkdown({ caption, headers, cells }: FoundTable): string {
  const escaped = (text: string) => text.replace(/[\\|]/g, '\\$&').replace(/\s*\n\s*/g, ' ');
  const line = (texts: readonly string[]) => `| ${texts.map(escaped).join(' | ')} |`;
  const title = caption === '' ? [] : [`**${escaped(caption)}**`, ''];
  const rule = `|${' --- |'.repeat(headers.length)}`;
  return [...title, line(headers), rule, ...cells.map((row) => line(row.map(({ text }) => text)))].join('\n');
}

function hasHeader(headers: readonly string[]): boolean {
  return headers.some((header) => header !== '');
}
