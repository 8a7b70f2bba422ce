import { expect, test } from 'vitest';
import { sign, signatureHeader } from '../../../cloud/intake/signature.ts';
import { answerWebCall, type WebCall } from '../../../cloud/intake/webhook.ts';
import { countingDesk } from './conformance.ts';

const key = 'k'.repeat(32);
const now = 1_800_000_000;
const body = JSON.stringify({ text: 'The statement of June.' });
const post = { method: 'POST', path: '/requests', body };
const signedBy = (call: typeof post, by = key, at = now): WebCall => ({
  ...call,
  headers: { [signatureHeader]: sign(by, call, at) },
});

async function answered(call: WebCall) {
  const { desk, begun } = countingDesk();
  const { status } = await answerWebCall(call, desk, { key, unixSeconds: now });
  return [status, begun.size];
}

test('a call that is signed begins a request', async () => {
  expect(await answered(signedBy(post))).toEqual([202, 1]);
});

test.each<[string, WebCall]>([
  ['no signature', { ...post, headers: {} }],
  ['another key', signedBy(post, 'x'.repeat(32))],
  ['an old signature', signedBy(post, key, now - 301)],
  ['a signature of the future', signedBy(post, key, now + 301)],
  ['another body', { ...signedBy(post), body: body.replace('June', 'May') }],
  ['another path', { ...signedBy(post), path: '/requests/a' }],
  ['half a signature', { ...post, headers: { [signatureHeader]: `t=${now},v1=00` } }],
])('%s is turned away, and nothing is begun', async (_, call) => {
  expect(await answered(call)).toEqual([401, 0]);
});

test('what is no request is told, and so is an address that is none', async () => {
  expect(await answered(signedBy({ ...post, body: 'text' }))).toEqual([400, 0]);
  expect(await answered(signedBy({ ...post, body: '{"text":"a","colour":"red"}' }))).toEqual([400, 0]);
  expect(await answered(signedBy({ ...post, method: 'DELETE' }))).toEqual([404, 0]);
  expect(await answered(signedBy({ ...post, method: 'GET', path: '/requests/none', body: '' }))).toEqual([
    404, 0,
  ]);
});

test('a key that can be guessed is refused', async () => {
  const { desk } = countingDesk();
  const call = signedBy(post, 'short');
  await expect(answerWebCall(call, desk, { key: 'short', unixSeconds: now })).rejects.toThrow(
    '32 characters',
  );
});
