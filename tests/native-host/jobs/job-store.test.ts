import { join } from 'node:path';
import { expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '../../../native-host/io/database.ts';
import { JobStore, tokenHash } from '../../../native-host/jobs/job-store.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const delivery = { channel: 'step-functions', key: 'order-1', payload_sha256: 'a'.repeat(64), token: 'one' };

function openStore() {
  const database = openDatabase(join(temporaryFolder(), 'localagent.db'));
  return { database, store: new JobStore(database, () => Date.parse('2026-06-30T10:00:00Z')) };
}

test('the same job under any number of tokens is one, and other work under its key is a conflict, which no worker answers later', () => {
  const { database, store } = openStore();
  expect(store.receive(delivery)).toBe('noted');
  expect(store.receive({ ...delivery, token: 'two' })).toBe('noted');
  expect(store.receive({ ...delivery, token: 'three', payload_sha256: 'b'.repeat(64) })).toBe('conflict');
  expect(store.receive({ ...delivery, channel: 'cron', payload_sha256: 'b'.repeat(64) })).toBe('noted');
  expect(store.open('step-functions').map(({ token }) => token)).toEqual(['one', 'two']);
  closeDatabase(database);
});

test('a job goes to one run; only a claim that never began gives way', () => {
  const { database, store } = openStore();
  store.receive(delivery);
  expect(store.runOf('step-functions', 'order-1')).toBeNull();
  expect(store.claim('step-functions', 'order-1', 'run-1', null)).toBe(true);
  expect(store.claim('step-functions', 'order-1', 'run-2', null)).toBe(false);
  expect(store.claim('step-functions', 'order-1', 'run-3', 'run-2')).toBe(false);
  expect(store.claim('step-functions', 'order-1', 'run-4', 'run-1')).toBe(true);
  expect(store.runOf('step-functions', 'order-1')).toBe('run-4');
  expect(store.claim('step-functions', 'unknown', 'run-5', null)).toBe(false);
  closeDatabase(database);
});

test('a settled delivery is open no more, and nothing of its token but a hash is kept', () => {
  const { database, store } = openStore();
  store.receive({ ...delivery, token: 'a token of AWS' });
  store.settle('step-functions', 'a token of AWS', 'succeeded');
  store.settle('step-functions', 'never seen', 'succeeded');
  expect(store.open('step-functions')).toEqual([]);
  const rows = JSON.stringify(database.prepare('select * from job_deliveries').all());
  expect(rows).toContain(tokenHash('a token of AWS'));
  expect(rows).not.toContain('a token of AWS');
  closeDatabase(database);
});

test('a delivery that was answered is not open again when it is noted again', () => {
  const { database, store } = openStore();
  store.noteDelivery('cron', 'a@1', 'a@1');
  expect(store.open('cron')).toEqual([{ key: 'a@1', token: 'a@1' }]);
  store.settle('cron', 'a@1', 'succeeded');
  store.noteDelivery('cron', 'a@1', 'a@1');
  expect(store.open('cron')).toEqual([]);
  closeDatabase(database);
});
