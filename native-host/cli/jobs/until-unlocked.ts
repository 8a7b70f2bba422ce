import type { JobLog } from '../../jobs/ports.ts';
import type { WorkerDesk } from './job-desk.ts';

const lookMs = 2_000;
const callMs = 10_000;
/** Between two lines of the log that say the same. */
const tellAgainMs = 600_000;

export type UnlockMeans = Readonly<{
  desk: Pick<WorkerDesk, 'joined'>;
  /** From the service manager; null: a person has to unlock. */
  passphrase: () => string | null;
  log: JobLog;
  now: () => number;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}>;

export type UnlockGate = Readonly<{
  /** Why it waits, for its health; null: it does not. */
  waitingFor(): string | null;
  /** Resolves once the secrets can be used, or when the signal fires. */
  until(signal: AbortSignal): Promise<void>;
}>;

/**
 * A machine that has just started has nobody who types a passphrase, or a keychain that is locked. No job is taken then: it
 * would fail at its first secret, and another worker could have done it.
 */
export function createUnlockGate(means: UnlockMeans): UnlockGate {
  let waiting: string | null = null;
  let toldAt = Number.NEGATIVE_INFINITY;
  const wait = (why: string): void => {
    const isDue = why !== waiting || means.now() - toldAt > tellAgainMs;
    waiting = why;
    if (!isDue) return;
    toldAt = means.now();
    means.log('worker.waiting', { why });
  };
  return {
    waitingFor: () => waiting,
    async until(signal) {
      while (!signal.aborted) {
        const why = await lacking(means);
        if (why === null) {
          if (waiting !== null) means.log('worker.ready', {});
          waiting = null;
          return;
        }
        wait(why);
        await means.sleep(lookMs, signal);
      }
    },
  };
}

async function lacking({ desk, passphrase }: UnlockMeans): Promise<string | null> {
  const authority = await desk.joined();
  if (!authority.ok) return `${authority.fault.message} ${authority.fault.hint}`.trim();
  const state = await authority.value.call('secret.state', {}, { timeoutMs: callMs });
  if (!state.ok) return `${state.fault.message} ${state.fault.hint}`.trim();
  if (!state.value.locked) return null;
  const { mode } = state.value;
  if (mode === 'keychain')
    return 'The keychain that holds the key of the secrets is locked. Log in at this machine, or unlock it there.';
  const given = passphrase();
  if (given === null)
    return 'The secrets are locked. Unlock them here: localagent secrets unlock (or give the service the credential localagent-passphrase).';
  const unlocked = await authority.value.call('secret.unlock', { passphrase: given }, { timeoutMs: callMs });
  return unlocked.ok
    ? null
    : 'The credential localagent-passphrase does not open the secrets. Mend it, or run: localagent secrets unlock.';
}
