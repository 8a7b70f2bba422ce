import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import {
  browserAnchors,
  compactLedger,
  leaveAnchors,
  reconcile,
  unsettledReceipts,
} from '../../../native-host/authority/ledger-desk.ts';
import { openDatabase } from '../../../native-host/io/database.ts';
import { latchUnknown } from '../../../native-host/ledger/latch-unknown.ts';
import { Ledger } from '../../../native-host/ledger/ledger.ts';
import { verifyLedger } from '../../../native-host/ledger/verify.ts';
import { Vault } from '../../../native-host/secrets/vault.ts';
import { ok } from '../../../shared/faults.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { sampleReceipt, sampleRow } from '../ledger/sample-rows.ts';

const key = Buffer.alloc(32, 1);
let folder: string;
let path: string;
let ledger: Ledger;
let vault: Vault;
let now: number;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'localagent.db');
  now = Date.UTC(2026, 10, 30);
  ledger = new Ledger(openDatabase(path), key, () => now);
  vault = Vault.open({ secretsPath: join(folder, 'secrets.json'), keyPath: join(folder, 'key') });
  const receipt = sampleReceipt({ call_id: 'lost' });
  ledger.append([sampleRow({ event: 'started', call_id: 'lost', detail: { receipt } })]);
  latchUnknown(ledger);
});

test('an act with an unknown outcome is open until a person says what was found, and then not again', () => {
  vault.set('vendor', 'hunter2hunter2', ['domain:example.com']);
  const parts = { ledger, vault };
  expect(unsettledReceipts(parts).map(({ call_id }) => call_id)).toEqual(['lost']);
  const settled = { call_id: 'lost', finding: 'applied', note: 'Order 12 is there: hunter2hunter2' } as const;
  expect(reconcile(parts, settled, 'terminal')).toEqual(ok({ unsettled: 0 }));
  expect(unsettledReceipts(parts)).toEqual([]);
  expect(ledger.rows({ limit: 10 }).at(-1)).toMatchObject({
    event: 'reconciled',
    call_id: 'lost',
    run_id: 'run-1',
    tool: 'click',
    detail: { finding: 'applied', by: 'terminal', note: 'Order 12 is there: [secret:vendor]' },
  });
  expect(reconcile(parts, settled, 'terminal')).toMatchObject({ ok: false, fault: { code: 'not-found' } });
  expect(verifyLedger(path, key)).toMatchObject({ ok: true });
});

test('a call that is not open is refused, and those that are open are named', () => {
  const refused = reconcile(
    { ledger, vault },
    { call_id: 'other', finding: 'applied', note: '' },
    'terminal',
  );
  expect(refused).toMatchObject({ ok: false, fault: { code: 'not-found', hint: 'Open are: lost.' } });
});

test('rows past their time go, except from the first open outcome on, and the ledger tells of it', () => {
  const clock = () => now;
  const more = Array.from({ length: 100 }, () => sampleRow());
  ledger.append(more);
  now += 40 * 86_400_000;
  expect(compactLedger({ ledger, clock }, 30)).toBe(0);
  reconcile({ ledger, vault }, { call_id: 'lost', finding: 'not_applied', note: '' }, 'terminal');
  expect(compactLedger({ ledger, clock }, 30)).toBe(102);
  expect(ledger.rows({ limit: 10 }).map(({ event }) => event)).toEqual(['reconciled', 'compacted']);
  expect(verifyLedger(path, key)).toMatchObject({ ok: true, base: 102, rows: 104 });
});

test('checkpoints go to the file and to every connected browser, and are read back from them', async () => {
  const kept: unknown[] = [];
  const session = {
    profile: 'work',
    call: async (method: string, params: { checkpoint?: unknown }) => {
      if (method === 'anchor.keep') kept.push(params.checkpoint);
      return ok({ checkpoints: kept });
    },
  };
  // Of the sessions only these two methods are used.
  const sessions = { connected: () => [session] } as never;
  const file = join(folder, 'anchors.jsonl');
  const told: string[] = [];
  leaveAnchors({ ledger, sessions }, file, (text) => told.push(text));
  const checkpoint = ledger.checkpoint();
  expect(kept).toEqual([checkpoint]);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(checkpoint);
  expect(await browserAnchors({ sessions })).toEqual([{ profile: 'work', checkpoint }]);
  expect(told).toEqual([]);
});

test('an anchor file that cannot be written is told, and the ledger goes on', () => {
  const told: string[] = [];
  const file = join(folder, 'no such folder', 'anchors.jsonl');
  leaveAnchors({ ledger, sessions: { connected: () => [] } as never }, file, (text) => told.push(text));
  expect(ledger.checkpoint()).not.toBeNull();
  expect(told).toEqual([expect.stringContaining('ledger.anchors')]);
  expect(existsSync(file)).toBe(false);
  ledger.append([sampleRow()]);
});
