import { z } from 'zod';
import { FaultError } from '../../shared/faults.ts';
import { label } from '../../shared/prompt-text.ts';
import { download } from '../../shared/tools/download.ts';
import { extractTable } from '../../shared/tools/extract-table.ts';
import type { Outcome, Task } from './events.ts';
import { endsRun, type Use } from './make-call.ts';
import type { Means } from './ports.ts';

// What a run keeps: downloads, taken over by the host into the run's folder, and tables as CSV beside them.

const rowsMax = 2_000;
/** Characters of a table that the model is shown. */
const shownMax = 1_900;

const Downloaded = z.object(download.output.shape);

export async function downloadFile(
  { control, url, sources }: Extract<Task, { kind: 'download' }>,
  use: Use,
  { emit }: Means,
): Promise<Outcome> {
  const args = control === null ? { url } : { selector: `ref=${control.ref}` };
  const { done } = await use('download', args, sources);
  if (!done.ok) {
    if (endsRun(done.fault) || done.fault.code === 'outcome-unknown') throw new FaultError(done.fault);
    const line = `download: not done. ${label(done.fault.message, 200)} ${label(done.fault.hint, 160)}`;
    return { ok: false, line, seen: { kind: 'nothing' } };
  }
  const { name, path, bytes, sha256 } = Downloaded.parse(done.value);
  if (sha256 !== null) {
    emit({ type: 'file.saved', file: { name, path, bytes, sha256, state: 'downloaded' } });
  }
  return { ok: true, line: `downloaded "${label(name, 100)}", ${bytes} bytes.`, seen: { kind: 'nothing' } };
}

const Table = z.object(extractTable.output.shape);
type Table = z.infer<typeof Table>;

export async function extractRows(
  { ref, n, caption }: Extract<Task, { kind: 'extract' }>,
  use: Use,
  { keeper, emit }: Means,
): Promise<Outcome> {
  const { done } = await use('extract_table', { selector: `ref=${ref}`, max_rows: rowsMax });
  if (!done.ok) {
    if (endsRun(done.fault)) throw new FaultError(done.fault);
    return {
      ok: false,
      line: `table: not read. ${label(done.fault.message, 200)}`,
      seen: { kind: 'nothing' },
    };
  }
  const table = Table.parse(done.value);
  const file = keeper.table(`table-${n}.csv`, csvOf(table));
  emit({ type: 'file.saved', file });
  const missing = table.complete ? '' : ` Not all of it: ${label(table.missing, 120)}`;
  const line = `kept the table, ${table.cells.length} of ${table.row_count} rows, as ${file.name}.${missing}`;
  return { ok: true, line, seen: { kind: 'table', caption, text: shownRows(table) } };
}

function csvOf({ columns, cells }: Table): string {
  const rows = [columns, ...cells.map((row) => row.map(({ text }) => text))];
  return `${rows.map((row) => row.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/** Quoted where it must be; what a spreadsheet would take for a formula is made text. */
function csvCell(text: string): string {
  const tame = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.,\s]+%?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(tame) ? `"${tame.replaceAll('"', '""')}"` : tame;
}

function shownRows({ columns, cells }: Table): string {
  const lines = [columns.join(' | ')];
  let size = lines[0]?.length ?? 0;
  for (const row of cells) {
    const line = row.map(({ text }) => text.replace(/\s+/g, ' ')).join(' | ');
    size += line.length + 1;
    if (size > shownMax) {
      lines.push(`… ${cells.length - lines.length + 1} more rows are in the file.`);
      break;
    }
    lines.push(line);
  }
  return lines.join('\n');
}
