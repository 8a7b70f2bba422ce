import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { FileChecks } from '../../shared/tools/save-file.ts';
import { cellDay, periodDays } from './period.ts';
import { type Csv, readCsv } from './read-csv.ts';

/** Bytes of a CSV file that is read whole to be checked. */
const csvBytesMax = 256_000_000;

/**
 * Holds a file's bytes against what it must be, by content and never by name. Gives what was checked, in
 * words; the first check that does not hold is a fault `not-actionable`, and then the file is not to be
 * filed.
 */
export function checkFile(bytes: Buffer, checks: FileChecks): Result<readonly string[]> {
  const checked: string[] = [];
  if (checks.bytes_min !== undefined) {
    if (bytes.length < checks.bytes_min) {
      return failed(unfit(`it has ${bytes.length} bytes, and at least ${checks.bytes_min} were expected`));
    }
    checked.push(`at least ${checks.bytes_min} bytes`);
  }
  const type = checks.type ?? (needsRows(checks) ? 'csv' : undefined);
  if (type === undefined) return ok(checked);
  if (type === 'csv') return checkCsv(bytes, checks, checked);
  if (needsRows(checks)) {
    return failed(
      fault('bad-arguments', `Rows and periods can be checked in CSV, not in ${type}.`, 'Leave them out.'),
    );
  }
  const wrong = wrongType(bytes, type);
  return wrong === null ? ok([...checked, `type ${type}`]) : failed(unfit(wrong));
}

function needsRows(checks: FileChecks): boolean {
  return checks.rows !== undefined || checks.rows_min !== undefined || checks.period !== undefined;
}

function wrongType(bytes: Buffer, type: 'pdf' | 'xlsx' | 'json' | 'zip'): string | null {
  if (type === 'json') return isJson(bytes) ? null : 'it is not JSON';
  if (type === 'pdf') {
    // The end mark stands in the last kilobyte; a download that broke off does not have it.
    if (!bytes.subarray(0, 1024).includes('%PDF-')) return 'it is not a PDF file';
    return bytes.subarray(-1024).includes('%%EOF') ? null : 'it is a PDF file without its end';
  }
  const isZip = bytes.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'));
  // The directory at the end of a ZIP file has a mark of its own, followed by 18 bytes and a comment.
  const isWhole = bytes.subarray(-65_557).includes(Buffer.from('PK\u0005\u0006'));
  if (!isZip || !isWhole) return `it is not a whole ${type === 'zip' ? 'ZIP' : 'Excel'} file`;
  return type === 'xlsx' && !bytes.includes('xl/') ? 'it is a ZIP file, but not an Excel file' : null;
}

function isJson(bytes: Buffer): boolean {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return true;
  } catch {
    return false;
  }
}

function checkCsv(bytes: Buffer, checks: FileChecks, checked: readonly string[]): Result<readonly string[]> {
  if (bytes.length > csvBytesMax) {
    return failed(
      fault('too-large', `A CSV file of ${bytes.length} bytes is not read.`, 'Leave the checks out.'),
    );
  }
  const text = csvText(bytes);
  if (text === null) return failed(unfit('it is not text'));
  if (/^\s*<(?:!doctype|html|\?xml)/i.test(text)) return failed(unfit('it is a web page, not a CSV file'));
  const csv = readCsv(text);
  if (!csv.ok) return csv;
  const wrong = wrongRows(csv.value, checks);
  if (wrong !== null) return failed(wrong);
  const rows = csv.value.rows.length;
  const period = checks.period === undefined ? [] : [`all dates in ${checks.period.is}`];
  return ok([...checked, 'type csv', `${rows} ${rows === 1 ? 'row' : 'rows'}`, ...period]);
}

// UTF-8, else the Windows code page that old exports use; a zero byte is in no text.
function csvText(bytes: Buffer): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

function wrongRows(csv: Csv, checks: FileChecks): Fault | null {
  const count = csv.rows.length;
  if (checks.rows !== undefined && count !== checks.rows) {
    return unfit(`it has ${count} data rows, and ${checks.rows} were expected`);
  }
  if (checks.rows_min !== undefined && count < checks.rows_min) {
    return unfit(`it has ${count} data rows, and at least ${checks.rows_min} were expected`);
  }
  return checks.period === undefined ? null : wrongPeriod(csv, checks.period);
}

function wrongPeriod(
  csv: Csv,
  { column, is }: { readonly column: string; readonly is: string },
): Fault | null {
  const period = periodDays(is);
  if (period === null) {
    return fault('bad-arguments', `"${is}" is not a period.`, 'Write 2026-06, 2026-Q2 or 2026.');
  }
  const at = csv.header.findIndex((name) => name.trim().toLowerCase() === column.trim().toLowerCase());
  if (at === -1) return unfit(`it has no column "${column}"`, { columns: csv.header.slice(0, 50) });
  for (const [index, row] of csv.rows.entries()) {
    const cell = row[at] ?? '';
    const day = cellDay(cell);
    const where = `data row ${index + 1}, column "${column}"`;
    if (day === null)
      return unfit(`${where} is not a date that can be read for sure`, { cell: cell.slice(0, 100) });
    if (day < period.from || day > period.to)
      return unfit(`${where} is outside ${is}`, { cell: cell.slice(0, 100) });
  }
  return csv.rows.length === 0 ? unfit(`it has no rows, so nothing shows that it is of ${is}`) : null;
}

function unfit(why: string, detail?: Fault['detail']): Fault {
  const hint = 'Nothing was filed. The downloaded file is in the folder of the run.';
  return fault('not-actionable', `The file is not what was asked for: ${why}.`, hint, detail);
}
