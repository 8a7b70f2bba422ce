import type { TextBlock } from '../../shared/engine-methods.ts';
import type { Table } from '../../shared/tools/extract-table.ts';
import { tableAt } from './table-read.ts';

const rowsMax = 500;

/** A data table as a block of text; null for one that only places things on the page. */
export function tableBlockOf(element: Element): TextBlock | null {
  const found = tableAt(element, rowsMax);
  if (found === null || found.weight === 0 || found.table.cells.length === 0) return null;
  return {
    kind: 'table',
    level: 0,
    text: asText(found.table),
    markdown: asMarkdown(found.table),
    frame: null,
  };
}

function rowsOf(table: Table): readonly (readonly string[])[] {
  return table.cells.map((row) => row.map((cell) => cell.text));
}

function hasHeader(table: Table): boolean {
  return table.headers.some((header, at) => header !== `Column ${at + 1}`);
}

function asText(table: Table): string {
  const head = hasHeader(table) ? [table.headers.join(' | ')] : [];
  const caption = table.caption === '' ? [] : [table.caption];
  return [...caption, ...head, ...rowsOf(table).map((row) => row.join(' | '))].join('\n');
}

function asMarkdown(table: Table): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  const head = hasHeader(table) ? table.headers : table.headers.map(() => '');
  const rule = `|${' --- |'.repeat(table.headers.length)}`;
  const caption = table.caption === '' ? [] : [`**${table.caption}**`, ''];
  return [...caption, line(head), rule, ...rowsOf(table).map(line)].join('\n');
}
