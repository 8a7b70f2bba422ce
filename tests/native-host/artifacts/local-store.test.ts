import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { artifactKey } from '../../../native-host/artifacts/artifact-store.ts';
import { createLocalStore } from '../../../native-host/artifacts/local-store.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { artifactConformance, artifactOf } from './conformance.ts';

const never = new AbortController().signal;

artifactConformance('local folder', async () => createLocalStore(join(temporaryFolder(), 'artifacts')));

test('what an earlier copy left half done is done anew, and nothing beside the artifact stays', async () => {
  const folder = temporaryFolder();
  const store = createLocalStore(folder);
  const artifact = artifactOf(Buffer.from('whole'), 'a.csv');
  const place = join(folder, 'localagent', '20260630-100000-00000000');
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, `.${artifact.sha256}.part`), 'wh');
  writeFileSync(join(folder, artifact.key), 'wh');
  expect(await store.put(artifact, never)).toMatchObject({ ok: true, value: { state: 'stored' } });
  expect(readdirSync(place)).toEqual([`${artifact.sha256.slice(0, 16)}-a.csv`]);
});

test('a key holds the hash, and a name is nothing but a name', () => {
  const hash = 'ab'.repeat(32);
  expect(artifactKey('p/', 'run', hash, 'Ä report.csv')).toBe('p/run/abababababababab-Ä report.csv');
  expect(artifactKey('', 'run', hash, '../../etc/passwd')).toBe('run/abababababababab-__.._etc_passwd');
  expect(artifactKey('', 'run', hash, 'x'.repeat(500)).length).toBeLessThan(200);
});

test('a folder that cannot be written is told by name, and what the run did stays done', async () => {
  const file = join(temporaryFolder(), 'no folder');
  writeFileSync(file, '');
  const stored = await createLocalStore(file).put(artifactOf(Buffer.from('x')), never);
  expect(stored).toMatchObject({ ok: false, fault: { hint: expect.stringContaining('folder of the run') } });
});
