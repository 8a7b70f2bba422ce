import { expect, test } from 'vitest';
import { conforms, good, question } from './conformance.ts';
import { means, ollamaServer, rigged, settings } from './rigged-models.ts';
import { ollamaDialect, startScriptedServer } from './scripted-server.ts';

conforms({ start: ollamaServer, tellsCached: false, overHttp: true });

const never = new AbortController().signal;

test('every request asks for the same context, as far as the settings and the model go', async () => {
  const server = await startScriptedServer(
    ollamaDialect,
    {
      '/api/tags': { models: [{ name: 'small:latest' }] },
      '/api/ps': { models: [] },
      '/api/show': { model_info: { 'qwen2.context_length': 32_768 }, capabilities: ['thinking'] },
    },
    [good],
  );
  const given = means({
    env: { LMSTUDIO_BASE_URL: 'http://127.0.0.1:9', OLLAMA_HOST: server.origin },
    settings: { ...settings, context_tokens: 6_000 },
  });
  const { model } = await rigged(server, 'ollama/small', given);
  expect(model.contextTokens).toBe(6_000);
  await model.complete(question(), { signal: never });
  expect(server.asked[0]?.body).toMatchObject({
    think: false,
    truncate: false,
    options: { num_ctx: 6_000, num_predict: 100, temperature: 0 },
  });
  await server.close();
});
