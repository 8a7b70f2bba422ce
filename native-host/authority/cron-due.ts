import type { CronEntry } from '../../shared/protocol/cron-messages.ts';
import type { JobState, JobWork } from '../../shared/protocol/job-messages.ts';
import type { CronStore } from '../cron/cron-store.ts';
import { type Instant, instantOf, keyStart, readInstant, sortInstants } from '../cron/instants.ts';
import { Retries } from '../cron/retries.ts';
import { type JobStore, tokenHash } from '../jobs/job-store.ts';
import type { JobHands } from './job-hands.ts';
import { ownChannel } from './job-rules.ts';
import type { Parts } from './parts.ts';
import { recordJob } from './record-job.ts';

/** Of all connections: a worker that takes an instant may not be the one that could not begin it. */
const retries = new Retries(Math.random);

type Delivery = { readonly token: string; readonly input: string };

export type CronDueMeans = {
  readonly parts: Parts;
  readonly store: CronStore;
  readonly jobs: JobStore;
  readonly hands: JobHands;
  readonly state: (channel: string, key: string) => JobState;
  /** Whether a crash cut the job's run off, and it can go on. */
  readonly goesOn: (channel: string, key: string, work: JobWork) => Promise<boolean>;
};

/**
 * What the schedule has due. An instant is kept as a delivery of the channel from when it is decided until its job is
 * answered; its token is its key. What is in nobody's hands and not begun is handed out, so no crash loses one.
 */
export class CronDue {
  readonly #means: CronDueMeans;

  constructor(means: CronDueMeans) {
    this.#means = means;
  }

  /** The instant that is due longest and in nobody's hands, which is in this worker's hands from now on. */
  async take(): Promise<readonly Delivery[]> {
    const { parts, store, hands } = this.#means;
    const now = parts.clock();
    for (const { entry, missed } of store.take(now, this.#isRunning, this.#keep)) {
      if (missed > 0) recordJob(parts, ownChannel, { cron: entry.id, missed });
    }
    const sorted = sortInstants(this.#notBegun(), store.list(), now);
    for (const { id, key } of sorted.missed) {
      this.#settle(key, 'missed');
      recordJob(parts, ownChannel, { cron: id, missed: 1 });
    }
    for (const { key } of sorted.over) this.#settle(key, 'its entry is gone or paused');
    const due = [...(await this.#cutOff()), ...sorted.due];
    const next = due.find(({ key }) => !retries.isWaiting(key, now) && !hands.holds(tokenHash(key)));
    if (next === undefined) return [];
    hands.take(tokenHash(next.key));
    return [{ token: next.key, input: JSON.stringify({ job_id: next.key, ...workOf(next.entry) }) }];
  }

  /** Whether a worker that starts leaves a delivery to `take`, because its job is still to be done. */
  async isLeft(key: string): Promise<boolean> {
    return this.#means.state(ownChannel, key).state === 'new' || (await this.#isCutOff(key));
  }

  /** Whether an instant stays due although its worker has answered it so. */
  async staysDue(key: string, how: string): Promise<boolean> {
    const { parts, state } = this.#means;
    if (state(ownChannel, key).state === 'new') return retries.staysDue(key, how, parts.clock());
    retries.forget(key);
    return this.#isCutOff(key);
  }

  /** Drops what an entry has due and nobody has begun. */
  drop(id: string): void {
    const own = this.#notBegun().filter((instant) => instant.id === id);
    for (const { key } of own) this.#settle(key, 'its entry is gone or paused');
  }

  /** Whether the last run of an entry goes on, or is about to. */
  readonly #isRunning = (id: string): boolean => {
    const { parts, jobs, hands } = this.#means;
    const last = jobs.lastOf(ownChannel, keyStart(id))?.run_id;
    if (parts.runs.current.some(({ run_id }) => run_id === last)) return true;
    return this.#open().some((one) => one.id === id && hands.holds(tokenHash(one.key)));
  };

  readonly #keep = (id: string, at: number): void => {
    const { key } = instantOf(id, at);
    this.#means.jobs.noteDelivery(ownChannel, key, key);
  };

  #open(): readonly Instant[] {
    return this.#means.jobs.open(ownChannel).flatMap(({ key }) => readInstant(key) ?? []);
  }

  #notBegun(): readonly Instant[] {
    const { hands, state } = this.#means;
    return this.#open().filter(
      ({ key }) => !hands.holds(tokenHash(key)) && state(ownChannel, key).state === 'new',
    );
  }

  async #cutOff(): Promise<readonly { readonly entry: CronEntry; readonly key: string }[]> {
    const found: { entry: CronEntry; key: string }[] = [];
    for (const { id, key } of this.#open()) {
      const entry = this.#entry(id);
      if (entry !== null && (await this.#isCutOff(key))) found.push({ entry, key });
    }
    return found;
  }

  async #isCutOff(key: string): Promise<boolean> {
    const { state, goesOn } = this.#means;
    const entry = this.#entry(readInstant(key)?.id ?? '');
    if (entry === null || state(ownChannel, key).state !== 'ended') return false;
    return goesOn(ownChannel, key, { ...workOf(entry), inline: null, template_version: null });
  }

  #entry(id: string): CronEntry | null {
    return this.#means.store.list().find(({ entry, paused }) => entry.id === id && !paused)?.entry ?? null;
  }

  #settle(key: string, how: string): void {
    this.#means.jobs.settle(ownChannel, key, how);
    retries.forget(key);
  }
}

function workOf({ template, parameters, budget }: CronEntry) {
  return { template, parameters, budget };
}
