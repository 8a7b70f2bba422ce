import { ok, type Result } from '../../shared/faults.ts';

// The machine's own schedule as a place that jobs come from. What is due, and what is tried again, is decided and kept by
// the authority; here it is handed to the worker, one at a time.

type Delivery = { readonly token: string; readonly input: string };
type Taken = 'taken' | 'closed';

const lookMs = 1_000;

export type CronMeans = {
  /** What is due now and in nobody's hands; what it gives is in this worker's until it is answered or the worker ends. */
  readonly take: () => Promise<Result<readonly Delivery[]>>;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** The channel `cron`, in the form in which a worker takes jobs. */
export function createCronChannel({ take, sleep }: CronMeans) {
  const waiting: Delivery[] = [];
  const open = new Set<string>();
  const closed = (token: string): Result<Taken> => ok(open.delete(token) ? 'taken' : 'closed');
  return {
    name: 'cron',
    async receive(signal: AbortSignal): Promise<Result<Delivery | null>> {
      if (signal.aborted) return ok(null);
      if (waiting.length === 0) {
        const due = await take();
        if (!due.ok) return due;
        waiting.push(...due.value);
      }
      const next = waiting.shift() ?? null;
      if (next === null) await sleep(lookMs, signal);
      else open.add(next.token);
      return ok(next);
    },
    beat: async (token: string): Promise<Result<Taken>> => ok(open.has(token) ? 'taken' : 'closed'),
    succeed: async (token: string): Promise<Result<Taken>> => closed(token),
    fail: async (token: string): Promise<Result<Taken>> => closed(token),
    close: (): void => undefined,
  };
}
