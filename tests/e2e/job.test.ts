import { createHash, randomBytes, randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportPdf } from '../../demo/report-pdf.ts';
import { reportByNumber, reportCsv, reportRows } from '../../demo/reports.ts';
import { RunDocument } from '../../native-host/cli/run/run-document.ts';
import { deriveKey, loadKey } from '../../native-host/io/key-file.ts';
import { verifyLedger } from '../../native-host/ledger/verify.ts';
import type { Finished } from './command-line.ts';
import { type Rig, startRig, workerOf } from './rig.ts';
import { createSecretSearch, watchProcesses } from './secret-search.ts';
import {
  addRow,
  changeByte,
  copyLedger,
  ledgerColumns,
  openTampering,
  removeRow,
  swapRows,
  tampered,
} from './tampered-copy.ts';

// Goal: the whole job through every layer and real Chromium, from the command line, and nothing that it leaves behind
// holds the password. The tests follow on each other: one data folder, one portal.

const period = '2026-06';
const report = reportByNumber(`ST-${period}`);
const canary = `${randomBytes(9).toString('base64url')}_é&+"`;

let rig: Rig;
let processes: ReturnType<typeof watchProcesses>;
let first: Finished;
let printed = '';

beforeAll(async () => {
  rig = await startRig({ profiles: [] });
  processes = watchProcesses();
  first = await run(['--headless', '--json']);
});

afterAll(async () => {
  await rig[Symbol.asyncDispose]();
});

async function run(more: readonly string[]): Promise<Finished> {
  const done = await rig.home.run(rig.runArguments(period, more));
  printed += done.stdout + done.stderr;
  return done;
}

const documentOf = ({ stdout }: Finished): RunDocument => RunDocument.parse(JSON.parse(stdout));
const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');
const requested = (method: string, path: string): number =>
  rig.portal.requests.filter((request) => request.method === method && request.path === path).length;

test('a run ends with exit 0, one JSON document on stdout and its progress on stderr', () => {
  expect(first.stderr).toContain('Have the report prepared');
  expect(first.code).toBe(0);
  expect(first.stdout.trimEnd().split('\n')).toHaveLength(1);
  const told: unknown = JSON.parse(first.stdout);
  const document = documentOf(first);
  expect(Object.keys(Object(told))).toEqual([
    'schema',
    'run_id',
    'status',
    'template',
    'steps',
    'output',
    'files',
    'report',
    'ledger',
  ]);
  expect(document).toMatchObject({
    schema: 'localagent.run.v1',
    status: 'succeeded',
    template: { id: 'vendor-portal-report' },
    output: { period, reports_listed: 23, rows_listed: reportRows(period).length },
    ledger: { verified: true, home: rig.paths.home },
  });
  for (const file of document.files) expect(Object.keys(file)).toEqual(['name', 'path', 'bytes', 'sha256']);
  expect(Object.keys(document.ledger)).toEqual(['rows', 'verified', 'home']);
  expect(document.steps.filter(({ status }) => status !== 'succeeded')).toEqual([]);
});

test('the filed documents are byte for byte what the portal has', () => {
  if (report === undefined) throw new Error('the portal lost its report');
  const csv = Buffer.from(reportCsv(period), 'utf8');
  const pdf = Buffer.from(reportPdf(report));
  const wanted = [csv, pdf].map((bytes) => ({ bytes: bytes.length, sha256: sha256(bytes) }));
  const { files } = documentOf(first);
  expect(files.map(({ bytes, sha256: sum }) => ({ bytes, sha256: sum }))).toEqual(wanted);
  expect(files.map(({ path }) => sha256(readFileSync(path)))).toEqual(wanted.map((one) => one.sha256));
  expect(files.map(({ path }) => path)).toEqual(
    ['csv', 'pdf'].map((kind) => join(rig.folder, `Vendor Account statement ${period}.${kind}`)),
  );
});

test('the portal saw one sign-in with the right password and each act once', () => {
  const signIn = rig.portal.requests.find(({ method, path }) => method === 'POST' && path === '/login');
  expect(signIn?.body_fields['password']).toBe(`sha256:${sha256(rig.password)}`);
  const acts = ['login', `reports/ST-${period}/prepare`, 'logout'].map((path) =>
    requested('POST', `/${path}`),
  );
  const files = ['csv', 'pdf'].map((kind) => requested('GET', `/reports/ST-${period}/${kind}`));
  expect([...acts, ...files]).toEqual([1, 1, 1, 1, 1]);
});

test('the report says what was done, in words and without secrets', () => {
  const document = documentOf(first);
  const text = readFileSync(document.report ?? '', 'utf8');
  expect(text).toMatch(/^# Vendor portal report: succeeded\n/);
  expect(text).toContain('- **Status:** Succeeded');
  expect(text).toMatch(/\| Reports listed \| 23 \|/);
  expect(text).toMatch(new RegExp(`\\| Rows listed \\| ${reportRows(period).length} \\|`));
  for (const step of document.steps) expect(text).toContain(`| ${step.title} | done`);
  for (const file of document.files) {
    expect(text).toContain(
      `(filed), ${file.bytes} bytes\n  - \`${file.path}\`\n  - SHA-256 \`${file.sha256}\``,
    );
  }
  expect(text).toContain('secret:vendor');
  expect(text).not.toMatch(/undefined|\[object|NaN/);
});

test('the same month again is recognised as filed, and nobody signs in', async () => {
  const before = rig.portal.requests.length;
  const again = await run(['--headless', '--json']);
  expect(again.code).toBe(0);
  const document = documentOf(again);
  expect(document.status).toBe('succeeded');
  expect(document.steps.find(({ id }) => id === 'sign_in')?.status).toBe('skipped');
  expect(again.stderr).toMatch(/filed/i);
  expect(rig.portal.requests.slice(before)).toEqual([]);
});

test('a run works in the browser that is already there, into a folder and under a name of its own', async () => {
  await rig.launch('main');
  const out = join(rig.folder, 'by hand');
  const name = `{report} of {period}`;
  const done = await run(['--json', '--out', out, '--name', name, '--param', `vendor=${canary}`]);
  expect(done.stderr).not.toContain('Starting');
  expect(done.code).toBe(0);
  const files = ['csv', 'pdf'].map((kind) => join(out, `Account statement of ${period}.${kind}`));
  expect(documentOf(done).files.map(({ path }) => path)).toEqual(files);
  expect(readFileSync(files[0] ?? '', 'utf8')).toBe(reportCsv(period));
});

test('the ledger tells each act in order and verifies', async () => {
  const { run_id: runId } = documentOf(first);
  const shown = await rig.home.run(['ledger', 'show', '--json', '--run', runId, '--limit', '1000']);
  const rows: { event: string; tool: string; step_id: string; call_id: string }[] = JSON.parse(
    shown.stdout,
  ).rows;
  const prepared = rows.filter(({ step_id, tool }) => step_id === 'prepare' && tool === 'click');
  expect(prepared.map(({ event }) => event)).toEqual(['requested', 'started', 'completed']);
  for (const { call_id } of rows.filter(({ event }) => event === 'started')) {
    expect(rows.filter((row) => row.call_id === call_id).at(-1)?.event).toBe('completed');
  }
  const verified = await rig.home.run(['ledger', 'verify', '--json']);
  expect(verified.code).toBe(0);
  expect(JSON.parse(verified.stdout)).toMatchObject({ verified: true, broken_at: null });
});

test('the password is in nothing that is left or shown, and a canary is found there', async () => {
  const client = await rig.client();
  // The canary goes where a password could: a page's address, the extension's storage, a run's parameter (above).
  await client.call('navigate', { url: `${rig.portal.origin}/help?q=${encodeURIComponent(canary)}` });
  const worker = workerOf(rig.browser());
  await worker.evaluate((text) => chrome.storage.session.set({ canary: text }), canary);
  const storage = await worker.evaluate(async () => {
    const areas = [chrome.storage.local, chrome.storage.session, chrome.storage.sync];
    return JSON.stringify(await Promise.all(areas.map((area) => area.get(null))));
  });
  await worker.evaluate(() => chrome.storage.session.remove('canary'));
  const ledger = await rig.home.run(['ledger', 'show', '--json', '--limit', '10000']);
  await rig.browser().close();

  const search = createSecretSearch([
    { name: 'password', value: rig.password },
    { name: 'canary', value: canary },
  ]);
  // The encrypted store is where the password belongs; whether it is sealed well is not asked here.
  const below = search.below(rig.home.folder, [rig.paths.secrets]);
  const found = [
    ...below.found,
    ...search.within('what was printed', printed + ledger.stdout),
    ...search.within('extension storage', storage),
    ...processes.stop().flatMap((bytes) => search.within(`process ${bytes.toString().slice(0, 80)}`, bytes)),
  ];
  expect(found.filter(({ name }) => name === 'password')).toEqual([]);
  expect(below.files).toBeGreaterThan(50);
  const places = found.map(({ where }) => where);
  expect(places).toContain('extension storage');
  for (const place of [
    /^process /,
    /report\.md$/,
    /events\.jsonl$/,
    /localagent\.db(-wal)?$/,
    /main\/.*History/,
  ]) {
    expect(places).toContainEqual(expect.stringMatching(place));
  }
});

test('the search finds every form in which a secret can be written', () => {
  const search = createSecretSearch([{ name: 'canary', value: canary }]);
  const html = canary.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const base64 = ['', 'a', 'ab'].map((before) => Buffer.from(`${before}${canary}z`).toString('base64'));
  const markdown = canary.replace(/[_-]/g, '\\$&');
  const forms = [canary, encodeURIComponent(canary), JSON.stringify(canary), html, markdown, ...base64];
  for (const form of forms) expect(search.within('here', `x ${form} y`)).toHaveLength(1);
  expect(search.within('here', `x ${canary.slice(1)} y`)).toEqual([]);
});

test('a copy of the ledger verifies, and no byte of any column of twenty rows can change unnoticed', async () => {
  const copy = join(rig.home.folder, 'copy.db');
  copyLedger(rig.paths.database, copy);
  const clean = await rig.home.run(['ledger', 'verify', '--json', '--file', copy]);
  expect(clean.code).toBe(0);
  const { rows } = JSON.parse(clean.stdout);
  expect(rows).toBeGreaterThan(100);

  // Each change is made, judged by what the command calls, and undone.
  const key = deriveKey(loadKey(rig.paths.key, []), 'ledger');
  const other = tampered(copy, join(rig.home.folder, 'changed.db'), () => {});
  expect(verifyLedger(other, key)).toMatchObject({ ok: true });
  const database = openTampering(other);
  const twenty = Array.from({ length: 20 }, (_, index) => 1 + Math.round((index * (rows - 1)) / 19));
  const unnoticed: string[] = [];
  for (const seq of twenty) {
    for (const column of ledgerColumns) {
      for (const at of [0, randomInt(1, 40), 100_000]) {
        const undo = changeByte(database, { seq, column, at });
        if (verifyLedger(other, key).ok) unnoticed.push(`row ${seq}, ${column}, byte ${at}`);
        undo();
      }
    }
  }
  database.close();
  expect(unnoticed).toEqual([]);
  expect(verifyLedger(other, key)).toMatchObject({ ok: true });
});

test('the command says so and exits 1 when a copy has a column changed, or a row removed, swapped or added', async () => {
  const copy = join(rig.home.folder, 'copy.db');
  const { rows } = JSON.parse((await rig.home.run(['ledger', 'verify', '--json', '--file', copy])).stdout);
  const middle = Math.ceil(rows / 2);
  const changes: Record<string, (database: DatabaseSync) => void> = {
    ...Object.fromEntries(
      ledgerColumns.map((column) => [
        `changed ${column}`,
        (database: DatabaseSync) => void changeByte(database, { seq: randomInt(1, rows), column, at: 3 }),
      ]),
    ),
    'first row removed': (database) => removeRow(database, 1),
    'middle row removed': (database) => removeRow(database, middle),
    'last row removed': (database) => removeRow(database, rows),
    'neighbours swapped': (database) => swapRows(database, middle, middle + 1),
    'ends swapped': (database) => swapRows(database, 1, rows),
    'row added': (database) => addRow(database, middle),
  };
  const judge = async ([what, change]: [string, (database: DatabaseSync) => void]) => {
    const file = tampered(copy, join(rig.home.folder, `${what}.db`), change);
    const verified = await rig.home.run(['ledger', 'verify', '--json', '--file', file]);
    expect({ what, code: verified.code }).toEqual({ what, code: 1 });
    expect(JSON.parse(verified.stdout)).toMatchObject({
      verified: false,
      reason: expect.stringMatching(/\w/),
    });
  };
  const waiting = Object.entries(changes);
  // As many at once as this machine has cores.
  const lanes = [0, 1].map(async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await judge(next);
  });
  await Promise.all(lanes);
});
