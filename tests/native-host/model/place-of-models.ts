import type { ModelSource } from '../../../native-host/model/model-source.ts';
import type { Model } from '../../../native-host/model/provider.ts';
import { failed, fault, ok } from '../../../shared/faults.ts';

const gone = failed(fault('model-unavailable', 'nothing listens there', 'Start it.'));

/** A place with models that answer with their own name, or (`dead`) not at all. */
export function place(
  provider: string,
  names: readonly string[],
  { remote = false, dead = [] as readonly string[], contextTokens = 8_000 } = {},
): ModelSource {
  const made = (name: string): Model => ({
    provider,
    name,
    remote,
    place: `place of ${provider}`,
    contextTokens,
    complete: async () =>
      dead.includes(name)
        ? gone
        : ok({
            text: `${provider}/${name}`,
            finish: 'stop',
            durationMs: 1,
            use: { promptTokens: 1, cachedTokens: null, completionTokens: 1, estimated: false },
          }),
    close: async () => undefined,
  });
  return {
    provider,
    place: `place of ${provider}`,
    remote,
    preferred: null,
    list: async () => (names.length === 0 ? gone : ok(names.map((name) => ({ name, contextTokens: null })))),
    open: async ({ name }) => ok(made(name)),
  };
}
