import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createArtifactTools } from '../../../native-host/artifacts/artifact-tool.ts';
import { createLocalStore } from '../../../native-host/artifacts/local-store.ts';
import { uploadArtifact } from '../../../shared/tools/upload-artifact.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const runId = '20260630-100000-00000000';

function rig(linkSeconds = 0) {
  const folder = temporaryFolder();
  const run = join(folder, 'runs', runId);
  mkdirSync(run, { recursive: true });
  writeFileSync(join(run, 'a.csv'), 'a,b\n');
  writeFileSync(join(folder, 'secrets.json'), '{}');
  symlinkSync(join(folder, 'secrets.json'), join(run, 'link.csv'));
  let opened = 0;
  const tools = createArtifactTools({
    open: async () => {
      opened += 1;
      return createLocalStore(join(folder, 'artifacts'));
    },
    place: { kind: 'folder', path: join(folder, 'artifacts') },
    runsFolder: join(folder, 'runs'),
    prefix: 'p/',
    linkSeconds,
  });
  const context = { run_id: runId, signal: new AbortController().signal };
  const upload = (from: string, run_id: string | null = runId) =>
    tools.upload_artifact.run({ from }, { ...context, run_id });
  return { folder, run, upload, opened: () => opened };
}

test('a file of the run is stored once, and the answer is of the declared form', async () => {
  const { run, upload, opened } = rig();
  const [first, second] = [await upload(join(run, 'a.csv')), await upload(join(run, 'a.csv'))];
  if (!first.ok || !second.ok) throw new Error('not stored');
  expect(uploadArtifact.output.parse(first.value)).toMatchObject({ bytes: 4, state: 'stored', link: null });
  expect(second.value).toMatchObject({ state: 'already', key: first.value['key'] });
  expect(opened()).toBe(1);
});

test('a link is given only where links have a time', async () => {
  const { run, upload } = rig(60);
  expect(await upload(join(run, 'a.csv'))).toMatchObject({
    ok: true,
    value: { link: expect.stringMatching(/^file:/) },
  });
});

test('nothing but a file of the own run is stored: no other path, no link out of it, no folder, no call outside a run', async () => {
  const { folder, run, upload, opened } = rig();
  const others = [
    join(folder, 'secrets.json'),
    join(run, 'link.csv'),
    run,
    join(run, '..', '..', 'secrets.json'),
    'a.csv',
  ];
  for (const from of others) expect(await upload(from)).toMatchObject({ ok: false });
  expect(await upload(join(run, 'a.csv'), null)).toMatchObject({
    ok: false,
    fault: { code: 'bad-arguments' },
  });
  expect(opened()).toBe(0);
});
