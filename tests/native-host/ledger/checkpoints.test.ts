import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '../../../native-host/io/database.ts';
import type { Anchor } from '../../../native-host/ledger/anchor.ts';
import { anchorOf, appendAnchor, readAnchors } from '../../../native-host/ledger/anchor-file.ts';
import { Ledger } from '../../../native-host/ledger/ledger.ts';
import { reportAnchors, reportEndLine } from '../../../native-host/ledger/report-anchor.ts';
import { verifyLedger } from '../../../native-host/ledger/verify.ts';
import type { LedgerCheckpoint } from '../../../shared/ledger-checkpoint.ts';
import { sampleReceipt, sampleRow } from './sample-rows.ts';

const key = Buffer.alloc(32, 1);
let folder: string;
let path: string;
let database: DatabaseSync;
let ledger: Ledger;
let told: LedgerCheckpoint[];
let now = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'la-checkpoints-'));
  path = join(folder, 'localagent.db');
  now = Date.UTC(2026, 10, 30);
  told = [];
  open();
});
afterEach(() => {
  close();
  rmSync(folder, { recursive: true });
});

function open(): void {
  database = openDatabase(path);
  ledger = new Ledger(database, key, () => now);
  ledger.watchCheckpoints((checkpoint) => told.push(checkpoint));
}

function close(): void {
  ledger.close();
  closeDatabase(database);
}

function addRows(count: number): void {
  for (let index = 0; index < count; index += 1)
    ledger.append([sampleRow({ call_id: `call-${ledger.count()}` })]);
}

/** What somebody without the key does to a copy of the file, and what verifying it then says. */
function tampered(sql: string, anchors: readonly Anchor[] = []): ReturnType<typeof verifyLedger> {
  close();
  const copy = join(folder, 'copy.db');
  copyFileSync(path, copy);
  const other = new DatabaseSync(copy);
  const names = other.prepare("select name from sqlite_schema where type = 'trigger'").all();
  for (const { name } of names) other.exec(`drop trigger ${name}`);
  other.exec(sql);
  other.close();
  open();
  return verifyLedger(copy, key, anchors);
}

test('a checkpoint is made every 64 rows, when asked for, and at the end; each verifies', () => {
  addRows(63);
  expect(told).toEqual([]);
  addRows(2);
  expect(told.map(({ seq }) => seq)).toEqual([64]);
  expect(ledger.checkpoint()?.seq).toBe(65);
  expect(ledger.checkpoint()?.seq).toBe(65);
  addRows(1);
  close();
  open();
  expect(told.map(({ seq }) => seq)).toEqual([64, 65, 66]);
  expect(verifyLedger(path, key)).toMatchObject({ ok: true, rows: 66, checkpoints: 3 });
});

test('rows that were cut off the end are found by the checkpoint that is left', () => {
  addRows(70);
  ledger.checkpoint();
  const cut = 'delete from ledger where seq > 60';
  expect(tampered(cut)).toMatchObject({ ok: false, kind: 'truncated', broken_at: 61 });
});

test('an older copy with its own head and checkpoints verifies alone, and is found by every kind of anchor', () => {
  addRows(64);
  close();
  const older = join(folder, 'older.db');
  copyFileSync(path, older);
  open();
  addRows(10);
  const checkpoint = ledger.checkpoint() ?? raise();
  expect(verifyLedger(older, key)).toMatchObject({ ok: true, rows: 64 });

  const file = join(folder, 'anchors.jsonl');
  for (const each of told) appendAnchor(file, each);
  const report = { where: 'a report', seq: checkpoint.seq, hash: checkpoint.hash, checkpoint: null };
  for (const anchors of [[anchorOf('a browser', checkpoint)], readAnchors(file), [report]]) {
    expect(verifyLedger(older, key, anchors)).toMatchObject({ ok: false, kind: 'truncated', broken_at: 65 });
    expect(verifyLedger(path, key, anchors)).toMatchObject({ ok: true, anchors: anchors.length });
  }
});

test('an older copy that was written on is found at the first row that an anchor remembers otherwise', () => {
  addRows(64);
  close();
  const older = join(folder, 'older.db');
  copyFileSync(path, older);
  open();
  addRows(5);
  const anchors = [anchorOf('a browser', ledger.checkpoint() ?? raise())];
  close();
  copyFileSync(older, path);
  open();
  now += 1_000;
  addRows(9);
  expect(verifyLedger(path, key, anchors)).toMatchObject({ ok: false, kind: 'broken', broken_at: 69 });
});

test('a checkpoint or an anchor of another key is named as such', () => {
  addRows(64);
  const other = new Ledger(openDatabase(join(folder, 'other.db')), Buffer.alloc(32, 2));
  other.append([sampleRow()]);
  const foreign = other.checkpoint() ?? raise();
  expect(verifyLedger(path, key, [anchorOf('a browser', foreign)])).toMatchObject({ kind: 'unknown_key' });
  const replaced = tampered(
    `update ledger_checkpoints set key_id = '${foreign.key_id}', signature = '${foreign.signature}'`,
  );
  expect(replaced).toMatchObject({ ok: false, kind: 'unknown_key', broken_at: 64 });
  expect(replaced.reason).toContain(foreign.key_id);
});

test('every changed column of a checkpoint is found, and stops the next start', () => {
  addRows(64);
  for (const column of ['at', 'hash', 'root', 'peaks', 'key_id', 'signature']) {
    const changed = `update ledger_checkpoints set ${column} = replace(substr(${column}, 1, 20), '0', '1')
      || replace(replace(replace(substr(${column}, 21), 'a', 'b'), '2', '3'), 'Q', 'R') || '0'`;
    expect(tampered(changed).ok, column).toBe(false);
    const copy = new DatabaseSync(join(folder, 'copy.db'));
    expect(() => new Ledger(copy, key), column).toThrow('checkpoint');
    copy.close();
  }
});

test('the report of a run ends with a line that anchors the ledger', () => {
  addRows(3);
  const line = reportEndLine(ledger.checkpoint() ?? raise());
  expect(line).toMatch(/^Ledger: row 3, hash [0-9a-f]{64}\.$/);
  expect(reportAnchors(join(folder, 'no runs'))).toEqual([]);
});

test('compaction leaves a ledger that verifies, goes on, and keeps what is open', () => {
  addRows(128);
  const carried = { receipt: sampleReceipt({ call_id: 'lost' }) };
  ledger.append([sampleRow({ event: 'started', call_id: 'lost', detail: carried })]);
  ledger.append([sampleRow({ event: 'outcome_unknown', call_id: 'lost', detail: carried })]);
  addRows(128);
  now += 10 * 86_400_000;
  const row = ({ from, to }: { from: number; to: number }) =>
    sampleRow({ event: 'compacted', call_id: 'compaction', detail: { from, to } });
  expect(ledger.compact(now - 20 * 86_400_000, row)).toBe(0);
  expect(ledger.compact(now - 86_400_000, row)).toBe(128);
  expect(ledger.unsettled().map(({ call_id }) => call_id)).toEqual(['lost']);
  expect(verifyLedger(path, key)).toMatchObject({ ok: true, rows: 259, base: 128 });
  close();
  open();
  addRows(1);
  expect(verifyLedger(path, key)).toMatchObject({ ok: true, rows: 260, base: 128 });
  ledger.append([sampleRow({ event: 'reconciled', call_id: 'lost', detail: { finding: 'applied' } })]);
  expect(ledger.unsettled()).toEqual([]);
  expect(ledger.compact(now + 1, row)).toBeGreaterThan(100);
  expect(verifyLedger(path, key)).toMatchObject({ ok: true });
});

test('rows that somebody removes and calls compacted are found', () => {
  addRows(128);
  expect(tampered('delete from ledger where seq <= 64; update ledger_head set base = 64').ok).toBe(false);
  expect(tampered('delete from ledger where seq <= 64').ok).toBe(false);
  ledger.compact(now + 1, () => sampleRow({ event: 'compacted' }));
  expect(tampered('delete from ledger_checkpoints where seq = (select base from ledger_head)').ok).toBe(
    false,
  );
  expect(tampered('update ledger_head set base = base - 1').ok).toBe(false);
});

function raise(): never {
  throw new Error('there is no checkpoint');
}
