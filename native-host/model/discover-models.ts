import { z } from 'zod';
import { ok, type Result } from '../../shared/faults.ts';
import { type AskOptions, askServer } from './ask-server.ts';
import { ollamaModels } from './ollama-inventory.ts';
import type { ModelInfo } from './provider.ts';
import type { Server } from './server.ts';

const modelsMax = 500;
const Tokens = z.number().int().positive().nullish();

/** Clouds and routers tell the context length under one of many names, or not at all. */
const Listed = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string().min(1),
      max_model_len: Tokens,
      context_length: Tokens,
      context_window: Tokens,
      max_context_length: Tokens,
    }),
  ),
});

/** LM Studio's own list, which tells what is loaded and with how much context. */
const StudioListed = z.looseObject({
  data: z.array(
    z.looseObject({
      id: z.string().min(1),
      type: z.string(),
      state: z.string().nullish(),
      max_context_length: Tokens,
      loaded_context_length: Tokens,
    }),
  ),
});

/** What `llama-server` was started with; the context of one of its slots. */
const LlamaProps = z.looseObject({
  default_generation_settings: z.looseObject({ n_ctx: z.number().int().positive() }),
});

/** Models of other kinds that stand in the lists of clouds. */
const notForChat =
  /embed|whisper|tts|dall-e|moderation|image|audio|realtime|transcribe|davinci|babbage|sora/i;

/** The models of one server, loaded ones first, with the context that a request can have as far as it says. */
export async function discoverModels(
  server: Server,
  key: string | null,
  options: Pick<AskOptions, 'timeoutMs'>,
): Promise<Result<readonly ModelInfo[]>> {
  const ask = { ...options, key };
  if (server.kind === 'ollama') return ollamaModels(server.url, ask);
  if (server.kind === 'lmstudio') {
    const studio = await askServer(`${new URL(server.url).origin}/api/v0/models`, StudioListed, ask);
    if (studio.ok) return ok(studioModels(studio.value));
  }
  const listed = await askServer(`${server.url}/models`, Listed, ask);
  if (!listed.ok) return listed;
  const props = server.kind === 'llamacpp' ? await llamaContext(server.url, ask) : null;
  const models = listed.value.data.slice(0, modelsMax).map((model) => ({
    name: server.kind === 'llamacpp' ? bareName(model.id) : model.id,
    contextTokens:
      props ??
      model.max_model_len ??
      model.context_length ??
      model.context_window ??
      model.max_context_length ??
      null,
  }));
  return ok(server.remote ? models.filter(({ name }) => !notForChat.test(name)) : models);
}

function studioModels({ data }: z.infer<typeof StudioListed>): readonly ModelInfo[] {
  const chat = data.filter(({ type }) => type !== 'embeddings').slice(0, modelsMax);
  const isLoaded = (state: string | null | undefined): boolean => state === 'loaded';
  return [
    ...chat.filter(({ state }) => isLoaded(state)),
    ...chat.filter(({ state }) => !isLoaded(state)),
  ].map((model) => ({
    name: model.id,
    // One that is not loaded yet gets what LM Studio is set to, which is not told before.
    contextTokens: model.loaded_context_length ?? null,
  }));
}

/** llama.cpp calls a model by the path of its file, and answers to any name. */
function bareName(id: string): string {
  const file = /([^/\\]+)\.gguf$/i.exec(id)?.[1];
  return file ?? id;
}

async function llamaContext(url: string, ask: AskOptions): Promise<number | null> {
  const props = await askServer(`${withoutVersion(url)}/props`, LlamaProps, ask);
  return props.ok ? props.value.default_generation_settings.n_ctx : null;
}

/** llama.cpp and vLLM have their own questions beside `/v1`. */
export function withoutVersion(url: string): string {
  return url.replace(/\/v\d+$/, '');
}
