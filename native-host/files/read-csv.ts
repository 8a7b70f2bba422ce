import { failed, fault, ok, type Result } from '../../shared/faults.ts';

// RFC 4180, with what files in the wild have besides: a byte order mark, LF or CR alone as line ends, `;` or
// tab between fields. A field in quotation marks holds anything, its own marks doubled. Strict where a
// mistake would change values.

export type Csv = { readonly header: readonly string[]; readonly rows: readonly (readonly string[])[] };

const rowsMax = 5_000_000;

/**
 * Reads a CSV text: the first row is the header, empty lines are left out, each row has as many fields as the
 * header.
 */
export function readCsv(text: string): Result<Csv> {
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text;
  const parsed = parseRecords(plain, separatorOf(plain));
  if (!parsed.ok) return parsed;
  const [header, ...rows] = parsed.value;
  if (header === undefined) return failed(notCsv('it is empty'));
  if (header.length < 2) return failed(notCsv('its first line has no separators'));
  const uneven = rows.findIndex((row) => row.length !== header.length);
  if (uneven !== -1) {
    const has = rows[uneven]?.length ?? 0;
    return failed(notCsv(`data row ${uneven + 1} has ${has} fields, the header ${header.length}`));
  }
  return ok({ header, rows });
}

// The separator is the candidate that the header has most of, outside quotation marks.
function separatorOf(text: string): string {
  const line =
    text
      .slice(0, 100_000)
      .replace(/"(?:[^"]|"")*"/g, '')
      .split(/[\r\n]/, 1)[0] ?? '';
  const count = (separator: string): number => line.split(separator).length;
  return [',', ';', '\t', '|'].reduce((best, one) => (count(one) > count(best) ? one : best));
}

function parseRecords(text: string, separator: string): Result<string[][]> {
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length) {
    const field = text[at] === '"' ? quotedField(text, at) : plainField(text, at, separator);
    if (field === null)
      return failed(notCsv(`a quotation mark in record ${records.length + 1} is not closed`));
    record.push(field.value);
    at = field.next;
    const mark = text[at];
    if (mark === separator) {
      at += 1;
      if (at === text.length) record.push('');
      continue;
    }
    if (mark !== undefined && mark !== '\r' && mark !== '\n') {
      return failed(notCsv(`record ${records.length + 1} goes on after a closing quotation mark`));
    }
    at += mark === '\r' && text[at + 1] === '\n' ? 2 : 1;
    if (record.length > 1 || record[0] !== '') records.push(record);
    record = [];
    if (records.length > rowsMax) return failed(notCsv(`it has more than ${rowsMax} rows`));
  }
  if (record.length > 0) records.push(record);
  return ok(records);
}

type Field = { readonly value: string; readonly next: number };

function plainField(text: string, from: number, separator: string): Field {
  let at = from;
  while (at < text.length && text[at] !== separator && text[at] !== '\r' && text[at] !== '\n') at += 1;
  return { value: text.slice(from, at), next: at };
}

function quotedField(text: string, from: number): Field | null {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    if (text[at + 1] !== '"') return { value: text.slice(from + 1, at).replaceAll('""', '"'), next: at + 1 };
    at += 1;
  }
  return null;
}

function notCsv(why: string) {
  return fault(
    'not-actionable',
    `The file is not a proper CSV file: ${why}.`,
    'Look at the file in the run folder.',
  );
}
