import type { FoundTable, TextBlock } from '../../shared/engine-methods.ts';
import type { Cell } from '../../shared/tools/extract-table.ts';
import { escapeMarkdown, linkMarkdown } from './markdown-text.ts';
import { tableAt } from './table-find.ts';

const rowsMax = 500;
/** Characters of one table; rows beyond are left to the tool for tables. */
const charactersMax = 60_000;

/** A data table as a block of text; null for one that only places things on the page. */
export function tableBlockOf(element: Element): TextBlock | null {
  const found = tableAt(element, rowsMax);
  if (found === null || found.weight === 0 || found.cells.length === 0) return null;
  const table = { ...found, cells: withinCharacters(found.cells) };
  const cut = table.row_count - table.cells.length;
  const rest = cut > 0 ? [`(${cut} more rows: read this table with extract_table.)`] : [];
  return {
    kind: 'table',
    level: 0,
    text: [...asText(table), ...rest].join('\n'),
    markdown: [...asMarkdown(table), ...rest.map((line) => `\n${line}`)].join('\n'),
    frame: null,
  };
}

function withinCharacters(rows: FoundTable['cells']): FoundTable['cells'] {
  let characters = 0;
  const end = rows.findIndex((row) => {
    characters += row.reduce((sum, { text, href }) => sum + text.length + (href?.length ?? 0), 0);
    return characters > charactersMax;
  });
  return end < 0 ? rows : rows.slice(0, Math.max(1, end));
}

function hasHeader({ headers }: FoundTable): boolean {
  return headers.some((header) => header !== '');
}

function asText(table: FoundTable): readonly string[] {
  const head = hasHeader(table) ? [table.headers.join(' | ')] : [];
  const caption = table.caption === '' ? [] : [table.caption];
  return [...caption, ...head, ...table.cells.map((row) => row.map(({ text }) => text).join(' | '))];
}

function asMarkdown(table: FoundTable): readonly string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|${' --- |'.repeat(table.headers.length)}`;
  const caption = table.caption === '' ? [] : [`**${escapeMarkdown(table.caption)}**`, ''];
  const head = line(table.headers.map(inCell));
  return [...caption, head, rule, ...table.cells.map((row) => line(row.map(cellMarkdown)))];
}

/** A cell that is one link leads where the link leads. */
function cellMarkdown({ text, href, links }: Cell): string {
  const whole = href !== null && links === undefined && text !== '';
  return whole ? linkMarkdown(inCell(text), href).replaceAll('|', '%7C') : inCell(text);
}

function inCell(text: string): string {
  return escapeMarkdown(text.replace(/\s+/g, ' ')).replaceAll('|', '\\|');
}
