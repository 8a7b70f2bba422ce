import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAiText, openAiVision } from '../../cloud/models.ts';

let content = '';
let status = 200;
let asked: { readonly auth: string | undefined; readonly body: string } = { auth: undefined, body: '' };
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (part) => {
    body += part;
  });
  request.on('end', () => {
    asked = { auth: request.headers.authorization, body };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ choices: [{ message: { content } }] }));
  });
});
let address = { url: '', name: 'm', key: 'k' };

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('no port');
  address = { ...address, url: `http://127.0.0.1:${bound.port}/v1/` };
});
afterAll(() => server.close());

test('a question goes out with its schema and key, and the answer is its JSON', async () => {
  content = '{"template":"a"}';
  const question = { system: 's', text: 't', schema: { type: 'object' } };
  expect(await openAiText(address).ask(question)).toEqual({ template: 'a' });
  expect(asked.auth).toBe('Bearer k');
  expect(JSON.parse(asked.body)).toMatchObject({
    model: 'm',
    temperature: 0,
    messages: [{ role: 'system', content: 's' }, { content: 't' }],
    response_format: { json_schema: { schema: { type: 'object' } } },
  });
  content = 'I would say a';
  expect(await openAiText(address).ask(question)).toBeNull();
});

test('values are read from a picture, and only those that were asked for', async () => {
  content = '{"total":{"value":"7","confidence":0.8},"password":{"value":"x","confidence":1}}';
  const read = await openAiVision(address).read(new Uint8Array([1]), [
    { name: 'total', description: 'the sum' },
  ]);
  expect(read).toEqual({ total: { value: '7', confidence: 0.8 } });
  expect(asked.body).toContain('data:image/png;base64,AQ==');
  content = '{"total":{"value":7}}';
  expect(await openAiVision(address).read(new Uint8Array([1]), [{ name: 'total', description: '' }])).toEqual(
    {},
  );
});

test('an address that answers with an error throws, so that the state is tried again', async () => {
  status = 503;
  await expect(openAiText(address).ask({ system: '', text: '', schema: {} })).rejects.toThrow('503');
});
