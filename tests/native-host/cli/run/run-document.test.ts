import { expect, test } from 'vitest';
import { RunDocument, runDocument } from '../../../../native-host/cli/run/run-document.ts';
import { finishedRun } from '../../../fakes/run-story.ts';

test('the document of a run has exactly its fields', () => {
  const ledger = { ok: true, rows: 100, broken_at: null, reason: '' };
  const document = runDocument(finishedRun, ledger, '/home/a/.localagent');
  expect(RunDocument.parse(document)).toEqual(document);
  expect(Object.keys(document)).toEqual([
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
    files: [{ name: 'a.csv', path: '/out/a.csv', bytes: 120, sha256: 'a'.repeat(64) }],
    ledger: { rows: 100, verified: true, home: '/home/a/.localagent' },
  });
  expect(Object.keys(document.files[0] ?? {})).toEqual(['name', 'path', 'bytes', 'sha256']);
});
