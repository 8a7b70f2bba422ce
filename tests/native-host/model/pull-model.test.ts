import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pulledModels } from '../../../native-host/model/embedded-source.ts';
import { hasRuntime } from '../../../native-host/model/install-runtime.ts';
import { namedWeights } from '../../../native-host/model/named-weights.ts';
import {
  type PullMeans,
  type PullWish,
  pullModel,
  removeModel,
} from '../../../native-host/model/pull-model.ts';
import { ok } from '../../../shared/faults.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { read } from '../../house/source-tree.ts';
import { startWeightsServer } from './weights-server.ts';

const weights = Buffer.from('GGUF and weights');

function means(folder = temporaryFolder()) {
  const stages: string[] = [];
  let installs = 0;
  const given: PullMeans = {
    folder,
    signal: new AbortController().signal,
    onStage: (stage) => void stages.push(stage),
    onProgress: () => undefined,
    install: async (at) => {
      installs += 1;
      const package_ = join(at, 'node_modules', 'node-llama-cpp');
      mkdirSync(package_, { recursive: true });
      writeFileSync(join(package_, 'package.json'), '{"version":"3.21.1"}');
      return ok({ version: '3.21.1' });
    },
  };
  return { folder, stages, given, installs: () => installs };
}

const wish = (what: string, change: Partial<PullWish> = {}): PullWish => ({
  what,
  sha256: null,
  name: null,
  ...change,
});

test('weights and what runs them are brought once, and the model is there under its name', async () => {
  const { url, ranges } = await startWeightsServer(weights);
  const { folder, given, installs } = means();
  expect(await pullModel(wish(url), given)).toMatchObject({ ok: true, value: { id: 'embedded/file' } });
  expect(pulledModels(folder)).toEqual(['file']);
  expect(readFileSync(join(folder, 'weights', 'file.gguf')).equals(weights)).toBe(true);
  expect(hasRuntime(join(folder, 'runtime'))).toBe(true);
  expect(await pullModel(wish(url), given)).toMatchObject({ ok: true, value: { wasThere: true } });
  expect([installs(), ranges.length]).toEqual([1, 1]);
  await pullModel(wish(url, { name: 'mine' }), given);
  expect(pulledModels(folder)).toEqual(['file', 'mine']);
});

test('a name that is not known is told with those that are', async () => {
  const result = await pullModel(wish('qwen'), means().given);
  expect(result.ok || result.fault.hint).toContain('qwen2.5-7b');
});

test('a name that is a path is none', async () => {
  const { url } = await startWeightsServer(weights);
  const result = await pullModel(wish(url, { name: '../key' }), means().given);
  expect(result).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
});

test('weights are taken away by their name, and nothing outside their folder', async () => {
  const { folder } = means();
  mkdirSync(join(folder, 'weights'));
  writeFileSync(join(folder, 'weights', 'small.gguf'), weights);
  writeFileSync(join(folder, 'other.gguf'), weights);
  expect(removeModel(folder, 'embedded/small')).toBe(true);
  expect(removeModel(folder, 'small')).toBe(false);
  expect(removeModel(folder, '../other')).toBe(false);
  expect(existsSync(join(folder, 'other.gguf'))).toBe(true);
});

test('every known name is bound to a revision, a hash and a size', () => {
  for (const { url, sha256, bytes } of namedWeights) {
    expect(url).toMatch(/^https:\/\/huggingface\.co\/.+\/resolve\/[0-9a-f]{40}\/.+\.gguf$/);
    expect(sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(bytes).toBeGreaterThan(1e9);
  }
});

test('what is installed to run models is bound to one version and the hash of every package', () => {
  const { packages } = JSON.parse(read('native-host/model/runtime-lock.json'));
  const entries = Object.entries<{ version?: string; integrity?: string }>(packages).filter(
    ([at]) => at !== '',
  );
  expect(packages['node_modules/node-llama-cpp'].version).toBe('3.21.1');
  expect(entries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
});
