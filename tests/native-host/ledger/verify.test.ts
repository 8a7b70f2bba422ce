import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '../../../native-host/io/database.ts';
import { Ledger } from '../../../native-host/ledger/ledger.ts';
import { columnsOf, hashedColumns, rowHash } from '../../../native-host/ledger/row.ts';
import { verifyLedger } from '../../../native-host/ledger/verify.ts';
import { sampleRow } from './sample-rows.ts';

const key = Buffer.alloc(32, 1);
const rows = 20;
let folder: string;
let original: string;
let copies = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'la-verify-'));
  original = join(folder, 'original.db');
  const database = openDatabase(original);
  const ledger = new Ledger(database, key);
  for (let index = 1; index <= rows; index += 1) {
    ledger.append([sampleRow({ call_id: `call-${index}`, detail: { note: `row ${index} \ufffd` } })]);
  }
  closeDatabase(database);
});
afterAll(() => rmSync(folder, { recursive: true }));

const dropTriggers = `drop trigger ledger_keeps_rows; drop trigger ledger_keeps_values;
  drop trigger ledger_adds_only_next; drop trigger ledger_head_stays; drop trigger ledger_head_goes_on;
  drop trigger ledger_checkpoints_keep_values; drop trigger ledger_checkpoints_stay;`;

/** A copy of the file alone, changed by somebody who knows SQLite. */
function tampered(change: (database: DatabaseSync) => void): ReturnType<typeof verifyLedger> {
  copies += 1;
  const path = join(folder, `copy-${copies}.db`);
  copyFileSync(original, path);
  const database = new DatabaseSync(path);
  // Hundreds of copies: none of them has to outlive a power cut.
  database.exec(`pragma synchronous = off; begin; ${dropTriggers}`);
  change(database);
  database.exec('commit');
  database.close();
  const check = verifyLedger(path, key);
  rmSync(path);
  return check;
}

test('the untouched file verifies, alone and without a trace of the reading', () => {
  const bare = join(folder, 'bare');
  copyFileSync(original, `${bare}.db`);
  const before = readdirSync(folder);
  expect(verifyLedger(`${bare}.db`, key)).toMatchObject({
    ...{ ok: true, kind: 'verified', rows, broken_at: null, reason: '' },
  });
  expect(readdirSync(folder)).toEqual(before);
  expect(tampered(() => undefined).ok).toBe(true);
});

test('rows still in the WAL of a database in use are read', () => {
  const path = join(folder, 'live.db');
  const database = openDatabase(path);
  const ledger = new Ledger(database, key);
  ledger.append([sampleRow(), sampleRow()]);
  expect(verifyLedger(path, key)).toMatchObject({ ok: true, rows: 2 });
  ledger.append([sampleRow()]);
  expect(verifyLedger(path, key)).toMatchObject({ ok: true, rows: 3 });
  closeDatabase(database);
});

test('a change of any column of any of 20 rows is found at that row', { timeout: 60_000 }, () => {
  for (const column of [...hashedColumns.slice(1), 'hash']) {
    for (let seq = 1; seq <= rows; seq += 1) {
      const check = tampered((database) => {
        database.exec(`update ledger set ${column} = coalesce(substr(${column}, 1, 3) || 'x'
          || substr(${column}, 5), 'x')
          where seq = ${seq}`);
      });
      expect(check, `${column} of row ${seq}`).toMatchObject({ ok: false, broken_at: seq });
    }
  }
  for (let seq = 1; seq <= rows; seq += 1) {
    expect(
      tampered((database) => database.exec(`update ledger set seq = 90 + seq where seq = ${seq}`)).ok,
    ).toBe(false);
  }
});

test.each([
  ['a NUL and more behind a text', "tool = tool || char(0) || 'x'"],
  ['a null for an empty end', 'result_hash = null'],
  [
    'a byte that is no UTF-8 for the sign that stands for one',
    "detail = replace(detail, '\ufffd', cast(x'ff' as text))",
  ],
  ['the same letters in another case', 'hash = upper(hash)'],
])('%s is found', (_, set) => {
  expect(tampered((database) => database.exec(`update ledger set ${set} where seq = 7`))).toMatchObject({
    ok: false,
    broken_at: 7,
  });
});

test('a value of another type is found, in a table that allows one', () => {
  const check = tampered((database) => {
    database.exec(`create table loose as select * from ledger; drop table ledger;
      alter table loose rename to ledger;
      update ledger set tool = cast(tool as blob) where seq = 3`);
  });
  expect(check).toMatchObject({ ok: false, broken_at: 3 });
});

test.each([
  [1, 1],
  [10, 10],
  [20, 20],
])('the removal of row %i is found', (seq, at) => {
  const check = tampered((database) => database.exec(`delete from ledger where seq = ${seq}`));
  expect(check).toMatchObject({ ok: false, broken_at: at });
});

test('a removed row is found also when the later ones are moved up and linked anew', () => {
  const check = tampered((database) => {
    database.exec('delete from ledger where seq = 10');
    for (let seq = 11; seq <= rows; seq += 1)
      database.exec(`update ledger set seq = ${seq - 1} where seq = ${seq}`);
    relink(database);
  });
  expect(check.ok).toBe(false);
});

test('two rows that changed places are found', () => {
  const check = tampered((database) => {
    database.exec('update ledger set seq = 99 where seq = 4; update ledger set seq = 4 where seq = 5');
    database.exec('update ledger set seq = 5 where seq = 99');
  });
  expect(check).toMatchObject({ ok: false, broken_at: 4 });
});

test('an added row is found, well-formed and linked or not', () => {
  const add = (database: DatabaseSync): void => {
    const last = String(database.prepare('select hash from ledger where seq = 20').get()?.['hash']);
    const columns = columnsOf(sampleRow(), 21, '2026-11-30T10:00:00.000Z', last);
    const marks = hashedColumns.map(() => '?').join(', ');
    database
      .prepare(`insert into ledger values (${marks}, ?)`)
      .run(21, ...columns.slice(1), rowHash(columns));
  };
  expect(tampered(add)).toMatchObject({ ok: false, rows: 21, broken_at: 21 });
  const withHead = tampered((database) => {
    add(database);
    database.exec('update ledger_head set seq = 21, hash = (select hash from ledger where seq = 21)');
  });
  expect(withHead).toMatchObject({ ok: false, reason: expect.stringContaining('head') });
});

test('a changed, missing or second head, an emptied ledger and another key are found', () => {
  for (const sql of [
    "update ledger_head set mac = 'x' || substr(mac, 2)",
    "update ledger_head set hash = 'x' || substr(hash, 2)",
    'update ledger_head set seq = 19',
    'delete from ledger_head',
    'delete from ledger; delete from ledger_head',
    'delete from ledger',
    'drop table ledger',
    'drop table ledger_head',
  ]) {
    expect(tampered((database) => database.exec(sql)).ok, sql).toBe(false);
  }
  expect(verifyLedger(original, Buffer.alloc(32, 2))).toMatchObject({ ok: false });
});

test('a whole history written anew is found: only the key can seal its head', () => {
  const check = tampered((database) => {
    database.exec("update ledger set tool = 'hover' where seq = 5");
    relink(database);
  });
  expect(check.ok).toBe(false);
});

test('no flipped bit of the file makes the reading throw, nor any in a row pass', () => {
  const bytes = readFileSync(original);
  const place = bytes.indexOf('completedcall-13');
  const path = join(folder, 'flipped.db');
  for (let offset = place - 40; offset < place + 500; offset += 1) {
    const flipped = Buffer.from(bytes);
    flipped[offset] = (flipped[offset] ?? 0) ^ (1 << (offset % 8));
    writeFileSync(path, flipped);
    expect(verifyLedger(path, key).ok, `offset ${offset - place}`).toBe(false);
  }
  writeFileSync(path, bytes.subarray(0, 5000));
  expect(verifyLedger(path, key).ok).toBe(false);
  writeFileSync(path, '');
  expect(verifyLedger(path, key).ok).toBe(false);
  expect(verifyLedger(join(folder, 'none.db'), key).ok).toBe(false);
});

test('a flipped byte in an index, by which rows are looked up, is found as well', () => {
  const bytes = readFileSync(original);
  const path = join(folder, 'index.db');
  const place = bytes.indexOf('call-13\r');
  expect(place).toBeGreaterThan(0);
  bytes[place] = 0x43;
  writeFileSync(path, bytes);
  expect(verifyLedger(path, key)).toMatchObject({ ok: false, reason: expect.stringContaining('damaged') });
});

test('100,000 rows verify', { timeout: 60_000 }, () => {
  const path = join(folder, 'large.db');
  const database = openDatabase(path);
  const ledger = new Ledger(database, key);
  for (let batch = 0; batch < 20; batch += 1) ledger.append(Array.from({ length: 5_000 }, () => sampleRow()));
  closeDatabase(database);
  expect(verifyLedger(path, key)).toMatchObject({ ok: true, rows: 100_000 });
});

/** What somebody without the key can do: compute every hash anew. */
function relink(database: DatabaseSync): void {
  let previous = '0'.repeat(64);
  for (const row of database.prepare(`select ${hashedColumns.join(', ')} from ledger order by seq`).all()) {
    const columns = hashedColumns.map((name) => {
      const value = name === 'prev_hash' ? previous : row[name];
      return value === null || value === undefined ? null : String(value);
    });
    const hash = rowHash(columns);
    database
      .prepare('update ledger set prev_hash = ?, hash = ? where seq = ?')
      .run(previous, hash, Number(row['seq']));
    previous = hash;
  }
  database.prepare('update ledger_head set hash = ?').run(previous);
}
