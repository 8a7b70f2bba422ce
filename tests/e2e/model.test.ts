import { afterAll, beforeAll, expect, test } from 'vitest';
import { ModelsDocument } from '../../native-host/cli/commands/model.ts';
import {
  openAiDialect,
  type ScriptedServer,
  startScriptedServer,
} from '../native-host/model/scripted-server.ts';
import { Home } from './command-line.ts';

// Goal: the command line finds, chooses and tests models through the real authority. No browser is needed for it.

const answer = '{"highest": "Kilimanjaro", "metres": 5895}';
const loaded = { id: 'small', type: 'llm', state: 'loaded', loaded_context_length: 8_192 };

let server: ScriptedServer;
let home: Home;

beforeAll(async () => {
  server = await startScriptedServer(openAiDialect, { '/api/v0/models': { data: [loaded] } }, [
    { does: 'answer', pieces: [answer], use: { prompt: 250, cached: 0, completion: 20 } },
  ]);
  home = new Home({ LMSTUDIO_BASE_URL: server.origin, OLLAMA_HOST: 'http://127.0.0.1:9' });
});

afterAll(async () => {
  await home[Symbol.asyncDispose]();
  await server.close();
});

test('models are listed, chosen and tested', async () => {
  const listed = await home.run(['model', 'list', '--json']);
  const { models, tried } = ModelsDocument.parse(JSON.parse(listed.stdout));
  expect(models).toContainEqual({
    id: 'lmstudio/small',
    provider: 'lmstudio',
    name: 'small',
    place: server.origin,
    remote: false,
    context_tokens: 8_192,
    in_use: true,
  });
  const troubles = Object.fromEntries(tried.map(({ provider, trouble }) => [provider, trouble]));
  expect(troubles).toMatchObject({
    ollama: 'nothing listens there',
    embedded: expect.stringContaining('localagent model pull'),
  });

  const wrong = await home.run(['model', 'use', 'lmstudio/large']);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('It has: small.')]);
  expect((await home.run(['model', 'use', 'lmstudio/small'])).code).toBe(0);

  const tested = await home.run(['model', 'test']);
  expect(tested.code).toBe(0);
  expect(tested.stdout).toContain('lmstudio/small');
  expect(tested.stdout).toContain('keeps to the form');
  expect(server.asked).toHaveLength(1);
});
