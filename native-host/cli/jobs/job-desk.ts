import { setTimeout as pause } from 'node:timers/promises';
import { ok, type Result } from '../../../shared/faults.ts';
import type { Delivery } from '../../jobs/channels/channel.ts';
import type { JobDesk } from '../../jobs/ports.ts';
import type { Authority, HostParts } from '../parts.ts';

const callMs = 60_000;
/** How often a run is looked at although nothing was heard of it. */
const lookMs = 2_000;

export type WorkerDesk = JobDesk & {
  /** The connection, joined if need be. */
  joined(): Promise<Result<Authority>>;
  /** What the schedule of this data folder has due now. */
  takeCron(): Promise<Result<readonly Delivery[]>>;
  close(): void;
};

/** The authority as a worker sees it; one that ended is started again by the next call. */
export function createJobDesk({ connect }: Pick<HostParts, 'connect'>): WorkerDesk {
  let current: Promise<Result<Authority>> | null = null;
  const waiting = new Set<() => void>();
  const wake = (): void => {
    for (const go of waiting) go();
  };
  const join = async (): Promise<Result<Authority>> => {
    const authority = await connect({ start: true });
    if (!authority.ok) {
      current = null;
      return authority;
    }
    authority.value.onRunEvent((event) => {
      if (event.type === 'run.finished') wake();
    });
    void authority.value.closed.then(() => {
      current = null;
      wake();
    });
    return authority;
  };
  const joined = (): Promise<Result<Authority>> => {
    current ??= join();
    return current;
  };
  const asked = async <T>(ask: (authority: Authority) => Promise<Result<T>>): Promise<Result<T>> => {
    const authority = await joined();
    return authority.ok ? ask(authority.value) : authority;
  };
  return {
    joined,
    close: () => void current?.then((authority) => authority.ok && authority.value.close()),
    receive: (delivery) => asked((one) => one.call('job.receive', delivery, { timeoutMs: callMs })),
    start: (wish) => asked((one) => one.call('job.start', wish, { timeoutMs: callMs })),
    get: (job) => asked((one) => one.call('job.get', job, { timeoutMs: callMs })),
    renew: (run_id, lease_ms) =>
      asked((one) => one.call('job.renew', { run_id, lease_ms }, { timeoutMs: callMs })),
    cancel: async (run_id) => {
      await asked((one) => one.call('run.cancel', { run_id }, { timeoutMs: callMs }));
    },
    settle: async (channel, token, how) => {
      await asked((one) => one.call('job.settle', { channel, token, how }, { timeoutMs: callMs }));
    },
    async adopt(channel) {
      const left = await asked((one) => one.call('job.adopt', { channel }, { timeoutMs: callMs }));
      return left.ok ? ok(left.value.deliveries) : left;
    },
    async takeCron() {
      const taken = await asked((one) => one.call('cron.take', {}, { timeoutMs: callMs }));
      return taken.ok ? ok(taken.value.due) : taken;
    },
    async changed(signal) {
      const heard = new AbortController();
      const go = (): void => heard.abort();
      waiting.add(go);
      signal.addEventListener('abort', go, { once: true });
      await pause(lookMs, undefined, { signal: heard.signal }).catch(() => undefined);
      signal.removeEventListener('abort', go);
      waiting.delete(go);
    },
  };
}
