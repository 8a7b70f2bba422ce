import { expect, test } from 'vitest';
import { everything, runsIn, sieved, sitesIn } from '../../../entrypoints/sidepanel/ledger-sieve.ts';
import { fault } from '../../../shared/faults.ts';
import { sampleReceipt, sampleRun } from './samples.ts';

const a = 'origin:https://a.example';
const b = 'origin:https://b.example';
const receipts = [
  sampleReceipt({
    call_id: '1',
    resource: a,
    bucket: 'read',
    run_id: 'r1',
    started_at: '2026-04-03T10:00:00.000Z',
  }),
  sampleReceipt({
    ...{ call_id: '2', resource: b, bucket: 'write', run_id: 'r2', started_at: '2026-04-03T11:00:00.000Z' },
    approval: { approval_id: 'x', answer: 'approved', by: 'panel' },
  }),
  sampleReceipt({
    ...{ call_id: '3', resource: a, bucket: 'write', run_id: null, started_at: '2026-04-03T09:00:00.000Z' },
    fault: fault('outcome-unknown', 'Cut off.', 'Look.'),
  }),
  sampleReceipt({ call_id: '4', resource: 'unknown', bucket: 'delete', domain: 'blocked', run_id: 'r1' }),
];
const ids = (sieve: Partial<typeof everything>) =>
  sieved(receipts, { ...everything, ...sieve }).map(({ call_id: id }) => id);

test('receipts are shown newest first, by kind, site and run, and by all three at once', () => {
  expect(ids({}).slice(0, 3)).toEqual(expect.arrayContaining(['2', '1']));
  expect(ids({ kind: 'unknown' })).toEqual(['3']);
  expect(ids({ kind: 'asked' })).toEqual(['2']);
  expect(ids({ kind: 'refused' })).toEqual(['4']);
  expect(ids({ kind: 'changes', site: a })).toEqual(['3']);
  expect(ids({ site: a })).toEqual(['1', '3']);
  expect(ids({ run: 'r2', site: a })).toEqual([]);
});

test('the choices are what the receipts name, runs by their titles', () => {
  expect(sitesIn(receipts)).toEqual([a, b]);
  const run = sampleRun({ run_id: 'r1', template: { id: 't', version: '1.0.0', title: 'Invoices' } });
  expect(runsIn(receipts, [run])).toEqual([
    { runId: 'r2', title: 'r2' },
    { runId: 'r1', title: 'Invoices' },
  ]);
});
