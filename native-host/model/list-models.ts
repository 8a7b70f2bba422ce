import type { ModelMeans } from './model-means.ts';
import type { ModelSource } from './model-source.ts';
import { modelSources } from './open-model.ts';
import type { ModelInfo } from './provider.ts';

export type FoundModel = {
  readonly source: Pick<ModelSource, 'provider' | 'place' | 'remote' | 'preferred'>;
  readonly info: ModelInfo;
};
export type FoundModels = {
  readonly models: readonly FoundModel[];
  readonly tried: readonly { readonly provider: string; readonly place: string; readonly trouble: string }[];
};

/** Every model that is found now, on this machine first, and why a place has none. */
export async function listModels(means: ModelMeans): Promise<FoundModels> {
  const sources = modelSources(means);
  const lists = await Promise.all(sources.map((source) => source.list()));
  const models: FoundModel[] = [];
  const tried: { provider: string; place: string; trouble: string }[] = [];
  for (const [at, source] of sources.entries()) {
    const listed = lists[at];
    const found = listed?.ok === true ? listed.value : [];
    models.push(...found.map((info) => ({ source, info })));
    if (found.length > 0) continue;
    const trouble = listed?.ok === false ? listed.fault.message : 'it has no model';
    tried.push({ provider: source.provider, place: source.place, trouble });
  }
  return { models, tried };
}
