import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CommandError } from '../../../../native-host/cli/command-error.ts';
import { ledger } from '../../../../native-host/cli/commands/ledger.ts';
import { parseCommandLine } from '../../../../native-host/cli/parse-command-line.ts';
import type { HostParts } from '../../../../native-host/cli/parts.ts';
import { fault, ok } from '../../../../shared/faults.ts';
import { ClientAuthority } from '../../../fakes/client-authority.ts';
import { commandContext } from '../../../fakes/command-context.ts';
import { temporaryFolder } from '../../../fakes/temporary-folder.ts';
import { sampleReceipt } from '../../ledger/sample-rows.ts';

async function run(words: string, parts: Partial<HostParts>, more: readonly string[] = []) {
  const context = commandContext(parts);
  const line = parseCommandLine(['ledger', ...words.split(' '), ...more], [ledger]);
  if (line.kind !== 'run') throw new Error('this is no command to run');
  const exit = await ledger.run(line.invocation, context).catch((error: unknown) => {
    if (error instanceof CommandError) return error.remedy;
    throw error;
  });
  return { exit, terminal: context.terminal };
}

const audit = { ok: true, kind: 'verified', rows: 9, base: 4, checkpoints: 2, anchors: 3 } as const;
const good = { ...audit, broken_at: null, reason: '' };

test('verify compares with browsers only when it is asked for anchors, and says what kind of wrong it is', async () => {
  const asked: unknown[] = [];
  const authority = new ClientAuthority({ 'ledger.anchors': () => ({ anchors: [] }) });
  const connect = async () => ok(authority);
  const verifyLedger = (_file: string, browsers?: unknown) => {
    asked.push(browsers);
    return good;
  };
  const plain = await run('verify', { verifyLedger, connect });
  expect(plain.terminal.printed[0]).toContain(
    '9 rows (those up to 4 as their checkpoint), 2 checkpoints, 3 anchors',
  );
  expect((await run('verify --anchors', { verifyLedger, connect })).exit).toBe(0);
  const alone = {
    verifyLedger,
    connect: async () => ({ ok: false as const, fault: fault('internal', 'no', '') }),
  };
  expect((await run('verify --anchors', alone)).terminal.said[0]).toContain('No browser');
  expect(asked).toEqual([undefined, [], []]);

  const cut = () => ({ ...good, ok: false, kind: 'truncated' as const, broken_at: 10, reason: 'Cut.' });
  const found = await run('verify --json', { verifyLedger: cut });
  expect(found.exit).toBe(1);
  expect(found.terminal.documents[0]).toMatchObject({ verified: false, kind: 'truncated', compacted_to: 4 });
  expect((await run('verify', { verifyLedger: cut })).terminal.warned.join()).toContain('older copy');
});

test('export goes to standard output, or into a file that is new', async () => {
  const asked: unknown[] = [];
  const exportLedger = (query: unknown) => {
    asked.push(query);
    return { text: 'one\ntwo\n', rows: 2, key_id: 'k' };
  };
  const plain = await run('export --run r --format syslog --after 7', { exportLedger });
  expect(plain.terminal.printed).toEqual(['one\ntwo']);
  expect(asked).toEqual([{ run_id: 'r', after: 7, limit: 100_000, format: 'syslog' }]);
  const file = join(temporaryFolder(), 'export.jsonl');
  expect((await run('export', { exportLedger }, ['--out', file])).exit).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe('one\ntwo\n');
  expect((await run('export', { exportLedger }, ['--out', file])).exit).toContain('not there yet');
  expect((await run('export --format xml', { exportLedger })).exit).toContain('jsonl, html, syslog, otlp');
});

test('reconcile lists what is open, and settles one only with what was found', async () => {
  const receipts = [sampleReceipt({ call_id: 'lost' })];
  const authority = new ClientAuthority({
    'ledger.unsettled': () => ({ receipts }),
    'ledger.reconcile': () => {
      receipts.pop();
      return { unsettled: 0 };
    },
  });
  const parts = { connect: async () => ok(authority) };
  expect((await run('reconcile', parts)).terminal.printed.join('\n')).toContain('lost');
  expect((await run('reconcile lost', parts)).exit).toContain('--as applied');
  expect(authority.calls.some(({ method }) => method === 'ledger.reconcile')).toBe(false);
  const settled = await run('reconcile lost --as compensated --json', parts, ['--note', 'undone by hand']);
  expect(settled.terminal.documents).toEqual([
    {
      schema: 'localagent.ledger-reconcile.v1',
      settled: { call_id: 'lost', finding: 'compensated' },
      unsettled: [],
    },
  ]);
  expect((await run('reconcile', parts)).terminal.said).toEqual(['No outcome is open.']);
});

test('compact needs to be told how old rows must be', async () => {
  const authority = new ClientAuthority({ 'ledger.compact': () => ({ removed: 64 }) });
  const parts = { connect: async () => ok(authority) };
  expect((await run('compact', parts)).exit).toContain('retention_days');
  expect((await run('compact --older-than x', parts)).exit).toContain('0 to 36500');
  expect((await run('compact --older-than 30', parts)).terminal.said[0]).toContain('64 rows removed');
  expect(authority.calls).toEqual([{ method: 'ledger.compact', params: { older_than_days: 30 } }]);
});
