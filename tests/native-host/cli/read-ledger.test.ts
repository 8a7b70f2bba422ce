import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readLedger } from '../../../native-host/cli/read-ledger.ts';
import { closeDatabase, openDatabase } from '../../../native-host/io/database.ts';
import { StartError } from '../../../native-host/io/start-error.ts';
import { Ledger } from '../../../native-host/ledger/ledger.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const newFile = (): string => join(temporaryFolder(), 'localagent.db');

test('the last rows are read beside the process that writes them', () => {
  const file = newFile();
  const database = openDatabase(file);
  const ledger = new Ledger(database, Buffer.alloc(32, 1));
  const row = (call_id: string, run_id: string | null) => ({
    event: 'completed' as const,
    call_id,
    run_id,
    step_id: null,
    caller: { kind: 'client' as const, id: 'x', unattended: false },
    tool: 'click',
    bucket: 'write' as const,
    resource: 'origin:https://example.com',
    args_hash: '',
    result_hash: null,
    detail: {},
  });
  ledger.append([row('1', 'a'), row('2', 'b'), row('3', 'a')]);
  expect(readLedger(file, { runId: null, limit: 2 }).map(({ call_id }) => call_id)).toEqual(['2', '3']);
  expect(readLedger(file, { runId: 'a', limit: 9 }).map(({ seq }) => seq)).toEqual([1, 3]);
  ledger.close();
  closeDatabase(database);
});

test('no ledger is an empty one; a file that is none is told', () => {
  const file = newFile();
  expect(readLedger(file, { runId: null, limit: 2 })).toEqual([]);
  writeFileSync(file, 'no database');
  expect(() => readLedger(file, { runId: null, limit: 2 })).toThrow(StartError);
});
