import type { ToolResult } from './lean-result.ts';

/** Rows of one table that the text shows; all of them are in the structured content or its resource. */
const rowsMax = 200;
/** Characters of all tables together. */
const charactersMax = 40_000;

/** Tables as Markdown tells them: each cell once, in rows. */
export function tableText(result: ToolResult): string {
  const others = Array.isArray(result['tables']) ? result['tables'] : [];
  const whole = [result, ...others].map(oneTable).join('\n\n');
  return whole.length <= charactersMax
    ? whole
    : `${whole.slice(0, charactersMax)}\n… (cut here; the rest is in the structured content)`;
}

function oneTable(table: ToolResult): string {
  const { caption, headers, cells, row_count, complete, missing, text, next } = table;
  const after = [...leftLine(complete, missing), ...nextLine(next)];
  if (typeof text === 'string' && text !== '') return [text, ...after].join('\n');
  if (!Array.isArray(headers) || !Array.isArray(cells)) return '';
  const rows = cells
    .slice(0, rowsMax)
    .map((row: readonly ToolResult[]) => line(row.map((cell) => cell['text'])));
  const shown =
    rows.length < Number(row_count)
      ? `${rows.length} of ${String(row_count)} rows`
      : `${String(row_count)} rows`;
  return [
    ...(caption === '' ? [] : [String(caption)]),
    line(headers),
    line(headers.map(() => '-')),
    ...rows,
    `(${shown})`,
    ...after,
  ].join('\n');
}

function leftLine(complete: unknown, missing: unknown): readonly string[] {
  if (complete !== false) return [];
  return [`Not all of it: ${String(missing ?? '') || 'there may be more on the page.'}`];
}

/** The control that brings the next rows, so that a caller can go on. */
function nextLine(next: unknown): readonly string[] {
  if (typeof next !== 'object' || next === null || !('ref' in next) || !('name' in next)) return [];
  return [`Next rows: ${JSON.stringify(next.name)} [${String(next.ref)}]`];
}

function line(cells: readonly unknown[]): string {
  return `| ${cells.map((cell) => String(cell).replace(/\s+/g, ' ').replaceAll('|', '\\|').trim()).join(' | ')} |`;
}
