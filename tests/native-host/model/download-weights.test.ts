import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { type Download, downloadWeights } from '../../../native-host/model/download-weights.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';
import { startWeightsServer, type WeightsBehaviour } from './weights-server.ts';

const weights = Buffer.concat([Buffer.from('GGUF'), Buffer.alloc(300_000, 'weights')]);
const hash = createHash('sha256').update(weights).digest('hex');

async function pull(how: WeightsBehaviour = {}, change: Partial<Download> = {}, file = weights) {
  const { url, ranges } = await startWeightsServer(file, how);
  const path = join(temporaryFolder(), 'weights', 'file.gguf');
  const seen: number[] = [];
  const again = (signal = new AbortController().signal) =>
    downloadWeights(
      { url, path, sha256: hash, ...change },
      { signal, onProgress: (have) => void seen.push(have), pauseMs: 0 },
    );
  return { result: await again(), again, url, path, ranges, seen };
}

test('the file arrives whole, compared with the hash, and for this user alone', async () => {
  const { result, path, seen } = await pull();
  expect(result).toEqual({ ok: true, value: { bytes: weights.length, sha256: hash, compared: 'given' } });
  expect(readFileSync(path).equals(weights)).toBe(true);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(path))).toEqual(['file.gguf']);
  expect(seen.at(-1)).toBe(weights.length);
});

test('a download that is cut off again and again goes on from where it was', async () => {
  const { result, path, ranges } = await pull({ cuts: [100_000, 50_000] });
  expect(result).toMatchObject({ ok: true });
  expect(readFileSync(path).equals(weights)).toBe(true);
  expect(ranges).toEqual(['', 'bytes=100000-', 'bytes=150000-']);
});

test('a server that knows no ranges, or has another file by now, is asked for all of it', async () => {
  const whole = await pull({ cuts: [100_000], whole: true });
  expect(whole.result).toMatchObject({ ok: true });
  let asked = 0;
  const changed = await pull({ cuts: [100_000], etag: () => `"${asked++}"` });
  expect(changed.result).toMatchObject({ ok: true });
  expect(readFileSync(changed.path).equals(weights)).toBe(true);
});

test('a download that brings nothing more ends, and the next one goes on from what is there', async () => {
  const { result, again, path, ranges } = await pull({ cuts: [100_000, 0, 0, 0, 0] });
  expect(result).toMatchObject({ ok: false, fault: { code: 'model-unavailable' } });
  expect(existsSync(path)).toBe(false);
  expect(await again()).toMatchObject({ ok: true });
  expect(ranges.at(-1)).toBe('bytes=100000-');
});

test('a part that is whole already is compared and named, and not fetched again', async () => {
  const { url, ranges } = await startWeightsServer(weights);
  const path = join(temporaryFolder(), 'file.gguf');
  writeFileSync(`${path}.part`, weights);
  writeFileSync(`${path}.part.json`, JSON.stringify({ url, etag: '"1"', sha256: null }));
  const means = { signal: new AbortController().signal, onProgress: () => {}, pauseMs: 0 };
  expect(await downloadWeights({ url, path, sha256: hash }, means)).toMatchObject({ ok: true });
  expect(ranges).toEqual([`bytes=${weights.length}-`]);
});

test('another file than the one asked for is thrown away', async () => {
  const { result, path } = await pull({}, { sha256: '0'.repeat(64) });
  expect(result).toMatchObject({ ok: false, fault: { code: 'denied' } });
  expect(result.ok || result.fault.message).toContain(hash);
  expect(readdirSync(dirname(path))).toEqual([]);
});

test('without a hash that is given, that of the server counts; without any, none was compared', async () => {
  const from = async (linkedHash: string) => {
    const { url } = await startWeightsServer(weights, { linkedHash });
    const path = join(temporaryFolder(), 'file.gguf');
    const signal = new AbortController().signal;
    const at = url.replace('/file.gguf', '/resolve/file.gguf');
    return downloadWeights({ url: at, path, sha256: null }, { signal, onProgress: () => {}, pauseMs: 0 });
  };
  expect(await from(hash)).toMatchObject({ ok: true, value: { compared: 'server' } });
  expect(await from('f'.repeat(64))).toMatchObject({ ok: false, fault: { code: 'denied' } });
  expect(await from('')).toMatchObject({ ok: true, value: { compared: 'nothing' } });
});

test('what is no file of weights is not kept', async () => {
  const { result, path } = await pull({}, { sha256: null }, Buffer.from('<html>Sign in</html>'));
  expect(result).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
  expect(existsSync(path)).toBe(false);
});

test('a refusal is told at once; a stop keeps what is there', async () => {
  const { result, ranges } = await pull({ status: 404 });
  expect(result.ok || result.fault.message).toContain('(404)');
  expect(ranges).toHaveLength(1);
  const { again, path } = await pull({ cuts: [100_000, 0, 0, 0, 0] });
  expect(await again(AbortSignal.abort())).toMatchObject({ ok: false, fault: { code: 'cancelled' } });
  expect(statSync(`${path}.part`).size).toBe(100_000);
});

test.each([
  ['ftp://example.com/file.gguf', /begins with https/],
  ['http://example.com/file.gguf', /--sha256/],
])('%s is not pulled from', async (url, hint) => {
  const { result } = await pull({}, { url, sha256: null });
  expect(result.ok || result.fault.hint).toMatch(hint);
});
