import { expect, test } from 'vitest';
import { showFile } from '../../../native-host/authority/show-file.ts';
import { attempt } from '../../../shared/faults.ts';
import { startedRun } from '../runs/run-events.ts';

const gone = '/nowhere/of/this/run/a.csv';
const run = {
  ...startedRun(),
  files: [{ name: 'a.csv', path: gone, bytes: 3, sha256: 'a'.repeat(64), state: 'filed' as const }],
  report: null,
};
const runs = { get: (runId: string) => (runId === run.run_id ? run : null) };

test.each([
  ['another file', run.run_id, '/etc/passwd'],
  ['the folder of one', run.run_id, '/nowhere/of/this/run'],
  ['a way around', run.run_id, '/nowhere/of/this/run/../run/a.csv'],
  ['one of another run', 'other', gone],
])('%s is not shown: it is no file of the run', async (_, runId, path) => {
  const shown = await attempt(() => showFile({ runs }, { run_id: runId, path }));
  expect(shown).toMatchObject({ ok: false, fault: { message: 'The run has no such file.' } });
});

test('a file of the run that is gone is said to be gone', async () => {
  const shown = await attempt(() => showFile({ runs }, { run_id: run.run_id, path: gone }));
  expect(shown).toMatchObject({ ok: false, fault: { message: `The file is not there any more: ${gone}` } });
});
