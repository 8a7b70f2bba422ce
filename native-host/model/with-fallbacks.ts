import type { Result } from '../../shared/faults.ts';
import type { Model } from './provider.ts';

/** A model that can be opened, and is not yet: weights of one that may never be asked need not be loaded. */
export type Candidate = Pick<Model, 'provider' | 'name' | 'remote' | 'place'> & {
  readonly open: () => Promise<Result<Model>>;
};

/**
 * Several models as one: the first answers until it cannot be reached any more, then the next does, for good. Changing over
 * is told as a note. What is asked may leave the machine if that holds for any of them.
 */
export function withFallbacks(first: Model, others: readonly Candidate[], missing: string | null): Model {
  const waiting = [...others];
  const opened = [first];
  let note = missing === null ? null : `${missing} ${idOf(first)} is used instead.`;
  const current = (): Model => opened.at(-1) ?? first;
  return {
    get provider() {
      return current().provider;
    },
    get name() {
      return current().name;
    },
    get contextTokens() {
      return current().contextTokens;
    },
    remote: [first, ...others].some(({ remote }) => remote),
    place: [...new Set([first, ...others].map(({ place }) => place))].join(', '),
    async complete(request, means) {
      for (;;) {
        if (note !== null) means.onNote?.(note);
        note = null;
        const reply = await current().complete(request, means);
        if (reply.ok || reply.fault.code !== 'model-unavailable' || means.signal.aborted) return reply;
        const next = await openNext(waiting);
        if (next === null) return reply;
        opened.push(next);
        note = `${reply.fault.message} ${idOf(next)} goes on in its place.`;
      }
    },
    close: async () => void (await Promise.all(opened.map((model) => model.close()))),
  };
}

/** The first that can be opened; those before it are not tried again. */
export async function openNext(waiting: Candidate[]): Promise<Model | null> {
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const opened = await next.open();
    if (opened.ok) return opened.value;
  }
  return null;
}

function idOf({ provider, name }: Pick<Model, 'provider' | 'name'>): string {
  return `${provider}/${name}`;
}
