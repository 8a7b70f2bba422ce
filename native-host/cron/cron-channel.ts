import { ok, type Result } from '../../shared/faults.ts';

// The machine's own schedule as a place that jobs come from. What is due is decided by the authority; here it is handed
// to the worker, and handed again where it was provably never begun.

type Delivery = { readonly token: string; readonly input: string };
type Taken = 'taken' | 'closed';

/** Tries of one instant, and the pauses between them. */
const triesMax = 3;
const firstPauseMs = 200;
const pauseMsMax = 30_000;
const lookMs = 1_000;
/** The failures of a job that was never begun. Any other is not tried again. */
const neverBegun: ReadonlySet<string> = new Set([
  'LocalAgent.BrowserUnavailable',
  'LocalAgent.HostUnavailable',
]);

export type CronMeans = {
  /** What is due now; each instant is given once. */
  readonly take: () => Promise<Result<readonly Delivery[]>>;
  readonly now: () => number;
  readonly random: () => number;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

type Waiting = Delivery & { readonly notBefore: number };

/** The channel `cron`, in the form in which a worker takes jobs. */
export function createCronChannel(means: CronMeans) {
  const waiting: Waiting[] = [];
  const open = new Map<string, { readonly input: string; readonly tries: number }>();
  const next = (): Delivery | null => {
    const index = waiting.findIndex(({ notBefore }) => notBefore <= means.now());
    const [found] = index < 0 ? [] : waiting.splice(index, 1);
    if (found === undefined) return null;
    const { token, input } = found;
    open.set(token, { input, tries: (open.get(token)?.tries ?? 0) + 1 });
    return { token, input };
  };
  const closed = (token: string): Result<Taken> => ok(open.delete(token) ? 'taken' : 'closed');
  return {
    name: 'cron',
    async receive(signal: AbortSignal): Promise<Result<Delivery | null>> {
      if (signal.aborted) return ok(null);
      const due = await means.take();
      if (!due.ok) return due;
      waiting.push(...due.value.map((one) => ({ ...one, notBefore: 0 })));
      const found = next();
      if (found === null) await means.sleep(lookMs, signal);
      return ok(found);
    },
    beat: async (token: string): Promise<Result<Taken>> => ok(open.has(token) ? 'taken' : 'closed'),
    succeed: async (token: string): Promise<Result<Taken>> => closed(token),
    async fail(token: string, { error }: { readonly error: string }): Promise<Result<Taken>> {
      const job = open.get(token);
      if (job === undefined || !neverBegun.has(error) || job.tries >= triesMax) return closed(token);
      const whole = Math.min(pauseMsMax, firstPauseMs * 2 ** (job.tries - 1));
      const notBefore = means.now() + whole / 2 + (means.random() * whole) / 2;
      waiting.push({ token, input: job.input, notBefore });
      return ok('taken');
    },
    close: (): void => undefined,
  };
}
