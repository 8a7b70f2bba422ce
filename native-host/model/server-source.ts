import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { countPrompt } from './count-prompt.ts';
import { createModel } from './create-model.ts';
import { discoverModels } from './discover-models.ts';
import type { ModelMeans } from './model-means.ts';
import type { ModelSource } from './model-source.ts';
import { askOllama, unloadFromOllama } from './ollama.ts';
import { ollamaFacts } from './ollama-inventory.ts';
import { OpenAiCompatible } from './openai-compatible.ts';
import type { Model, ModelInfo } from './provider.ts';
import { isRemote, type Server } from './server.ts';

const lookLocalMs = 2_000;
const lookRemoteMs = 10_000;
/** LM Studio loads a model when it is first asked, and only then says with how much context. */
const loadMs = 300_000;
/** Taken where a server of this machine does not say what it takes: the least that any is started with. */
const unknownLocalTokens = 4_096;
/** Clouds say it themselves when a prompt is too long, so this only keeps prompts from growing without need. */
const unknownRemoteTokens = 32_000;
/** While a run goes on its model stays loaded between two questions, however long the pages take. */
const keepWhileUsedMinutes = 15;

/** The models of one server. */
export function serverSource(server: Server, means: ModelMeans): ModelSource {
  return {
    provider: server.provider,
    place: server.place,
    remote: server.remote,
    preferred: server.preferred,
    async list() {
      const keys = keysOf(server, means);
      if (!keys.ok) return keys;
      return discoverModels(server, keys.value[0] ?? null, lookOf(server));
    },
    async open(info) {
      const keys = keysOf(server, means);
      if (!keys.ok) return keys;
      return server.kind === 'ollama'
        ? openOllama(server, info, means)
        : ok(await openCompatible(server, info, keys.value, means));
    },
  };
}

function lookOf({ remote }: Server): { readonly timeoutMs: number } {
  return { timeoutMs: remote ? lookRemoteMs : lookLocalMs };
}

/** The keys themselves. A reference that leads nowhere is a fault: without its key the server would only refuse. */
function keysOf(server: Server, means: ModelMeans): Result<readonly string[]> {
  const keys: string[] = [];
  // A key in the open, over a network: whoever listens has it.
  if (server.keys.length > 0 && server.url.startsWith('http:') && isRemote(server.url))
    return failed(fault('model-unavailable', 'a key is not sent without encryption', 'Use https.'));
  for (const reference of server.keys) {
    const [kind = '', name = ''] = reference.split(/:(.*)/s);
    if (kind === 'env') {
      const value = means.env[name];
      if (!value)
        return failed(fault('model-unavailable', `the variable ${name} is not set`, `Set ${name}.`));
      keys.push(value);
    } else {
      const value = means.secret(name, new URL(server.url).origin);
      if (!value.ok) return value;
      keys.push(value.value);
    }
  }
  return ok(keys);
}

async function openCompatible(
  server: Server,
  info: ModelInfo,
  keys: readonly string[],
  means: ModelMeans,
): Promise<Model> {
  const client = new OpenAiCompatible(server, info.name, keys);
  const key = keys[0] ?? null;
  const told =
    server.contextTokens ?? info.contextTokens ?? (await contextOnceLoaded(server, info.name, client));
  return createModel(
    {
      provider: server.provider,
      name: info.name,
      remote: server.remote,
      place: server.place,
      contextTokens: told ?? (server.remote ? unknownRemoteTokens : unknownLocalTokens),
      count: (messages, signal) => countPrompt(server, info.name, messages, { key, signal }),
      answer: (request, signal) => client.answer(request, signal),
      close: async () => undefined,
    },
    means.waits,
  );
}

/** Has LM Studio load the model, by the smallest question there is, and asks again. */
async function contextOnceLoaded(
  server: Server,
  name: string,
  client: OpenAiCompatible,
): Promise<number | null> {
  if (server.kind !== 'lmstudio') return null;
  const request = {
    messages: [{ role: 'user', content: 'Hi' }],
    schema: null,
    tokensMax: 1,
    temperature: 0,
    purpose: 'answer',
  } as const;
  try {
    for await (const piece of client.answer(request, AbortSignal.timeout(loadMs))) if (piece.finish) break;
  } catch {
    // The first real question meets the same trouble, and tells it.
    return null;
  }
  const again = await discoverModels(server, null, lookOf(server));
  return again.ok ? (again.value.find((one) => one.name === name)?.contextTokens ?? null) : null;
}

async function openOllama(server: Server, info: ModelInfo, means: ModelMeans): Promise<Result<Model>> {
  const facts = await ollamaFacts(server.url, info.name, lookOf(server));
  if (!facts.ok) return facts;
  const { contextMax, loadedContext, thinks } = facts.value;
  const wanted = Math.min(means.settings.context_tokens, contextMax ?? Number.POSITIVE_INFINITY);
  const contextTokens =
    server.contextTokens ?? (loadedContext !== null && loadedContext >= wanted ? loadedContext : wanted);
  const keptMinutes = means.settings.keep_alive_minutes;
  const ask = {
    url: server.url,
    place: server.place,
    name: info.name,
    contextTokens,
    thinks,
    keepAliveMinutes: Math.max(keptMinutes, keepWhileUsedMinutes),
  };
  const core = {
    provider: server.provider,
    name: info.name,
    remote: server.remote,
    place: server.place,
    contextTokens,
    count: async () => null,
    answer: (request, signal) => askOllama(ask, request, signal),
    close: async () => (keptMinutes === 0 ? unloadFromOllama(ask) : undefined),
  } satisfies Parameters<typeof createModel>[0];
  return ok(createModel(core, means.waits));
}
