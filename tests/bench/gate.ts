import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserSession } from '../../native-host/gate/ports.ts';
import { closeDatabase, openDatabase } from '../../native-host/io/database.ts';
import { Ledger } from '../../native-host/ledger/ledger.ts';
import { verifyLedger } from '../../native-host/ledger/verify.ts';
import { PolicyStore } from '../../native-host/policy/policy-store.ts';
import { ok } from '../../shared/faults.ts';
import { examplePage, GateRig, outcome, target } from '../fakes/gate-rig.ts';
import { sampleRow } from '../native-host/ledger/sample-rows.ts';
import { on, policyPlaces, workerUrl } from '../native-host/policy/policy-rig.ts';
import { printTable } from './print-table.ts';

// `npm run bench:gate`: what authority costs. The real gate, policy and ledger (on disk, flushed) with a browser that answers at once, so
// that all the time is the gate's. No question is asked twice, so none is answered from memory. Ends with 1 beyond a limit.

const domains = 50_000;
const ledgerRows = 100_000;
const warmUps = 50;
const rounds = 400;
const headKey = Buffer.alloc(32, 7);

type Measured = {
  readonly what: string;
  readonly median: number;
  readonly p95: number;
  readonly limitMs: number;
};

const folder = mkdtempSync(join(tmpdir(), 'localagent-bench-gate-'));
const list = Array.from({ length: domains }, (_, index) => `domain:site${index}.example`);
const rule = `{ mode: allow-list, resources: ${JSON.stringify(['domain:shop.example', ...list])} }`;
const places = policyPlaces({ 'home/policy.yaml': `version: 1\nread: ${rule}\nwrite: ${rule}\n` });
const policy = await PolicyStore.open({ ...places, workerUrl });
const database = openDatabase(join(folder, 'localagent.db'));
const ledger = new Ledger(database, headKey);
let call = 0;

async function measure(what: string, limitMs: number, work: () => Promise<unknown>): Promise<Measured> {
  const times: number[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    call += 1;
    const started = performance.now();
    await work();
    if (round >= 0) times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const place = (share: number): number => times[Math.floor((times.length - 1) * share)] ?? 0;
  return { what, median: place(0.5), p95: place(0.95), limitMs };
}

/** A browser that is at another address at every call, and answers at once. */
function quickBrowser(): BrowserSession {
  const page = () => ({ ...examplePage, url: `https://shop.example/cart/${call}` });
  const session = {
    profile: 'default',
    page,
    waitBack: async () => session,
    call: async (method: string) => {
      if (method === 'tool.prepare')
        return ok({ page: page(), targets: [target({ name: `Save ${call}` })], dialog: null });
      if (method === 'tool.act') return ok(outcome({ delivered: true, effects: [] }));
      return ok(outcome({ elapsed_ms: 1, met: 'text' }));
    },
  };
  // Only the methods that these two calls need are there.
  return session as unknown as BrowserSession;
}

function verifyRows(): Measured {
  const path = join(folder, 'long.db');
  const long = openDatabase(path);
  const book = new Ledger(long, headKey);
  const batch = 500;
  for (let from = 0; from < ledgerRows; from += batch) {
    book.append(Array.from({ length: batch }, (_, index) => sampleRow({ call_id: `call-${from + index}` })));
  }
  book.close();
  closeDatabase(long);
  const times = Array.from({ length: 3 }, () => {
    const started = performance.now();
    const { ok: isRight, reason } = verifyLedger(path, headKey);
    if (!isRight) throw new Error(reason);
    return performance.now() - started;
  }).sort((a, b) => a - b);
  return {
    what: `verifying ${ledgerRows} rows of the ledger`,
    median: times[1] ?? 0,
    p95: times[2] ?? 0,
    limitMs: 2_000,
  };
}

async function succeed(tool: string, args: Record<string, unknown>): Promise<void> {
  const { receipt } = await rig.call(tool, args);
  if (receipt.fault !== null) throw new Error(`${receipt.fault.code}: ${receipt.fault.message}`);
}

const browser = quickBrowser();
const rig = new GateRig({
  browsers: { pickBack: async () => ok(browser) },
  judge: { judge: (question) => policy.judge(question), hops: () => policy.hops },
  book: ledger,
  clock: Date.now,
});
try {
  const flushPath = join(folder, 'flush');
  const measured = [
    await measure(`a decision under a policy of ${domains} domains`, 5, async () => {
      const { decision } = await policy.judge(on(`https://a${call}.site${call % domains}.example/`));
      if (decision !== 'allow') throw new Error(`it was decided ${decision}`);
    }),
    await measure('added to a read', 2, () => succeed('wait', { page: 't1', text: 'x' })),
    await measure('added to a write, flushes included', 5, () =>
      succeed('click', { page: 't1', selector: 'button' }),
    ),
    verifyRows(),
  ];
  const flush = await measure('one flush of this disk, for comparison', Number.POSITIVE_INFINITY, async () =>
    writeFileSync(flushPath, 'x'.repeat(4_096), { flush: true }),
  );
  printTable('What authority costs', [
    ['', 'median ms', 'p95 ms', 'limit for the median'],
    ...[...measured, flush].map(({ what, median, p95, limitMs }) => [
      what,
      median.toFixed(2),
      p95.toFixed(2),
      Number.isFinite(limitMs) ? `${limitMs} ms` : '',
    ]),
  ]);
  process.exitCode = measured.every(({ median, limitMs }) => median <= limitMs) ? 0 : 1;
} finally {
  await policy.close();
  ledger.close();
  closeDatabase(database);
  places.remove();
  rmSync(folder, { recursive: true, force: true });
}
