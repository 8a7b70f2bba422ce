import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { knownServers } from './known-servers.ts';
import type { ModelMeans } from './model-means.ts';
import type { ModelSource } from './model-source.ts';
import type { Model, ModelInfo } from './provider.ts';
import { serverSource } from './server-source.ts';
import { type Candidate, openNext, withFallbacks } from './with-fallbacks.ts';

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
 * is. With fallbacks in the settings it is several in one, `remote` if any of them is; they are opened when they are needed.
 */
export async function openModel(wish: string | null, means: ModelMeans): Promise<Result<Model>> {
  const sources = modelSources(means);
  const first = await openNamed(wish ?? means.choice, sources);
  // Who names a model for this once wants that one or none.
  if (!first.ok && wish !== null) return first;
  const others = await candidates(means.settings.fallbacks, sources);
  if (first.ok) return ok(others.length === 0 ? first.value : withFallbacks(first.value, others, null));
  const next = await openNext(others);
  return next === null ? first : ok(withFallbacks(next, others, first.fault.message));
}

async function candidates(names: readonly string[], sources: readonly ModelSource[]): Promise<Candidate[]> {
  const found: Candidate[] = [];
  for (const name of names) {
    const place = await findNamed(name, sources);
    if (!place.ok) continue;
    const { source, info } = place.value;
    const { provider, remote } = source;
    found.push({
      provider,
      remote,
      name: info.name,
      place: source.place,
      open: () => source.open(info),
    });
  }
  return found;
}

type Found = { readonly source: ModelSource; readonly info: ModelInfo };

async function openNamed(name: string | null, sources: readonly ModelSource[]): Promise<Result<Model>> {
  const found = name === null ? await firstHere(sources) : await findNamed(name, sources);
  return found.ok ? found.value.source.open(found.value.info) : found;
}

async function findNamed(name: string, sources: readonly ModelSource[]): Promise<Result<Found>> {
  const provider = name.split('/')[0] ?? '';
  const named = sources.find((source) => source.provider === provider);
  if (named !== undefined) return findAt(named, name.slice(provider.length + 1));
  for (const source of sources) {
    const listed = await source.list();
    const info = listed.ok ? find(listed.value, name) : undefined;
    if (info !== undefined) return ok({ source, info });
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
async function firstHere(all: readonly ModelSource[]): Promise<Result<Found>> {
  const sources = all.filter(({ remote }) => !remote);
  const lists = await Promise.all(sources.map((source) => source.list()));
  for (const [at, source] of sources.entries()) {
    const listed = lists[at];
    const info = listed?.ok === true ? meant(listed.value, source.preferred) : undefined;
    if (info !== undefined) return ok({ source, info });
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

async function findAt(source: ModelSource, name: string): Promise<Result<Found>> {
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
  if (info !== undefined) return ok({ source, info });
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
