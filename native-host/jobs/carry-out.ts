import { ok, type Result } from '../../shared/faults.ts';
import type { JobState } from '../../shared/protocol/job-messages.ts';
import { backOffMs } from './back-off.ts';
import type { Channel, Delivery, Taken } from './channels/channel.ts';
import { failureOf, type JobFailure, jobFailure } from './failure.ts';
import { keepBeating, leaseMsOf } from './heartbeat.ts';
import { type JobOutcome, outcomeOf } from './outcome.ts';
import { type Job, readPayload } from './payload.ts';
import type { JobBrowsers, JobDesk, JobKey, JobLog } from './ports.ts';

// One delivery from its receipt to the answer. The run itself belongs to the authority; here it is begun, watched and
// told of. A delivery that is lost to the sender stops the run that was begun for it before its next act.

/** Times that an answer is tried before it is left to the next start of a worker, and the pauses between. */
const answerTriesMax = 8;
/** Half seconds that the authority may not be reached before the outcome counts as unknown. */
const unreachedMax = 120;
const unreachedPauseMs = 500;
const answerPause = { firstMs: 500, capMs: 20_000 };

export type CarryOutMeans = {
  readonly channel: Channel;
  readonly desk: JobDesk;
  readonly browsers: JobBrowsers;
  readonly heartbeatMs: number;
  readonly place: number;
  /** Fires when the worker has no more time: what runs is stopped, and its sender told. */
  readonly drained: AbortSignal;
  readonly log: JobLog;
  /** Told of a job that failed, beside its sender. */
  readonly onFailed?: (failed: JobFailure & { readonly run_id: string | null }) => void;
  readonly now: () => number;
  readonly random: () => number;
  /** Ends early when the signal fires. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** A job as it was delivered now, or was delivered to a worker before this one. */
export type InHand = { readonly delivery: Delivery } | { readonly key: string; readonly token: string };

/** Brings a delivery to its end and gives how it ended, in a word for the log. */
export async function carryOut(inHand: InHand, means: CarryOutMeans): Promise<string> {
  const token = 'delivery' in inHand ? inHand.delivery.token : inHand.token;
  const lost = new AbortController();
  const watched: { runId: string | null } = { runId: null };
  const leaseMs = leaseMsOf(means.heartbeatMs);
  const beating = keepBeating({
    ...means,
    token,
    intervalMs: means.heartbeatMs,
    onHeard: () => {
      if (watched.runId !== null) void means.desk.renew(watched.runId, leaseMs);
    },
    onLost: (why) => {
      means.log('job.lost', { why, run_id: watched.runId });
      lost.abort(why);
    },
  });
  try {
    const end = await outcome(inHand, { ...means, lost: lost.signal, watched, leaseMs });
    if (lost.signal.aborted) {
      await means.desk.settle(means.channel.name, token, `lost: ${String(lost.signal.reason)}`);
      return 'lost';
    }
    if (!end.succeeded) means.onFailed?.({ ...end.failure, run_id: watched.runId });
    return await answer(token, end, means);
  } finally {
    beating.stop();
  }
}

type Watch = CarryOutMeans & {
  readonly lost: AbortSignal;
  readonly watched: { runId: string | null };
  readonly leaseMs: number;
};

async function outcome(inHand: InHand, means: Watch): Promise<JobOutcome> {
  if (!('delivery' in inHand)) return resumed(inHand.key, means);
  const read = readPayload(inHand.delivery.input);
  if (!read.ok) return failure(read.failure);
  const state = await begun(read.job, inHand.delivery.token, means);
  if (!state.ok) return failure(state.fault);
  const job = { channel: means.channel.name, key: read.job.key };
  return whenEnded(job, state.value, means);
}

type Begun =
  | { readonly ok: true; readonly value: JobState }
  | { readonly ok: false; readonly fault: JobFailure };

async function begun(job: Job, token: string, means: Watch): Promise<Begun> {
  const channel = means.channel.name;
  const { key, work } = job;
  const received = await means.desk.receive({ channel, ...job, token });
  if (!received.ok) return { ok: false, fault: failureOf(received.fault, 'HostUnavailable') };
  means.log('job.received', { key, state: received.value.state });
  if (received.value.state !== 'new') return received;
  const signal = AbortSignal.any([means.lost, means.drained]);
  const browser = await means.browsers.ready(means.place, signal);
  if (signal.aborted) {
    const why = 'The worker was told to end before the job was begun; nothing was done.';
    return { ok: false, fault: jobFailure('ShuttingDown', why) };
  }
  if (!browser.ok) return { ok: false, fault: failureOf(browser.fault, 'BrowserUnavailable') };
  const start = { channel, key, work, profile: browser.value.profile, lease_ms: means.leaseMs };
  const started = await means.desk.start(start);
  if (!started.ok) return { ok: false, fault: failureOf(started.fault, 'HostUnavailable') };
  means.browsers.used(means.place);
  // Of the runs only one's own is kept alive, and stopped when its delivery is lost.
  means.watched.runId = started.value.run?.run_id ?? null;
  means.log('job.started', { key, run_id: means.watched.runId, profile: browser.value.profile });
  return started;
}

async function resumed(key: string, means: Watch): Promise<JobOutcome> {
  const job = { channel: means.channel.name, key };
  const state = await means.desk.get(job);
  if (!state.ok) return failure(failureOf(state.fault, 'HostUnavailable'));
  if (state.value.state === 'new') {
    const why = 'The worker was ended before the job was begun; nothing was done, and it may be sent again.';
    return failure(jobFailure('ShuttingDown', why));
  }
  return whenEnded(job, state.value, means);
}

/** Waits for the end of a run; a lost delivery and the end of the worker's time stop the one that was begun here. */
async function whenEnded(job: JobKey, first: JobState, means: Watch): Promise<JobOutcome> {
  const over = AbortSignal.any([means.lost, means.drained]);
  const stop = (): void => {
    if (means.watched.runId !== null) void means.desk.cancel(means.watched.runId);
  };
  if (over.aborted) stop();
  else over.addEventListener('abort', stop, { once: true });
  try {
    let state: Result<JobState> = ok(first);
    let unreached = 0;
    // A run has its own limit of minutes, so this ends.
    while (!state.ok || state.value.state === 'running') {
      if (means.lost.aborted && means.watched.runId === null) break;
      await means.desk.changed(means.lost);
      state = await means.desk.get(job);
      unreached = state.ok ? 0 : unreached + 1;
      if (unreached > unreachedMax) return failure(unreachable);
      if (!state.ok) await means.sleep(unreachedPauseMs);
    }
    const run = state.ok ? state.value.run : null;
    if (run === null) return failure(jobFailure('ShuttingDown', 'The run was not begun; nothing was done.'));
    const wasDrained = means.drained.aborted && run.status === 'cancelled';
    if (!wasDrained) return outcomeOf(run);
    const why = `The worker was told to end, and the run ${run.run_id} was stopped. What it had done is in its report.`;
    return failure(jobFailure('ShuttingDown', why));
  } finally {
    over.removeEventListener('abort', stop);
  }
}

/** Tells the sender. Its answer is tried again: telling twice does no harm, the second is refused as closed. */
async function answer(token: string, end: JobOutcome, means: CarryOutMeans): Promise<string> {
  const { channel, desk } = means;
  const send = (): Promise<Result<Taken>> =>
    end.succeeded ? channel.succeed(token, end.output) : channel.fail(token, end.failure);
  let told: Result<Taken> = await send();
  for (let tries = 1; !told.ok && tries < answerTriesMax; tries += 1) {
    means.log('answer.failed', { tries, code: told.fault.code });
    await means.sleep(backOffMs(tries, answerPause, means.random));
    told = await send();
  }
  const how = end.succeeded ? 'succeeded' : end.failure.error;
  if (!told.ok) return `${how}, not told`;
  await desk.settle(channel.name, token, told.value === 'taken' ? how : `${how}, taken no more`);
  return told.value === 'taken' ? how : `${how}, too late`;
}

const unreachable = jobFailure(
  'OutcomeUnknown',
  'LocalAgent itself could not be reached any more on the worker, so how the run ended is not known there. Look at it.',
);

function failure(told: JobFailure): JobOutcome {
  return { succeeded: false, failure: told };
}
