import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../native-host/io/database.ts';
import { StartError } from '../../../native-host/io/start-error.ts';
import { latchUnknown } from '../../../native-host/ledger/latch-unknown.ts';
import { Ledger } from '../../../native-host/ledger/ledger.ts';
import { sampleReceipt, sampleRow } from './sample-rows.ts';

test('calls without an end become outcome_unknown, once, with a receipt that says so', () => {
  const folder = mkdtempSync(join(tmpdir(), 'la-latch-'));
  const database = openDatabase(join(folder, 'a.db'));
  const before = new Ledger(database, Buffer.alloc(32, 1));
  const running = sampleReceipt({
    call_id: 'open-1',
    transport: 'running',
    domain: 'pending',
    evidence: 'none',
  });
  before.append([
    sampleRow({ event: 'started', call_id: 'ended' }),
    sampleRow({ event: 'started', call_id: 'open-1', detail: { receipt: running } }),
    sampleRow({ event: 'completed', call_id: 'ended' }),
    sampleRow({ event: 'started', call_id: 'open-2', run_id: null, step_id: null, detail: {} }),
    sampleRow({ event: 'requested', call_id: 'never-started' }),
    sampleRow({ event: 'started', call_id: 'refused' }),
    sampleRow({ event: 'denied', call_id: 'refused' }),
  ]);

  const ledger = new Ledger(database, Buffer.alloc(32, 1));
  expect(latchUnknown(ledger).map((call) => call.call_id)).toEqual(['open-1', 'open-2']);
  expect(latchUnknown(ledger)).toEqual([]);
  const [second, first] = ledger.receipts({ run_id: null, limit: 2 });
  expect(first).toMatchObject({
    call_id: 'open-1',
    target: 'button "Sign in"',
    transport: 'failed',
    domain: 'unknown',
    evidence: 'none',
    fault: { code: 'outcome-unknown' },
  });
  expect(second).toMatchObject({ call_id: 'open-2', run_id: null, domain: 'unknown' });
  database.close();
  rmSync(folder, { recursive: true });
});

test('on a full disk nothing starts, the reason is told, and the next start finds what was cut off', () => {
  const folder = mkdtempSync(join(tmpdir(), 'la-latch-'));
  const database = openDatabase(join(folder, 'a.db'));
  const key = Buffer.alloc(32, 1);
  const before = new Ledger(database, key);
  before.append(
    Array.from({ length: 40 }, (_, index) => sampleRow({ event: 'started', call_id: `open-${index}` })),
  );
  const pages = Number(database.prepare('pragma page_count').get()?.['page_count']);
  database.exec(`pragma max_page_count = ${pages}`);
  const start = new Ledger(database, key);
  expect(() => latchUnknown(start)).toThrow(StartError);
  expect(start.readOnly).toBe(true);
  expect(() => latchUnknown(new Ledger(database, key))).toThrow(/40 acts that were cut off.*Free space/s);
  database.exec('pragma max_page_count = 1000000');
  expect(latchUnknown(new Ledger(database, key))).toHaveLength(40);
  database.close();
  rmSync(folder, { recursive: true });
});
