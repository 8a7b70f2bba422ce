import { createHash } from 'node:crypto';
import { closeSync, constants, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Migration, migrations } from './migrations.ts';
import { openPrivateFile } from './private-file.ts';
import { StartError } from './start-error.ts';

/**
 * How long a statement waits for another process (the command line beside the authority) to finish its own.
 */
const busyMs = 5_000;

const migrationsTable = `create table migrations (
  version integer primary key, name text not null, sha256 text not null, applied_at text not null) strict`;

/**
 * Opens the database, makes it when there is none, and brings it to the newest shape. The file is private
 * from its first byte; a commit is on the disk when it returns (WAL, synchronous=FULL). Throws `StartError`
 * when the file is no database of ours, damaged, open to other users, of a newer version, or not of the shape
 * its migrations gave it. `list` is for tests.
 */
export function openDatabase(path: string, list: readonly Migration[] = migrations): DatabaseSync {
  makePrivate(path);
  let database: DatabaseSync | null = null;
  try {
    database = new DatabaseSync(path, { timeout: busyMs, allowExtension: false });
    setUp(database);
    migrate(database, path, list);
    checkShape(database, path, list);
    return database;
  } catch (error) {
    if (database?.isOpen === true) database.close();
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The database cannot be opened: ${error instanceof Error ? error.message : String(error)}.`,
      path,
      'Close other programs that use it; if it is damaged, restore it from a backup or move it away.',
    );
  }
}

/** Closes the database with everything in the one file, so that a copy of the file alone is whole. */
export function closeDatabase(database: DatabaseSync): void {
  if (!database.isOpen) return;
  try {
    database.exec('pragma wal_checkpoint(truncate)');
  } finally {
    database.close();
  }
}

function makePrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const existing = openPrivateFile(path, 'The database');
  if (existing !== null) {
    closeSync(existing);
    return;
  }
  try {
    closeSync(openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_RDWR, 0o600));
  } catch (error) {
    // Another process made it a moment ago, with the same mode.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function setUp(database: DatabaseSync): void {
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma fullfsync = on;
    pragma checkpoint_fullfsync = on;
    pragma foreign_keys = on;
    pragma trusted_schema = off;
  `);
}

// All in one transaction that is taken before looking: of two processes that start at once the second finds
// it done.
function migrate(database: DatabaseSync, path: string, list: readonly Migration[]): void {
  database.exec('begin immediate');
  try {
    for (const migration of list.slice(appliedCount(database, path, list))) {
      database.exec(migration.sql);
      database
        .prepare('insert into migrations (version, name, sha256, applied_at) values (?, ?, ?, ?)')
        .run(migration.version, migration.name, digest(migration), new Date().toISOString());
    }
    database.exec('commit');
  } catch (error) {
    if (database.isTransaction) database.exec('rollback');
    throw error;
  }
}

/** How many migrations the database has taken already; each must be the one we know. */
function appliedCount(database: DatabaseSync, path: string, list: readonly Migration[]): number {
  if (database.prepare("select 1 from sqlite_schema where name = 'migrations'").get() === undefined) {
    if (database.prepare('select 1 from sqlite_schema limit 1').get() !== undefined) {
      throw new StartError('The file is a database of another program.', path, 'Move it away.');
    }
    database.exec(migrationsTable);
    return 0;
  }
  const applied = database.prepare('select version, sha256 from migrations order by version').all();
  applied.forEach((row, index) => {
    const known = list[index];
    if (known === undefined) {
      throw new StartError(
        `The database is of a newer version (shape ${row['version']}; this program knows ${list.length}).`,
        path,
        'Update LocalAgent, or use another data folder (LOCALAGENT_HOME).',
      );
    }
    if (row['version'] !== known.version || row['sha256'] !== digest(known)) {
      throw new StartError(
        `The database was brought to shape ${known.version} by something other than this program.`,
        path,
        'Restore it from a backup, or move it away to start afresh.',
      );
    }
  });
  return applied.length;
}

// The shape is compared with one made afresh in memory: a trigger that somebody dropped is as wrong as one
// added.
function checkShape(database: DatabaseSync, path: string, list: readonly Migration[]): void {
  const fresh = new DatabaseSync(':memory:');
  try {
    fresh.exec(migrationsTable);
    for (const migration of list) fresh.exec(migration.sql);
    const wanted = shapeOf(fresh);
    const found = shapeOf(database);
    const wrong = [...wanted.keys(), ...found.keys()].find((name) => wanted.get(name) !== found.get(name));
    if (wrong === undefined) return;
    const how = !found.has(wrong) ? 'is missing' : wanted.has(wrong) ? 'was changed' : 'was added';
    throw new StartError(
      `The shape of the database was altered: ${wrong} ${how}.`,
      path,
      'Restore it from a backup, or move it away to start afresh.',
    );
  } finally {
    fresh.close();
  }
}

function shapeOf(database: DatabaseSync): Map<string, string> {
  const rows = database
    .prepare(
      `select type, name, coalesce(sql, '') as sql from sqlite_schema
        where name not like 'sqlite\\_%' escape '\\'`,
    )
    .all();
  return new Map(rows.map((row) => [`${row['type']} ${row['name']}`, String(row['sql'])]));
}

function digest(migration: Migration): string {
  return createHash('sha256')
    .update(`${migration.version}\n${migration.name}\n${migration.sql}`)
    .digest('hex');
}
