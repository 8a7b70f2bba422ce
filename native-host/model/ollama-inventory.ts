import { z } from 'zod';
import { ok, type Result } from '../../shared/faults.ts';
import { type AskOptions, askServer } from './ask-server.ts';
import type { ModelInfo } from './provider.ts';

const modelsMax = 500;
const Tags = z.looseObject({ models: z.array(z.looseObject({ name: z.string().min(1) })).nullable() });
const Running = z.looseObject({
  models: z
    .array(z.looseObject({ name: z.string(), context_length: z.number().int().positive().nullish() }))
    .nullable(),
});
const Shown = z.looseObject({
  model_info: z.record(z.string(), z.unknown()).nullish(),
  capabilities: z.array(z.string()).nullish(),
});

/** Models of Ollama, those in memory first. Their context is decided when they are asked. */
export async function ollamaModels(url: string, ask: AskOptions): Promise<Result<readonly ModelInfo[]>> {
  const tags = await askServer(`${url}/api/tags`, Tags, ask);
  if (!tags.ok) return tags;
  const names = (tags.value.models ?? []).map(({ name }) => name).filter((name) => !/embed/i.test(name));
  const running = await askServer(`${url}/api/ps`, Running, ask);
  const loaded = running.ok ? (running.value.models ?? []) : [];
  const inMemory = (name: string): boolean => loaded.some((one) => one.name === name);
  return ok(
    [...names.filter(inMemory), ...names.filter((name) => !inMemory(name))]
      .slice(0, modelsMax)
      .map((name) => ({
        name,
        contextTokens: loaded.find((one) => one.name === name)?.context_length ?? null,
      })),
  );
}

export type OllamaFacts = {
  /** What the model was made for; null: not told. */
  readonly contextMax: number | null;
  /** With how much it is in memory now; null: it is not. */
  readonly loadedContext: number | null;
  readonly thinks: boolean;
};

/** What Ollama knows of one model. */
export async function ollamaFacts(url: string, name: string, ask: AskOptions): Promise<Result<OllamaFacts>> {
  const shown = await askServer(`${url}/api/show`, Shown, { ...ask, body: { model: name } });
  if (!shown.ok) return shown;
  const entry = Object.entries(shown.value.model_info ?? {}).find(([key]) => key.endsWith('.context_length'));
  const contextMax = z.number().int().positive().safeParse(entry?.[1]).data ?? null;
  const running = await askServer(`${url}/api/ps`, Running, ask);
  const loaded = running.ok ? (running.value.models ?? []).find((one) => one.name === name) : undefined;
  return ok({
    contextMax,
    loadedContext: loaded?.context_length ?? null,
    thinks: (shown.value.capabilities ?? []).includes('thinking'),
  });
}
