import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '../../../native-host/io/database.ts';
import { Ledger, LedgerError } from '../../../native-host/ledger/ledger.ts';
import { verifyLedger } from '../../../native-host/ledger/verify.ts';
import { sampleReceipt, sampleRow } from './sample-rows.ts';

const key = Buffer.alloc(32, 1);
let folder: string;
let path: string;
let database: DatabaseSync;
let ledger: Ledger;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'la-ledger-'));
  path = join(folder, 'localagent.db');
  database = openDatabase(path);
  ledger = new Ledger(database, key, () => Date.UTC(2026, 10, 30));
});
afterEach(() => {
  ledger.close();
  closeDatabase(database);
  rmSync(folder, { recursive: true });
});

test('what was appended is read back, in order, by run and from a place on', () => {
  ledger.append([sampleRow({ event: 'started' }), sampleRow({ run_id: 'run-2' })]);
  ledger.append([sampleRow({ run_id: null, step_id: null, result_hash: null })]);
  expect(ledger.count()).toBe(3);
  expect(ledger.rows({ limit: 10 }).map((row) => [row.seq, row.run_id])).toEqual([
    [1, 'run-1'],
    [2, 'run-2'],
    [3, null],
  ]);
  expect(ledger.rows({ run_id: 'run-2', limit: 10 })).toHaveLength(1);
  expect(ledger.rows({ after: 1, limit: 1 }).map((row) => row.seq)).toEqual([2]);
  expect(ledger.rows({ limit: 1 })[0]).toMatchObject({
    at: '2026-11-30T00:00:00.000Z',
    caller: { kind: 'workflow' },
    detail: { note: 'é' },
  });
});

test('a queued row is written within 250 ms, or before the next append', async () => {
  ledger.queue(sampleRow({ call_id: 'read-1' }));
  expect(database.prepare('select count(*) as n from ledger').get()).toEqual({ n: 0 });
  ledger.append([sampleRow({ call_id: 'act' })]);
  ledger.queue(sampleRow({ call_id: 'read-2' }));
  await delay(400);
  const written = database.prepare('select call_id from ledger order by seq').all();
  expect(written.map((row) => row['call_id'])).toEqual(['read-1', 'act', 'read-2']);
});

test('the queue is bounded: the 500th row writes it', () => {
  for (let index = 0; index < 500; index += 1) ledger.queue(sampleRow());
  expect(database.prepare('select count(*) as n from ledger').get()).toEqual({ n: 500 });
});

test('rows cannot be changed, removed, replaced or put elsewhere, and the head cannot go back', () => {
  ledger.append([sampleRow(), sampleRow()]);
  const insert = `insert or replace into ledger select REPLACED, at, event, call_id, run_id, step_id, caller,
    tool, bucket,    resource, args_hash, result_hash, detail, prev_hash, hash from ledger where seq = 1`;
  for (const sql of [
    "update ledger set tool = 'read'",
    'delete from ledger where seq = 2',
    insert.replace('REPLACED', '1'),
    insert.replace('REPLACED', '4'),
    'delete from ledger_head',
    'update ledger_head set seq = 1',
  ]) {
    expect(() => database.exec(sql), sql).toThrow(/ledger/);
  }
  expect(verifyLedger(path, key)).toMatchObject({ ok: true, rows: 2 });
});

test('after a failed write the ledger is read-only and holds nothing of what failed', () => {
  ledger.append([sampleRow()]);
  const pages = Number(database.prepare('pragma page_count').get()?.['page_count']);
  database.exec(`pragma max_page_count = ${pages + 4}`);
  const many = Array.from({ length: 200 }, () => sampleRow({ detail: { text: 'x'.repeat(2000) } }));
  expect(() => ledger.append(many)).toThrow(LedgerError);
  expect(ledger.readOnly).toBe(true);
  database.exec('pragma max_page_count = 1000000');
  expect(() => ledger.append([sampleRow()])).toThrow(LedgerError);
  expect(() => ledger.queue(sampleRow())).toThrow(LedgerError);
  expect(ledger.count()).toBe(1);
  expect(verifyLedger(path, key)).toMatchObject({ ok: true, rows: 1 });
  ledger = new Ledger(database, key);
  ledger.append([sampleRow()]);
  expect(verifyLedger(path, key)).toMatchObject({ ok: true, rows: 2 });
});

test('a queue that cannot be written is noticed by the next append', () => {
  database.exec('pragma max_page_count = 1');
  for (let index = 0; index < 400; index += 1) {
    ledger.queue(sampleRow({ detail: { text: 'x'.repeat(2000) } }));
  }
  expect(ledger.count()).toBe(0);
  expect(ledger.readOnly).toBe(true);
  expect(() => ledger.append([])).toThrow(LedgerError);
});

test('two ledgers over one database: the second to write is stopped', () => {
  const other = new Ledger(database, key);
  ledger.append([sampleRow()]);
  expect(() => other.append([sampleRow()])).toThrow(LedgerError);
  expect(verifyLedger(path, key)).toMatchObject({ ok: true, rows: 1 });
});

test('another key, a cut tail and an added row stop the start', () => {
  ledger.append([sampleRow(), sampleRow()]);
  expect(() => new Ledger(database, Buffer.alloc(32, 2))).toThrow('not sealed with this key');
  database.exec('drop trigger ledger_keeps_rows; delete from ledger where seq = 2');
  expect(() => new Ledger(database, key)).toThrow('added or removed');
});

test('an overlong detail is shortened to 16 KiB and its receipt stays one', () => {
  const receipt = sampleReceipt({
    fault: { code: 'covered', message: 'm', hint: 'h', detail: { text: '\u{1f600}'.repeat(9000) } },
  });
  ledger.append([sampleRow({ detail: { receipt } }), sampleRow({ detail: { deep: 'x'.repeat(100_000) } })]);
  ledger.append([
    sampleRow({ detail: Object.fromEntries(Array.from({ length: 9000 }, (_, n) => [`k${n}`, n])) }),
  ]);
  const lengths = database.prepare('select octet_length(detail) as n from ledger').all();
  for (const row of lengths) expect(Number(row['n'])).toBeLessThanOrEqual(16_384);
  expect(ledger.receipts({ run_id: null, limit: 10 })).toHaveLength(1);
  expect(ledger.rows({ after: 2, limit: 1 })[0]?.detail).toHaveProperty('left_out');
});

test('text that UTF-8 or SQLite cannot hold is recorded in a form that verifies', () => {
  ledger.append([
    sampleRow({ resource: 'a\0b\ud800c', caller: { kind: 'client', id: '\0\ud800', unattended: true } }),
  ]);
  expect(verifyLedger(path, key)).toMatchObject({ ok: true, rows: 1 });
  expect(ledger.rows({ limit: 1 })[0]?.resource).toBe('a\ufffdb\ufffdc');
});

test('receipts are those of ends and denials, newest first', () => {
  const receipt = (call_id: string, run_id: string) => ({ receipt: sampleReceipt({ call_id, run_id }) });
  ledger.append([
    sampleRow({ event: 'started', detail: receipt('a', 'run-1') }),
    sampleRow({ event: 'completed', detail: receipt('a', 'run-1') }),
    sampleRow({ event: 'denied', detail: receipt('b', 'run-1') }),
    sampleRow({ event: 'failed', run_id: 'run-2', detail: receipt('c', 'run-2') }),
    sampleRow({ event: 'completed', detail: {} }),
  ]);
  expect(ledger.receipts({ run_id: null, limit: 10 }).map((one) => one.call_id)).toEqual(['c', 'b', 'a']);
  expect(ledger.receipts({ run_id: 'run-1', limit: 1 }).map((one) => one.call_id)).toEqual(['b']);
});

test('a writer that is killed at any moment leaves a ledger that verifies and goes on', async () => {
  for (const ms of [30, 90, 200]) {
    const target = join(folder, `killed-${ms}.db`);
    const child = spawn(process.execPath, [join(import.meta.dirname, 'append-forever.ts'), target], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await delay(ms);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const check = verifyLedger(target, key);
    expect(check).toMatchObject({ ok: true });
    expect(check.rows).toBeGreaterThan(0);
    const again = openDatabase(target);
    const next = new Ledger(again, key);
    next.append([sampleRow()]);
    expect(verifyLedger(target, key)).toMatchObject({ ok: true, rows: next.count() });
    closeDatabase(again);
  }
});
