import { describe, expect, test } from 'vitest';
import { conforms, good, question } from './conformance.ts';
import { means, openAiServer, rigged, serverSetting, settings } from './rigged-models.ts';
import { type Behaviour, openAiDialect, startScriptedServer } from './scripted-server.ts';

const never = new AbortController().signal;

describe.each(['lmstudio', 'other'] as const)('a server that is %s', (kind) => {
  conforms({
    start: (script, limits) => openAiServer(kind, script, limits),
    tellsCached: true,
    overHttp: true,
  });
});

async function withKeys(script: readonly Behaviour[]) {
  const server = await startScriptedServer(
    openAiDialect,
    { '/v1/models': { data: [{ id: 'small' }] } },
    script,
  );
  const keys = ['env:FIRST', 'secret:second'];
  const servers = [serverSetting('cloud', `${server.origin}/v1`, { keys })];
  const given = means({
    env: { FIRST: 'key-1' },
    settings: { ...settings, servers },
    secret: (name, origin) => ({ ok: true, value: `key-of-${name}-for-${new URL(origin).hostname}` }),
  });
  return { server, given, ...(await rigged(server, 'cloud/small', given)) };
}

test('a key that has had enough is followed by the next one at once, which stays', async () => {
  const enough: Behaviour = {
    does: 'refuse',
    status: 429,
    words: 'enough',
    headers: { 'retry-after': '20' },
  };
  const { model, server, pauses, close } = await withKeys([enough, good]);
  expect(await model.complete(question(), { signal: never })).toMatchObject({ ok: true });
  expect(await model.complete(question(), { signal: never })).toMatchObject({ ok: true });
  expect(server.asked.map(({ key }) => key)).toEqual([
    'key-1',
    'key-of-second-for-127.0.0.1',
    'key-of-second-for-127.0.0.1',
  ]);
  expect(pauses).toEqual([]);
  await close();
});

test('when every key has had enough, Retry-After is waited for', async () => {
  const enough: Behaviour = { does: 'refuse', status: 429, words: 'enough', headers: { 'retry-after': '2' } };
  const { model, server, pauses, close } = await withKeys([enough, enough, good]);
  expect(await model.complete(question(), { signal: never })).toMatchObject({ ok: true });
  expect(pauses).toEqual([2_000]);
  expect(server.asked).toHaveLength(3);
  await close();
});

test('what a server does not take is left out, once and for good', async () => {
  const words = "Invalid parameter: 'response_format' of type 'json_schema' is not supported";
  const refused: Behaviour = { does: 'refuse', status: 400, words };
  const limit: Behaviour = { does: 'refuse', status: 400, words: "Use 'max_completion_tokens' instead." };
  const server = await startScriptedServer(openAiDialect, { '/v1/models': { data: [{ id: 'small' }] } }, [
    refused,
    refused,
    limit,
    good,
  ]);
  const servers = [serverSetting('old', `${server.origin}/v1`)];
  const { model } = await rigged(server, 'old/small', means({ settings: { ...settings, servers } }));
  expect(await model.complete(question(), { signal: never })).toMatchObject({ ok: true });
  expect(await model.complete(question(), { signal: never })).toMatchObject({ ok: true });
  const formats = server.asked.map(({ body }) => body['response_format']);
  expect(formats.slice(1)).toEqual([{ type: 'json_object' }, undefined, undefined, undefined]);
  expect(server.asked.at(-1)?.body).toMatchObject({ max_completion_tokens: 100 });
  expect(server.asked.at(-1)?.body).not.toHaveProperty('max_tokens');
  await server.close();
});

test('a server that is broken for a moment is still asked for everything afterwards', async () => {
  const { model, schemaAsked, close } = await openAiServer(
    'other',
    [{ does: 'refuse', status: 500, words: 'json.exception.parse_error in response_format' }, good],
    { context: 8_000, nextPieceMs: 30_000 },
  );
  expect(await model.complete(question(), { signal: never })).toMatchObject({ ok: true });
  expect(schemaAsked()).toBeDefined();
  await close();
});

test('nothing of this machine is told along', async () => {
  const told: string[] = [];
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    told.push(...Object.keys(request.headers));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(
        request.method === 'GET'
          ? { data: [{ id: 'small' }] }
          : { choices: [{ message: { content: '{"action":"FINISH"}' }, finish_reason: 'stop' }] },
      ),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const servers = [serverSetting('plain', `http://127.0.0.1:${port}/v1`)];
  const { openModel } = await import('../../../native-host/model/open-model.ts');
  const opened = await openModel('plain', means({ settings: { ...settings, servers } }));
  const reply = opened.ok ? await opened.value.complete(question(), { signal: never }) : opened;
  // It does not stream either, and is understood all the same.
  expect(reply).toMatchObject({ ok: true, value: { text: '{"action":"FINISH"}' } });
  expect(told.filter((name) => /stainless|openai|authorization/i.test(name))).toEqual([]);
  server.close();
});
