import type { Model } from './provider.ts';

/**
 * Several models as one: the first answers until it cannot be reached any more, then the next does, for good. Changing over
 * is told as a note. What holds for one of them holds for all: what is asked may leave the machine, and must fit the smallest.
 */
export function withFallbacks(models: readonly [Model, ...Model[]], missing: string | null): Model {
  let at = 0;
  let note = missing === null ? null : `${missing} ${models[0].provider}/${models[0].name} is used instead.`;
  const current = (): Model => models[at] ?? models[0];
  return {
    get provider() {
      return current().provider;
    },
    get name() {
      return current().name;
    },
    remote: models.some(({ remote }) => remote),
    place: [...new Set(models.map(({ place }) => place))].join(', '),
    contextTokens: Math.min(...models.map(({ contextTokens }) => contextTokens)),
    async complete(request, means) {
      for (;;) {
        if (note !== null) means.onNote?.(note);
        note = null;
        const before = current();
        const reply = await before.complete(request, means);
        const isLast = at === models.length - 1;
        if (reply.ok || reply.fault.code !== 'model-unavailable' || isLast) return reply;
        at += 1;
        note = `${reply.fault.message} ${current().provider}/${current().name} goes on in its place.`;
      }
    },
    close: async () => void (await Promise.all(models.map((model) => model.close()))),
  };
}
