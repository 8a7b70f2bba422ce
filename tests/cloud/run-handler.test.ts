import { expect, test } from 'vitest';
import { runHandler } from '../../cloud/run-handler.ts';
import { fakeMeans, fakeStore } from './fake-store.ts';

test('every way of failing has a name and a cause', async () => {
  expect(await runHandler('choose-template', {}, fakeMeans())).toMatchObject({
    ok: false,
    error: 'BadRequest',
  });
  expect(await runHandler('cross-check', {}, fakeMeans())).toMatchObject({ ok: false, error: 'BadInput' });
  const full = { ...fakeStore(), put: async () => Promise.reject(new Error('the disk is full')) };
  const request = {
    request_id: 'r',
    text: 't',
    from: '',
    channel: 'file',
    reply_to: '',
    received_at: '2026-11-30T10:00:00Z',
  };
  const end = await runHandler('answer', { request, question: 'Which?' }, fakeMeans({ store: full }));
  expect(end).toEqual({ ok: false, error: 'HandlerFailed', cause: 'Error: the disk is full' });
  expect(await runHandler('answer', { request, question: 'Which?' }, fakeMeans())).toMatchObject({
    ok: true,
  });
});
