import { expect, test } from 'vitest';
import { chooseTemplate } from '../../../cloud/handlers/choose-template.ts';
import { fakeMeans, fakeStore, library } from '../fake-store.ts';

const store = fakeStore({ 'library/index.json': library });
const request = (text: string) => ({
  request_id: 'r-1',
  text,
  from: 'me@example.com',
  channel: 'file',
  reply_to: '',
  received_at: '2026-11-30T10:00:00Z',
});

test('a request in plain words becomes a job for each month that it names', async () => {
  const text = 'Statement from https://portal.example.com for the last three months';
  const chosen = await chooseTemplate(request(text), fakeMeans({ store }));
  expect(chosen).toMatchObject({
    kind: 'jobs',
    jobs: [
      {
        job_id: 'r-1-1',
        template: 'vendor-portal-report',
        template_version: '1.2.0',
        parameters: { period: '2026-08' },
      },
      { job_id: 'r-1-2', parameters: { period: '2026-09' } },
      { job_id: 'r-1-3', parameters: { period: '2026-10' } },
    ],
  });
});

test('a template that nobody reviewed is never chosen', async () => {
  const chosen = await chooseTemplate(request('Delete every invoice'), fakeMeans({ store }));
  expect(JSON.stringify(chosen)).not.toContain('delete-invoices');
});

test('an unclear request is asked back with what there is', async () => {
  expect(await chooseTemplate(request('water the plants'), fakeMeans({ store }))).toMatchObject({
    kind: 'question',
    question:
      'It is not clear which of these is meant: "Vendor portal report", "Compare prices". Please name one.',
  });
});

test('a model chooses among what the words leave, and nothing else', async () => {
  const text = 'prices in the portal, from https://portal.example.com for last month';
  const ask = (template: unknown) =>
    chooseTemplate(request(text), fakeMeans({ store, text: { ask: async () => ({ template }) } }));
  expect(await ask('vendor-portal-report')).toMatchObject({ kind: 'jobs' });
  expect(await ask('delete-invoices')).toMatchObject({ kind: 'question' });
  expect(await ask({ nonsense: true })).toMatchObject({ kind: 'question' });
});

test('a malformed request and a missing library end with errors of their own names', async () => {
  await expect(chooseTemplate({ text: 'x' }, fakeMeans({ store }))).rejects.toMatchObject({
    name: 'BadRequest',
  });
  await expect(chooseTemplate(request('x'), fakeMeans())).rejects.toMatchObject({
    name: 'LibraryUnreadable',
  });
});
