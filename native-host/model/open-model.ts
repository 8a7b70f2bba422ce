import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { knownServers } from './known-servers.ts';
import type { ModelMeans } from './model-means.ts';
import type { ModelSource } from './model-source.ts';
import type { Model, ModelInfo } from './provider.ts';
import { serverSource } from './server-source.ts';
import { withFallbacks } from './with-fallbacks.ts';

const namesShownMax = 8;

/** Every place where models may be, those of this machine first. */
export function modelSources(means: ModelMeans): readonly ModelSource[] {
  const servers = knownServers(means.env, means.settings.servers).map((server) =>
    serverSource(server, means),
  );
  const all = [...servers, ...means.sources];
  return [...all.filter(({ remote }) => !remote), ...all.filter(({ remote }) => remote)];
}

/**
 * The model that is wished for (`provider/name`, a provider, or a name alone), else the one that was chosen, else the first
 * that this machine has; never one elsewhere that nobody named. Nothing is sent anywhere yet but the question what there
 * is. With fallbacks in the settings it is several in one: `remote` if any of them is, and `place` names them all.
 */
export async function openModel(wish: string | null, means: ModelMeans): Promise<Result<Model>> {
  const sources = modelSources(means);
  const first = await openNamed(wish ?? means.choice, sources);
  const others: Model[] = [];
  for (const name of means.settings.fallbacks) {
    const opened = await openNamed(name, sources);
    if (opened.ok) others.push(opened.value);
  }
  if (!first.ok) {
    const [next, ...rest] = others;
    // Who names a model for this once wants that one or none.
    if (next === undefined || wish !== null) {
      await Promise.all(others.map((other) => other.close()));
      return first;
    }
    return ok(withFallbacks([next, ...rest], first.fault.message));
  }
  return ok(others.length === 0 ? first.value : withFallbacks([first.value, ...others], null));
}

async function openNamed(name: string | null, sources: readonly ModelSource[]): Promise<Result<Model>> {
  if (name === null) return openFirst(sources.filter(({ remote }) => !remote));
  const provider = name.split('/')[0] ?? '';
  const named = sources.find((source) => source.provider === provider);
  if (named !== undefined) return openAt(named, name.slice(provider.length + 1));
  for (const source of sources) {
    const listed = await source.list();
    const info = listed.ok ? find(listed.value, name) : undefined;
    if (info !== undefined) return source.open(info);
  }
  return failed(
    fault(
      'model-unavailable',
      `No model ${name} was found.`,
      'See `localagent model list` for what there is.',
    ),
  );
}

/** The first model that this machine has. All places are asked at once, since most of them have nobody at home. */
async function openFirst(sources: readonly ModelSource[]): Promise<Result<Model>> {
  const lists = await Promise.all(sources.map((source) => source.list()));
  for (const [at, source] of sources.entries()) {
    const listed = lists[at];
    const info = listed?.ok === true ? meant(listed.value, source.preferred) : undefined;
    if (info !== undefined) return source.open(info);
  }
  const tried = sources.map(({ place }) => place).join(', ');
  return failed(
    fault(
      'model-unavailable',
      `No model was found on this machine. Tried: ${tried}.`,
      'Start LM Studio, Ollama or llama.cpp with a model, or run `localagent model pull`, or choose a model elsewhere ' +
        'with `localagent model use`.',
    ),
  );
}

async function openAt(source: ModelSource, name: string): Promise<Result<Model>> {
  const listed = await source.list();
  if (!listed.ok) {
    return failed(
      fault(
        'model-unavailable',
        `${source.provider} at ${source.place} has no model ready: ${listed.fault.message}.`,
        'Start it, or name another model. `localagent model list` shows what there is.',
      ),
    );
  }
  const info = name === '' ? meant(listed.value, source.preferred) : find(listed.value, name);
  if (info !== undefined) return source.open(info);
  const names = listed.value.slice(0, namesShownMax).map((one) => one.name);
  const has = names.length === 0 ? 'It has none.' : `It has: ${names.join(', ')}.`;
  return failed(
    fault(
      'model-unavailable',
      name === '' ? `${source.place} has no model.` : `${source.place} has no model ${name}.`,
      `${has} See \`localagent model list\`.`,
    ),
  );
}

function meant(models: readonly ModelInfo[], preferred: string | null): ModelInfo | undefined {
  return (preferred === null ? undefined : find(models, preferred)) ?? models[0];
}

/** Ollama's names end in a tag that people leave out. */
function find(models: readonly ModelInfo[], name: string): ModelInfo | undefined {
  return models.find((one) => one.name === name) ?? models.find((one) => one.name === `${name}:latest`);
}
