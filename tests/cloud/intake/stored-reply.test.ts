import { expect, test } from 'vitest';
import { storedReply } from '../../../cloud/intake/stored-reply.ts';
import { fakeStore } from '../fake-store.ts';

const failing = (name: string) =>
  storedReply({
    get: async () => {
      throw Object.assign(new Error('as told'), { name });
    },
  });

test('an answer is read from the outbox of its channel, and one that is not there is none', async () => {
  const document = { schema: 'localagent.reply/1', request_id: 'a', status: 'done', text: 'Here.' };
  const reply = storedReply(fakeStore({ 'outbox/webhook/a.json': JSON.stringify(document) }));
  expect(await reply('webhook', 'a')).toEqual({ request_id: 'a', status: 'done', text: 'Here.' });
  const jobs = [{ job_id: 'a-1', values: { net: { value: '1.00', provenance: [] } } }];
  const withValues = storedReply(
    fakeStore({ 'outbox/webhook/a.json': JSON.stringify({ ...document, jobs }) }),
  );
  expect(await withValues('webhook', 'a')).toMatchObject({ jobs });
  expect(await reply('file', 'a')).toBeNull();
  expect(await failing('AccessDenied')('webhook', 'a')).toBeNull();
  await expect(failing('TimeoutError')('webhook', 'a')).rejects.toThrow('as told');
});
