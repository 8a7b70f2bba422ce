import { attempt } from '../../shared/faults.ts';
import type { cronRequests } from '../../shared/protocol/cron-messages.ts';
import type { JobDelivery, JobState, JobWork, jobRequests } from '../../shared/protocol/job-messages.ts';
import type { Handlers, Params } from '../../shared/protocol/messages.ts';
import type { RunView } from '../../shared/run.ts';
import { CronStore } from '../cron/cron-store.ts';
import { JobStore, tokenHash } from '../jobs/job-store.ts';
import { bringScripts } from './bring-scripts.ts';
import { CronDue } from './cron-due.ts';
import { cronHandlers } from './cron-handlers.ts';
import { openArtifacts } from './file-parts.ts';
import { JobHands } from './job-hands.ts';
import { jobTemplate, ownChannel, refuse, refuseSecretValues } from './job-rules.ts';
import type { Parts } from './parts.ts';
import { recordJob } from './record-job.ts';
import { bringFiles, resumptionOfJob } from './resume-run.ts';
import { prepareRun } from './start-run.ts';
import { given } from './surfaces.ts';

type Handled = Handlers<typeof jobRequests & typeof cronRequests>;
type Start = Params<typeof jobRequests, 'job.start'>;

/**
 * The jobs of one worker's connection. It holds what the worker has in hand: when the connection ends, however it ends,
 * the runs that it began are stopped and its deliveries can be taken up by the next worker.
 */
export class JobSession {
  readonly #parts: Parts;
  readonly #store: JobStore;
  readonly #leases = new Map<string, NodeJS.Timeout>();
  readonly #hands = new JobHands();
  readonly #cronDue: CronDue;

  readonly handlers: Handled;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#store = new JobStore(parts.database, parts.clock);
    const [jobs, store] = [this.#store, new CronStore(parts.database)];
    this.#cronDue = new CronDue({
      parts,
      store,
      jobs,
      hands: this.#hands,
      state: (channel, key) => this.#state(channel, key),
      goesOn: (channel, key, work) => this.#goesOn(channel, key, work),
    });
    this.handlers = { ...this.#jobHandlers(), ...cronHandlers(parts, { store, jobs, due: this.#cronDue }) };
  }

  #jobHandlers(): Handlers<typeof jobRequests> {
    return {
      'job.receive': async ({ work, ...delivery }) => this.#receive(delivery, work),
      'job.start': async (wish) => this.#start(wish),
      'job.get': async ({ channel, key }) => this.#state(channel, key),
      'job.renew': async ({ run_id, lease_ms }) => ({ renewed: this.#renew(run_id, lease_ms) }),
      'job.settle': async (end) => this.#settle(end),
      'job.adopt': async ({ channel }) => ({ deliveries: await this.#adopt(channel) }),
    };
  }

  end(): void {
    for (const runId of this.#leases.keys()) {
      this.#stopLease(runId);
      this.#parts.runs.cancel(runId);
    }
    this.#hands.dropAll();
  }

  async #settle({
    channel,
    token,
    how,
  }: Params<typeof jobRequests, 'job.settle'>): Promise<Record<string, never>> {
    const stays = channel === ownChannel && (await this.#cronDue.staysDue(token, how));
    if (!stays) this.#store.settle(channel, token, how);
    this.#hands.drop(tokenHash(token));
    recordJob(this.#parts, channel, { token_sha256: tokenHash(token), settled: how, stays_due: stays });
    return {};
  }

  /** What a worker before this one left unanswered; what the schedule still has to do is not answered but done. */
  async #adopt(channel: string): Promise<{ key: string; token: string }[]> {
    const left: { key: string; token: string }[] = [];
    for (const one of this.#store.open(channel)) {
      if (channel === ownChannel && (await this.#cronDue.isLeft(one.key))) continue;
      if (!this.#hands.holds(tokenHash(one.token))) left.push(one);
    }
    for (const { token } of left) this.#hands.take(tokenHash(token));
    return left;
  }

  async #receive(delivery: JobDelivery, work: JobWork): Promise<JobState> {
    const { channel, key, payload_sha256, token } = delivery;
    if (this.#parts.ledger.readOnly) {
      refuse(
        'HostUnavailable',
        'The ledger cannot be written, so nothing is done.',
        'See `localagent doctor`.',
      );
    }
    this.#hands.take(tokenHash(token));
    // Work that is refused claims no key: sent again once it is mended, it is new.
    const isKnown = this.#store.isKnown(channel, key);
    recordJob(this.#parts, channel, { key, payload_sha256, token_sha256: tokenHash(token), known: isKnown });
    if (!isKnown) await this.#check(channel, work);
    if (this.#store.receive(delivery) === 'conflict') {
      refuse(
        'KeyConflict',
        `The job "${key}" was received before with other work, so this one is not begun.`,
        'Give new work a job_id of its own.',
      );
    }
    return (await this.#continuation(channel, key, work)) === null ? this.#state(channel, key) : notBegun;
  }

  /** Where the job's run was cut off by a crash and can go on, how; null: what came of it is the answer. */
  async #continuation(channel: string, key: string, work: JobWork) {
    const { state, run } = this.#state(channel, key);
    if (state !== 'ended' || run === null || run.status === 'succeeded') return null;
    const { loaded } = jobTemplate(this.#parts, channel, work);
    return resumptionOfJob(this.#parts, run, loaded, runWish(work, channel).options);
  }

  /** A template that may not run any more keeps its run from going on. */
  async #goesOn(channel: string, key: string, work: JobWork): Promise<boolean> {
    const found = await attempt(async () => this.#continuation(channel, key, work));
    return found.ok && found.value !== null;
  }

  async #check(channel: string, work: JobWork): Promise<void> {
    refuseSecretValues(this.#parts, work);
    await bringScripts(this.#parts, work, () => openArtifacts(this.#parts.config.artifacts));
    const { loaded } = jobTemplate(this.#parts, channel, work);
    const planned = await attempt(async () => prepareRun(this.#parts, loaded, runWish(work, channel)));
    if (!planned.ok) refuse('BadParameters', planned.fault.message, planned.fault.hint);
  }

  async #start({ channel, key, work, profile, lease_ms }: Start): Promise<JobState> {
    const { runs } = this.#parts;
    const before = this.#state(channel, key);
    const goesOn = await this.#continuation(channel, key, work);
    if (before.state !== 'new' && goesOn === null) return before;
    const { loaded, review } = jobTemplate(this.#parts, channel, work);
    const prepared = prepareRun(this.#parts, loaded, runWish(work, channel, profile));
    const runId = runs.newId();
    const resumption = goesOn === null ? null : given(bringFiles(this.#parts, goesOn.resumption, runId));
    if (!this.#store.claim(channel, key, runId, before.run?.run_id ?? this.#store.runOf(channel, key))) {
      return this.#state(channel, key);
    }
    const manner = { kind: 'job', review, ...(resumption === null ? {} : { resumption }) } as const;
    const begun = await attempt(async () => prepared.begin(runId, manner));
    if (!begun.ok) refuse('BrowserUnavailable', begun.fault.message, begun.fault.hint);
    this.#lease(runId, lease_ms);
    void begun.value.done.then(() => this.#stopLease(runId));
    return this.#state(channel, key);
  }

  #state(channel: string, key: string): JobState {
    const runId = this.#store.runOf(channel, key);
    const run = runId === null ? null : this.#parts.runs.get(runId);
    if (run === null) return { state: 'new', run: null };
    return { state: isOver(run) ? 'ended' : 'running', run };
  }

  #renew(runId: string, leaseMs: number): boolean {
    if (!this.#parts.runs.current.some((run) => run.run_id === runId)) return false;
    this.#lease(runId, leaseMs);
    return true;
  }

  // Nothing of a run happens after its lease: whoever gave the work may have given it to another by then.
  #lease(runId: string, leaseMs: number): void {
    this.#stopLease(runId);
    const timer = setTimeout(() => {
      this.#leases.delete(runId);
      const text = 'Stopped: its worker said nothing for too long, so the job may be in other hands.';
      if (this.#parts.runs.record(runId, { type: 'note', text })) this.#parts.runs.cancel(runId);
    }, leaseMs);
    this.#leases.set(runId, timer);
  }

  #stopLease(runId: string): void {
    clearTimeout(this.#leases.get(runId));
    this.#leases.delete(runId);
  }
}

const notBegun: JobState = { state: 'new', run: null };

function isOver(run: RunView): boolean {
  return run.ended_at !== null;
}

// What the plan names is sent where work comes from outside; the machine's own schedule has nobody who waits for it.
function runWish(
  { parameters, budget, repair = {} }: JobWork,
  channel: string,
  profile: string | null = null,
) {
  const options = { profile, out: null, name_pattern: null, unattended: true, budget };
  return { parameters, options, proposed: repair, sends: channel !== ownChannel };
}
