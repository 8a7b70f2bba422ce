import {
  chmodSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '../../../native-host/io/database.ts';
import { migrations } from '../../../native-host/io/migrations.ts';
import { StartError } from '../../../native-host/io/start-error.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'la-database-'));
  path = join(folder, 'home', 'localagent.db');
});
afterEach(() => rmSync(folder, { recursive: true }));

function reasonOf(list = migrations): string {
  try {
    openDatabase(path, list).close();
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  return 'it opens';
}

test('a new database is private from its first byte, its companions too, and flushes every commit', () => {
  const database = openDatabase(path);
  database.exec("insert into profiles values ('a', 'b', 'c', 'd')");
  const modes = readdirSync(join(folder, 'home')).map(
    (name) => statSync(join(folder, 'home', name)).mode & 0o777,
  );
  expect(modes).toEqual([0o600, 0o600, 0o600]);
  expect(statSync(join(folder, 'home')).mode & 0o777).toBe(0o700);
  expect(database.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
  expect(database.prepare('pragma synchronous').get()).toEqual({ synchronous: 2 });
  expect(database.prepare('pragma foreign_keys').get()).toEqual({ foreign_keys: 1 });
  closeDatabase(database);
  expect(readdirSync(join(folder, 'home'))).toEqual(['localagent.db']);
});

test('an existing database is opened again with what it holds', () => {
  const first = openDatabase(path);
  first.exec("insert into profiles values ('a', 'b', 'c', 'd')");
  closeDatabase(first);
  const second = openDatabase(path);
  expect(second.prepare('select name from profiles').all()).toEqual([{ name: 'b' }]);
  closeDatabase(second);
});

test('a later migration is applied once, to an old database', () => {
  openDatabase(path).close();
  const later = [...migrations, { version: 99, name: 'later', sql: 'create table later (x integer) strict' }];
  openDatabase(path, later).close();
  const database = openDatabase(path, later);
  expect(database.prepare("select name from migrations where name = 'later'").all()).toEqual([
    { name: 'later' },
  ]);
  database.close();
  expect(reasonOf()).toContain('newer version');
});

test('a migration that fails leaves the database as it was', () => {
  openDatabase(path).close();
  const broken = { version: 99, name: 'broken', sql: 'create table half (x integer); select nonsense' };
  expect(reasonOf([...migrations, broken])).toContain('cannot be opened');
  expect(reasonOf()).toBe('it opens');
});

test('a migration whose text is not the one that was applied stops the start', () => {
  openDatabase(path).close();
  const [first] = migrations;
  expect(reasonOf([{ version: 1, name: first?.name ?? '', sql: `${first?.sql} ` }])).toContain(
    'something other',
  );
});

test.each([
  ['drop trigger ledger_keeps_rows', 'trigger ledger_keeps_rows is missing'],
  ['create trigger odd after insert on runs begin select 1; end', 'trigger odd was added'],
  ['alter table filed add column odd text', 'table filed was changed'],
])('after "%s" the start stops and says so', (sql, reason) => {
  const database = openDatabase(path);
  database.exec(sql);
  closeDatabase(database);
  expect(reasonOf()).toContain(reason);
});

test('another program’s database, a file that is none, and a damaged one are told apart from ours', () => {
  openDatabase(path).close();
  rmSync(path);
  const other = new DatabaseSync(path);
  other.exec('create table theirs (x)');
  other.close();
  chmodSync(path, 0o600);
  expect(reasonOf()).toContain('another program');
  writeFileSync(path, 'this is not a database, whatever its name says'.repeat(100));
  expect(reasonOf()).toContain('cannot be opened');
});

test('a database that others can read, or that has another name, is not used', () => {
  openDatabase(path).close();
  chmodSync(path, 0o644);
  expect(reasonOf()).toContain(`chmod 600 ${path}`);
  chmodSync(path, 0o600);
  linkSync(path, join(folder, 'second'));
  expect(reasonOf()).toContain('hard link');
  rmSync(path);
  symlinkSync(join(folder, 'second'), path);
  expect(reasonOf()).toContain('symbolic link');
});
