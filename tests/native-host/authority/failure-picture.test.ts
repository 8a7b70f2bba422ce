import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { pictureFailedJob } from '../../../native-host/authority/failure-picture.ts';
import type { GateAnswer, GateRequest } from '../../../native-host/gate/ports.ts';
import type { RunView } from '../../../shared/run.ts';
import { clickReceipt } from '../../fakes/receipt.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const run: RunView = {
  run_id: 'r1',
  template: { id: 'x', version: '1.0.0', title: 'X' },
  profile: 'jobs',
  status: 'failed',
  parameters: {},
  steps: [],
  output: null,
  files: [],
  fault: null,
  started_at: '2026-06-30T10:00:00.000Z',
  ended_at: '2026-06-30T10:00:05.000Z',
  report: null,
};

const receipt = clickReceipt;

function picturing(result: GateAnswer['result']) {
  const database = new DatabaseSync(':memory:');
  database.exec("create table jobs (run_id text); insert into jobs values ('r1')");
  const runsFolder = temporaryFolder();
  mkdirSync(join(runsFolder, 'r1'));
  const asked: GateRequest[] = [];
  const gate = {
    call: async (request: GateRequest): Promise<GateAnswer> => {
      asked.push(request);
      return { receipt, result };
    },
  };
  const file = join(runsFolder, 'r1', 'failure.png');
  return { asked, file, picture: (view: RunView) => pictureFailedJob({ gate, database, runsFolder }, view) };
}

const image = { image: Buffer.from('picture').toString('base64'), mime: 'image/png' };

test('the page where a job stopped is pictured through the gate, in its own name', async () => {
  const { asked, file, picture } = picturing(image);
  await picture(run);
  expect(readFileSync(file, 'utf8')).toBe('picture');
  const caller = { kind: 'job', id: 'r1', unattended: true };
  expect(asked).toMatchObject([{ tool: 'screenshot', caller, profile: 'jobs' }]);
});

test('nothing is pictured of a job that succeeded, of a run that is no job, or where the gate gives nothing', async () => {
  const { asked, picture } = picturing(image);
  await picture({ ...run, status: 'succeeded' });
  await picture({ ...run, run_id: 'r2' });
  expect(asked).toEqual([]);
  const refused = picturing(null);
  await refused.picture(run);
  expect(existsSync(refused.file)).toBe(false);
});
