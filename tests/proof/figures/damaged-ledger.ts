import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { closeDatabase, openDatabase } from '../../../native-host/io/database.ts';
import type { Anchor } from '../../../native-host/ledger/anchor.ts';
import { anchorOf } from '../../../native-host/ledger/anchor-file.ts';
import { Ledger } from '../../../native-host/ledger/ledger.ts';
import { columnsOf, firstPrevHash, hashedColumns, rowHash } from '../../../native-host/ledger/row.ts';
import { verifyLedger } from '../../../native-host/ledger/verify.ts';
import { sampleRow } from '../../native-host/ledger/sample-rows.ts';
import { type Figure, startCount } from '../figure.ts';
import { type Seeded, startSeeded } from '../seeded.ts';

const key = Buffer.alloc(32, 1);
const rows = 100;
const dropTriggers = `drop trigger ledger_keeps_rows; drop trigger ledger_keeps_values;
  drop trigger ledger_adds_only_next; drop trigger ledger_head_stays; drop trigger ledger_head_goes_on;
  drop trigger ledger_checkpoints_keep_values; drop trigger ledger_checkpoints_stay;
  drop trigger ledger_checkpoints_go_on;`;

interface Original {
  readonly folder: string;
  readonly bytes: Buffer;
  /** A whole copy of the file as it was at row 64, with the head and checkpoint that it had then. */
  readonly older: Buffer;
  readonly anchors: readonly Anchor[];
  readonly content: string;
}

const makeOriginal = (): Original => {
  const folder = mkdtempSync(join(tmpdir(), 'la-damaged-'));
  const path = join(folder, 'original.db');
  const older = join(folder, 'older.db');
  let anchors: Anchor[] = [];
  for (const [from, to] of [
    [1, 64],
    [65, rows],
  ] as const) {
    const database = openDatabase(path);
    const ledger = new Ledger(database, key);
    for (let seq = from; seq <= to; seq += 1)
      ledger.append([sampleRow({ call_id: `call-${seq}`, detail: { note: `row ${seq}` } })]);
    const checkpoint = ledger.checkpoint();
    anchors = checkpoint === null ? [] : [anchorOf('elsewhere', checkpoint)];
    ledger.close();
    closeDatabase(database);
    if (to === 64) copyFileSync(path, older);
  }
  const bytes = readFileSync(path);
  return { folder, bytes, older: readFileSync(older), anchors, content: contentOf(path) };
};

/** Everything that a reader of the ledger can be told, or why it can be told nothing. */
const contentOf = (path: string): string => {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    // Values without the names of their columns: SQLite takes a name in either case for the same.
    const all = ['ledger', 'ledger_head', 'ledger_checkpoints'].map((table) =>
      database
        .prepare(`select * from ${table} order by 1`)
        .all()
        .map((row) => Object.values(row)),
    );
    return JSON.stringify(all);
  } finally {
    database.close();
  }
};

/** What somebody who knows SQLite and every hash, but not the key, can do. */
const relink = (database: DatabaseSync): void => {
  let previous = firstPrevHash;
  let number = 0;
  for (const row of database.prepare(`select * from ledger order by seq`).all()) {
    number += 1;
    const columns = hashedColumns.map((name) => {
      const value = name === 'prev_hash' ? previous : name === 'seq' ? number : row[name];
      return value === null || value === undefined ? null : String(value);
    });
    const hash = rowHash(columns);
    database
      .prepare('update ledger set seq = ?, prev_hash = ?, hash = ? where seq = ?')
      .run(number, previous, hash, Number(row['seq']));
    previous = hash;
  }
  database.prepare('update ledger_head set seq = ?, hash = ?').run(number, previous);
};

type Edit = (database: DatabaseSync, chance: Seeded) => string;
const seqOf = (chance: Seeded): number => 1 + chance.below(rows);

const edits: readonly [Edit, ...Edit[]] = [
  (database, chance) => {
    const column = chance.pick(['at', 'event', 'tool', 'resource', 'detail', 'caller', 'args_hash']);
    const seq = seqOf(chance);
    database.exec(`update ledger set ${column} = ${column} || ' ' where seq = ${seq}`);
    return `${column} of row ${seq} edited`;
  },
  (database, chance) => {
    const seq = 1 + chance.below(rows - 1);
    database.exec(`update ledger set seq = 1000 where seq = ${seq};
      update ledger set seq = ${seq} where seq = ${seq + 1}; update ledger set seq = ${seq + 1} where seq = 1000`);
    return `rows ${seq} and ${seq + 1} swapped`;
  },
  (database, chance) => {
    const seq = seqOf(chance);
    database.exec(`delete from ledger where seq = ${seq}`);
    return `row ${seq} dropped`;
  },
  (database, chance) => {
    const seq = seqOf(chance);
    database.exec(
      `delete from ledger where seq >= ${seq}; delete from ledger_checkpoints where seq >= ${seq}`,
    );
    return `cut after row ${seq - 1}`;
  },
  (database, chance) => {
    const seq = seqOf(chance);
    const names = hashedColumns.slice(1).join(', ');
    database.exec(`insert into ledger select ${rows + 1}, ${names}, hash from ledger where seq = ${seq}`);
    return `row ${seq} repeated at the end`;
  },
  (database, chance) => {
    const last = String(
      database.prepare('select hash from ledger order by seq desc limit 1').get()?.['hash'],
    );
    const columns = columnsOf(
      sampleRow({ call_id: `new-${chance.below(9)}` }),
      rows + 1,
      '2026-11-30T10:00:00.000Z',
      last,
    );
    const marks = columns.map(() => '?').join(', ');
    database
      .prepare(`insert into ledger values (${marks}, ?)`)
      .run(rows + 1, ...columns.slice(1), rowHash(columns));
    return 'a row added';
  },
];

const damageOf = (
  original: Original,
  at: { readonly index: number; readonly count: number },
  chance: Seeded,
): { readonly words: string; readonly bytes: Buffer; readonly edit?: (path: string) => string } => {
  const { bytes, older } = original;
  if (at.index === 0) return { words: 'an older whole copy', bytes: older };
  const kind = at.index % 3;
  if (kind === 0) {
    // Spread evenly, so that as many tries as the file has bytes cut it at each of them.
    const third = Math.ceil(at.count / 3);
    const size = Math.floor((Math.floor(at.index / 3) * bytes.length) / third);
    return { words: `cut at byte ${size}`, bytes: bytes.subarray(0, size) };
  }
  if (kind === 1) {
    const bit = chance.below(bytes.length * 8);
    const flipped = Buffer.from(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    return { words: `bit ${bit} flipped`, bytes: flipped };
  }
  const edit = chance.pick(edits);
  const isRelinked = chance.below(2) === 0;
  return {
    words: isRelinked ? 'linked anew: ' : '',
    bytes,
    edit: (path) => {
      const database = new DatabaseSync(path);
      database.exec(`pragma synchronous = off; begin; ${dropTriggers}`);
      const words = edit(database, chance);
      if (isRelinked) relink(database);
      database.exec('commit');
      database.close();
      return words;
    },
  };
};

/** A damage is found, or it changed nothing that anybody is told: bits in unused parts of the file. */
export const figure: Figure = {
  id: 'F12',
  promise: 'a ledger that was cut or changed never verifies',
  unit: 'damages',
  sizes: { ci: 1_000, long: 600_000 },
  async run({ count, seed, progress }) {
    const chance = startSeeded(seed);
    const counted = startCount();
    const original = makeOriginal();
    const path = join(original.folder, 'damaged.db');
    let harmless = 0;
    for (let index = 0; index < count; index += 1) {
      const damage = damageOf(original, { index, count }, chance);
      writeFileSync(path, damage.bytes);
      const words = damage.words + (damage.edit?.(path) ?? '');
      const { ok } = verifyLedger(path, key, original.anchors);
      if (!ok) counted.pass();
      else if (contentOf(path) === original.content) {
        harmless += 1;
        counted.pass();
      } else counted.fail(words);
      if (index % 100 === 0) progress(index);
    }
    rmSync(original.folder, { recursive: true });
    return counted.finding({ 'without any effect': harmless });
  },
};
