import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { closeDatabase, openDatabase } from '../../../native-host/io/database.ts';
import { deriveKey, loadKey } from '../../../native-host/io/key-file.ts';
import { Ledger, LedgerError } from '../../../native-host/ledger/ledger.ts';
import { verifyLedger } from '../../../native-host/ledger/verify.ts';
import { Vault } from '../../../native-host/secrets/vault.ts';
import { sampleRow } from '../../native-host/ledger/sample-rows.ts';
import { type Figure, startCount } from '../figure.ts';
import { startSeeded } from '../seeded.ts';

const writer = join(import.meta.dirname, '..', 'faulty-writer.ts');
const site = 'https://portal.example.com';
const secretsAtFirst = 5;
type Counted = ReturnType<typeof startCount>;

/** A data folder with some history, made while the disk was well. */
const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'la-disk-'));
  const keyPath = join(folder, 'key');
  const database = openDatabase(join(folder, 'localagent.db'));
  const ledger = new Ledger(database, deriveKey(loadKey(keyPath, []), 'ledger'));
  for (let index = 0; index < 130; index += 1) ledger.append([sampleRow({ call_id: `old-${index}` })]);
  ledger.close();
  closeDatabase(database);
  const vault = Vault.open({ secretsPath: join(folder, 'secrets.json'), keyPath });
  for (let index = 0; index < secretsAtFirst; index += 1)
    vault.set(`old-${index}`, `value-old-${index}`, ['domain:example.com']);
  return folder;
};

const copyOf = (folder: string, name: string): string => {
  const copy = join(folder, name);
  mkdirSync(copy, { mode: 0o700 });
  for (const file of ['key', 'localagent.db', 'secrets.json'])
    copyFileSync(join(folder, file), join(copy, file));
  return copy;
};

/** What is wrong with a data folder once the disk is well again; nothing: ''. */
const wrongIn = (folder: string, effects: readonly number[]): string => {
  const keyPath = join(folder, 'key');
  const path = join(folder, 'localagent.db');
  const key = deriveKey(readFileSync(keyPath), 'ledger');
  const check = verifyLedger(path, key);
  if (!check.ok) return `the ledger does not verify: ${check.reason}`;
  const database = openDatabase(path);
  const ledger = new Ledger(database, key);
  const sql = "select 1 from ledger where event = 'started' and call_id = ?";
  const isGone = check.base > 0;
  const missing = isGone
    ? undefined
    : effects.find((act) => database.prepare(sql).get(`act-${act}`) === undefined);
  ledger.append([sampleRow()]);
  closeDatabase(database);
  if (missing !== undefined) return `act ${missing} took effect without an intent`;
  if (!verifyLedger(path, key).ok) return 'the ledger does not go on';
  const vault = Vault.open({ secretsPath: join(folder, 'secrets.json'), keyPath });
  for (let index = 0; index < secretsAtFirst; index += 1) {
    const value = vault.reveal(`old-${index}`, site, site);
    if (!value.ok || value.value !== `value-old-${index}`) return `secret old-${index} is lost`;
  }
  return '';
};

/** The whole writer in a process whose files may grow to so many blocks of 512 bytes. */
const underLimit = async (folder: string, blocks: number): Promise<string> => {
  const command = `ulimit -f ${blocks}; exec "$0" --disable-warning=ExperimentalWarning "$1" "$2"`;
  const child = spawn('sh', ['-c', command, process.execPath, writer, folder], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const said = await text(child.stdout);
  const effects = [...said.matchAll(/^effect (\d+)$/gm)].map(([, act]) => Number(act));
  return wrongIn(folder, effects);
};

const flows: readonly ((ledger: Ledger) => void)[] = [
  (ledger) => ledger.append([sampleRow({ event: 'started', detail: { text: 'x'.repeat(3_000) } })]),
  (ledger) =>
    ledger.append(Array.from({ length: 80 }, () => sampleRow({ detail: { text: 'x'.repeat(900) } }))),
  (ledger) => {
    for (let index = 0; index < 500; index += 1) ledger.queue(sampleRow());
  },
  (ledger) => {
    ledger.append([sampleRow({ detail: { text: 'x'.repeat(3_900) } })]);
    ledger.checkpoint();
  },
  (ledger) => void ledger.compact(Date.now() + 1, () => sampleRow({ detail: { text: 'x'.repeat(12_000) } })),
];

/** One flow in a database that may grow by so many pages; then the limit is lifted, once or never. */
const underPages = (
  folder: string,
  pages: number,
  flow: (ledger: Ledger) => void,
  onFailure: () => void,
): string => {
  const key = deriveKey(readFileSync(join(folder, 'key')), 'ledger');
  const path = join(folder, 'localagent.db');
  const database = openDatabase(path);
  const ledger = new Ledger(database, key);
  const before = ledger.count();
  const limit = Number(database.prepare('pragma page_count').get()?.['page_count']) + pages;
  database.exec(`pragma max_page_count = ${limit}`);
  let failed = false;
  try {
    flow(ledger);
  } catch (error) {
    if (!(error instanceof LedgerError)) throw error;
    failed = true;
    onFailure();
  }
  database.exec('pragma max_page_count = 1000000');
  if (failed && !ledger.readOnly) return 'a failed write did not make the ledger read-only';
  if (failed && accepts(ledger)) return 'the ledger was written after a failed write';
  const count = ledger.count();
  ledger.close();
  closeDatabase(database);
  if (failed && new DatabaseSync(path).prepare('select max(seq) as seq from ledger').get()?.['seq'] !== count)
    return `a failed write left rows behind (${before} before)`;
  return wrongIn(folder, []);
};

const accepts = (ledger: Ledger): boolean => {
  try {
    ledger.append([sampleRow()]);
    return true;
  } catch {
    return false;
  }
};

const tried = async (
  counted: Counted,
  words: string,
  work: () => string | Promise<string>,
): Promise<void> => {
  const wrong = await work();
  if (wrong === '') counted.pass();
  else counted.fail(`${words}: ${wrong}`);
};

/** A disk that fills up at every possible moment: pages of the database, and files of a whole process. */
export const figure: Figure = {
  id: 'F13',
  promise: 'a disk that cannot be written stops acts, and leaves ledger and secrets whole',
  unit: 'full disks',
  sizes: { ci: 40, long: 4_000 },
  async run({ count, seed, progress }) {
    const chance = startSeeded(seed);
    const counted = startCount();
    const folder = makeFolder();
    let failures = 0;
    for (let index = 0; index < count; index += 1) {
      const copy = copyOf(folder, `try-${index}`);
      const kind = index % 6;
      if (kind === 5) {
        const blocks = 8 + chance.below(2_000);
        await tried(counted, `${blocks} blocks`, () => underLimit(copy, blocks));
      } else {
        const pages = Math.floor(index / 6) % 40;
        const flow = flows[kind] ?? (() => undefined);
        await tried(counted, `flow ${kind}, ${pages} pages`, () =>
          underPages(copy, pages, flow, () => {
            failures += 1;
          }),
        );
      }
      rmSync(copy, { recursive: true });
      progress(index);
    }
    rmSync(folder, { recursive: true });
    return counted.finding({ 'of them writes of pages that failed': failures });
  },
};
