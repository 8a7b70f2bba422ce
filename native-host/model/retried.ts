import { fault } from '../../shared/faults.ts';
import { sleep as untilThen } from '../io/sleep.ts';
import { ServerTrouble } from './server-trouble.ts';

// The one place in which calls of models are repeated. Asking a model changes nothing anywhere, so repeating is safe.

const attemptsMax = 3;
const firstWaitMs = 500;
const waitMsMax = 10_000;
/** A server that asks for a longer pause is not waited for: the person is told instead. */
const askedWaitMsMax = 30_000;

export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** Does the work up to three times, with a pause that doubles, or that the server asked for. Throws the last trouble. */
export async function retried<Value>(
  work: () => Promise<Value>,
  { signal, sleep = untilThen }: { readonly signal: AbortSignal; readonly sleep?: Sleep },
): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof ServerTrouble) || !error.again || attempt === attemptsMax) throw error;
      const waitMs = error.waitMs ?? Math.min(firstWaitMs * 2 ** (attempt - 1), waitMsMax);
      if (waitMs > askedWaitMsMax) throw error;
      await sleep(waitMs, signal);
      if (signal.aborted) throw cancelled();
    }
  }
}

export function cancelled(partial = ''): ServerTrouble {
  const detail = partial === '' ? undefined : { partial };
  const words = fault('cancelled', 'The model was stopped before it had answered.', 'Ask again.', detail);
  return new ServerTrouble(words, { again: false });
}
