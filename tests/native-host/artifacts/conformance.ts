import { createHash, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type Artifact,
  type ArtifactStore,
  artifactKey,
} from '../../../native-host/artifacts/artifact-store.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const never = new AbortController().signal;

/** A file with this content, as it is to be stored. */
export function artifactOf(content: Buffer, name = 'report é.csv'): Artifact {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, content);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const key = artifactKey('localagent/', '20260630-100000-00000000', sha256, name);
  return { file, key, bytes: content.length, sha256, contentType: 'text/csv' };
}

async function contentAt(address: string): Promise<Buffer> {
  if (address.startsWith('file:')) return readFile(new URL(address));
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${answer.status} at ${address}`);
  return Buffer.from(await answer.arrayBuffer());
}

/** What every artifact store does; `small` is a size that it stores at once, `large` one that it does not. */
export function artifactConformance(
  name: string,
  open: () => Promise<ArtifactStore>,
  sizes: { readonly small: number; readonly large: number } = { small: 100, large: 100_000 },
): void {
  test.each(Object.entries(sizes))(
    `${name}: a %s file is stored byte for byte, and the second time nothing is sent`,
    async (_, size) => {
      const store = await open();
      const content = randomBytes(size);
      const artifact = artifactOf(content);
      const first = await store.put(artifact, never);
      expect(first).toMatchObject({ ok: true, value: { state: 'stored' } });
      expect(await store.put(artifact, never)).toMatchObject({ ok: true, value: { state: 'already' } });
      const link = await store.link(artifact.key, 60);
      if (!link.ok) throw new Error(link.fault.message);
      expect((await contentAt(link.value)).equals(content)).toBe(true);
      const read = await store.read(artifact.key, size);
      expect(read.ok ? read.value?.equals(content) : read.fault).toBe(true);
      expect(await store.read(artifact.key, size - 1)).toMatchObject({ fault: { code: 'too-large' } });
      store.close();
    },
  );

  test(`${name}: what is not there has no link, and a file that is not what it was said to be is not stored`, async () => {
    const store = await open();
    const artifact = artifactOf(randomBytes(50));
    expect(await store.link(artifact.key, 60)).toMatchObject({ ok: false });
    expect(await store.read(artifact.key, 100)).toEqual({ ok: true, value: null });
    writeFileSync(artifact.file, randomBytes(50));
    expect(await store.put(artifact, never)).toMatchObject({
      ok: false,
      fault: { detail: { job_error: 'ArtifactsNotStored' } },
    });
    expect(await store.link(artifact.key, 60)).toMatchObject({ ok: false });
    store.close();
  });
}
