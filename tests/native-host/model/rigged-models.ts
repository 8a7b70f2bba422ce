import type { ServerSetting } from '../../../native-host/model/known-servers.ts';
import type { ModelMeans, ModelSettings } from '../../../native-host/model/model-means.ts';
import { openModel } from '../../../native-host/model/open-model.ts';
import { failed, fault } from '../../../shared/faults.ts';
import type { Limits, Rigged } from './conformance.ts';
import {
  type Behaviour,
  ollamaDialect,
  openAiDialect,
  type ScriptedServer,
  startScriptedServer,
} from './scripted-server.ts';

/** Nobody listens on it: a port below those that are given out, which no service has. */
const nowhere = 'http://127.0.0.1:9';

export const settings: ModelSettings = {
  servers: ['llamacpp', 'vllm'].map((name) => serverSetting(name, `${nowhere}/v1`)),
  fallbacks: [],
  context_tokens: 8_192,
  timeout_seconds: 600,
  keep_alive_minutes: 10,
};

/** Means over an environment in which only what a test names is there. */
export function means(change: Partial<ModelMeans> = {}): ModelMeans & { readonly pauses: number[] } {
  const pauses: number[] = [];
  return {
    env: { LMSTUDIO_BASE_URL: nowhere, OLLAMA_HOST: nowhere },
    settings,
    waits: { firstPieceMs: 30_000, nextPieceMs: 30_000, sleep: async (ms) => void pauses.push(ms) },
    choice: null,
    secret: (name) => failed(fault('not-found', `there is no secret ${name}`, 'Set it.')),
    sources: [],
    pauses,
    ...change,
  };
}

function patient(change: Partial<ModelMeans>, waits: { readonly nextPieceMs: number }) {
  const made = means(change);
  return { ...made, waits: { ...made.waits, ...waits } };
}

export function serverSetting(name: string, url: string, change: Partial<ServerSetting> = {}): ServerSetting {
  return { name, url, keys: [], context_tokens: null, ...change };
}

/** A model of a scripted server, opened as the host opens it. */
export async function rigged(server: ScriptedServer, wish: string, given = means()): Promise<Rigged> {
  const opened = await openModel(wish, given);
  if (!opened.ok) throw new Error(`${opened.fault.message} ${opened.fault.hint}`);
  return {
    model: opened.value,
    asked: () => server.asked.length,
    schemaAsked: () => schemaIn(server.asked.at(-1)?.body ?? {}),
    oneLeft: server.oneLeft,
    pauses: given.pauses,
    close: () => server.close(),
  };
}

function schemaIn(body: Readonly<Record<string, unknown>>): unknown {
  if ('format' in body) return body['format'];
  // As the test itself knows that this server is asked.
  const format = body['response_format'] as { json_schema?: { schema?: unknown } } | undefined;
  return format?.json_schema?.schema;
}

/** llama.cpp, LM Studio or any other server, as its settings name it. */
export async function openAiServer(
  kind: 'lmstudio' | 'other',
  script: readonly Behaviour[],
  { context, nextPieceMs }: Limits,
): Promise<Rigged> {
  const waits = { nextPieceMs };
  const loaded = { id: 'small', type: 'llm', state: 'loaded', loaded_context_length: context };
  const facts = {
    '/v1/models': { object: 'list', data: [{ id: 'small', max_model_len: context }] },
    ...(kind === 'lmstudio' ? { '/api/v0/models': { data: [loaded] } } : {}),
  };
  const server = await startScriptedServer(openAiDialect, facts, script);
  if (kind === 'lmstudio') {
    const env = { LMSTUDIO_BASE_URL: server.origin, OLLAMA_HOST: nowhere };
    return rigged(server, 'lmstudio/small', patient({ env }, waits));
  }
  const servers = [serverSetting('other', `${server.origin}/v1`)];
  return rigged(server, 'other/small', patient({ settings: { ...settings, servers } }, waits));
}

export async function ollamaServer(
  script: readonly Behaviour[],
  { context, nextPieceMs }: Limits,
): Promise<Rigged> {
  const waits = { nextPieceMs };
  const facts = {
    '/api/tags': { models: [{ name: 'small:latest' }] },
    '/api/ps': { models: [] },
    '/api/show': { model_info: { 'llama.context_length': context }, capabilities: ['completion'] },
  };
  const server = await startScriptedServer(ollamaDialect, facts, script);
  const env = { LMSTUDIO_BASE_URL: nowhere, OLLAMA_HOST: server.origin };
  return rigged(server, 'ollama/small', patient({ env }, waits));
}
