import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '../../../native-host/io/database.ts';
import { type ExportFormat, formatExport } from '../../../native-host/ledger/export-formats.ts';
import { exportLedger } from '../../../native-host/ledger/export-ledger.ts';
import { Ledger } from '../../../native-host/ledger/ledger.ts';
import { sampleRow } from './sample-rows.ts';

const key = Buffer.alloc(32, 1);
const verifier = join(import.meta.dirname, '..', '..', '..', 'docs', 'verify-ledger-export.mjs');
const query = { run_id: 'run-2', after: 0, limit: 1_000 };
let folder: string;
let path: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'la-export-'));
  path = join(folder, 'localagent.db');
  const database = openDatabase(path);
  const ledger = new Ledger(database, key, () => Date.UTC(2026, 10, 30));
  for (let index = 0; index < 101; index += 1) {
    const run_id = index % 3 === 0 ? 'run-2' : 'run-1';
    const event = index % 9 === 0 ? 'denied' : 'completed';
    ledger.append([sampleRow({ event, run_id, detail: { note: '</script>"é]\n' } })]);
  }
  ledger.compact(Date.UTC(2027, 0, 1), () => sampleRow({ event: 'compacted', run_id: null }));
  for (let index = 0; index < 40; index += 1) ledger.append([sampleRow({ run_id: 'run-2' })]);
  closeDatabase(database);
});
afterAll(() => rmSync(folder, { recursive: true }));

function exported(format: ExportFormat, run_id: string | null = 'run-2'): string {
  return formatExport(exportLedger(path, key, { ...query, run_id }), format, 'host 1');
}

function verified(text: string, ...more: string[]): { code: number | null; said: string } {
  const file = join(folder, 'export.txt');
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [verifier, file, ...more], {
    encoding: 'utf8',
  });
  return { code: status, said: stdout + stderr };
}

test('JSON lines and page of a run, or of everything, verify with the program of a hundred lines', () => {
  const { checkpoint, rows } = exportLedger(path, key, query);
  expect(rows.length).toBeGreaterThan(40);
  for (const text of [exported('jsonl'), exported('html'), exported('jsonl', null)]) {
    expect(verified(text, '--key', checkpoint?.key_id ?? '')).toEqual({
      code: 0,
      said: expect.stringContaining('Verified'),
    });
  }
});

test('a changed, moved, added, missing or foreign row does not verify, nor another key', () => {
  const text = exported('jsonl');
  const lines = text.trimEnd().split('\n');
  const [head = '', first = '', second = ''] = lines;
  const rest = lines.slice(3);
  for (const [wrong, said] of [
    [text.replace('"tool":"click"', '"tool":"hover"'), 'was changed'],
    [[head, second, first, ...rest].join('\n'), 'out of order'],
    [[head, first, first, second, ...rest].join('\n'), 'holds'],
    [[head, second, ...rest].join('\n'), 'holds'],
    [text.replace(/"root":"(.)/, (_, digit) => `"root":"${digit === '0' ? '1' : '0'}`), 'signature'],
    [text.replace('"run_id":"run-2"', '"run_id":"run-1"'), 'another run'],
    [text.replace(/"proof":\["(.)/, (_, digit) => `"proof":["${digit === '0' ? '1' : '0'}`), 'signed tree'],
    ['{}', 'no export'],
  ] as const) {
    const found = verified(wrong);
    expect(found.code, said).toBe(1);
    expect(found.said).toContain(said);
  }
  expect(verified(text, '--key', '0123456789abcdef').said).toContain('not 0123456789abcdef');
  const other = exportLedger(path, Buffer.alloc(32, 2), query);
  expect(other.checkpoint?.key_id).not.toBe(exportLedger(path, key, query).checkpoint?.key_id);
});

test('syslog lines have the form of RFC 5424, and warn of what did not go well', () => {
  const lines = exported('syslog').trimEnd().split('\n');
  for (const line of lines) {
    expect(line).toMatch(
      /^<1(?:08|10)>1 2026-11-30T00:00:00\.000Z host1 localagent - \w+ \[ledger@32473 .*\] \{.*\}$/,
    );
  }
  expect(lines.filter((line) => line.startsWith('<108>')).every((line) => line.includes(' denied '))).toBe(
    true,
  );
});

test('OTLP logs carry every column as an attribute', () => {
  const { resourceLogs } = JSON.parse(exported('otlp'));
  const [record] = resourceLogs[0].scopeLogs[0].logRecords;
  expect(record).toMatchObject({ severityText: 'INFO', timeUnixNano: '1795996800000000000' });
  const names = record.attributes.map((one: { key: string }) => one.key);
  expect(names).toEqual(expect.arrayContaining(['localagent.seq', 'localagent.hash', 'localagent.run_id']));
});

test('what a page put into a row is text in the page of the export', () => {
  const html = exported('html');
  expect(html.match(/<script/g)).toHaveLength(1);
  expect(html.match(/<\/script>/g)).toHaveLength(1);
});
