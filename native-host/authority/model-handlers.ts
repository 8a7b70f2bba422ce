import type { controlRequests, ModelListing } from '../../shared/protocol/control-messages.ts';
import type { Handlers } from '../../shared/protocol/messages.ts';
import { type FoundModel, listModels } from '../model/list-models.ts';
import { writeChoice } from '../model/model-choice.ts';
import { openModel } from '../model/open-model.ts';
import { testModel } from '../model/test-model.ts';
import { choicePath, modelMeans } from './model-means.ts';
import type { Parts } from './parts.ts';
import { given } from './surfaces.ts';

type Models = Pick<Handlers<typeof controlRequests>, 'model.list' | 'model.use' | 'model.test'>;

/** What panel and command line ask about models. */
export function modelHandlers(parts: Parts): Models {
  return {
    'model.list': async () => {
      const { models, tried } = await listModels(modelMeans(parts));
      const used = usedOf(models, modelMeans(parts).choice);
      const tokens = ({ info }: FoundModel): number | null => info.contextTokens;
      return {
        models: models.map((one) => ({
          ...listing(one.source, one.info.name),
          context_tokens: tokens(one),
          in_use: one === used,
        })),
        tried: [...tried],
      };
    },
    'model.use': async ({ model }) => {
      // Only what can be opened is kept, so that a misspelt name is told now and not in the next run.
      if (model === null) writeChoice(choicePath(parts), null);
      else {
        const opened = given(await openModel(model, { ...modelMeans(parts), ...withoutFallbacks(parts) }));
        writeChoice(choicePath(parts), `${opened.provider}/${opened.name}`);
        await opened.close();
      }
      return {};
    },
    'model.test': async ({ model }, signal) => {
      const means = { ...modelMeans(parts), ...withoutFallbacks(parts) };
      const opened = given(await openModel(model, means));
      try {
        const { structured, durationMs, readPerSecond, writtenPerSecond, remarks } = given(
          await testModel(opened, signal),
        );
        return {
          model: {
            ...listing(opened, opened.name),
            context_tokens: opened.contextTokens,
            in_use: model === null || `${opened.provider}/${opened.name}` === means.choice,
          },
          structured,
          duration_ms: durationMs,
          read_per_second: readPerSecond,
          written_per_second: writtenPerSecond,
          remarks: [...remarks],
        };
      } finally {
        await opened.close();
      }
    },
  };
}

/** One model is asked about, and not those that would take its place. */
function withoutFallbacks({ config }: Parts): Pick<ReturnType<typeof modelMeans>, 'settings'> {
  return { settings: { ...config.models, fallbacks: [] } };
}

/** The chosen one; without a choice the first that this machine has. */
function usedOf(models: readonly FoundModel[], choice: string | null): FoundModel | undefined {
  if (choice !== null) return models.find(({ source, info }) => `${source.provider}/${info.name}` === choice);
  const here = models.filter(({ source }) => !source.remote);
  const first = here.filter(({ source }) => source.provider === here[0]?.source.provider);
  return first.find(({ source, info }) => info.name === source.preferred) ?? first[0];
}

function listing(
  { provider, place, remote }: Pick<FoundModel['source'], 'provider' | 'place' | 'remote'>,
  name: string,
): Pick<ModelListing, 'id' | 'provider' | 'name' | 'place' | 'remote'> {
  return { id: `${provider}/${name}`, provider, name, place, remote };
}
