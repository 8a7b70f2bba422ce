import type { Result } from '../../shared/faults.ts';
import type { JobDelivery, JobState, JobWork } from '../../shared/protocol/job-messages.ts';

// What a worker needs of the rest, in the smallest form.

export type JobKey = { readonly channel: string; readonly key: string };

/** The authority as a worker sees it. A lost connection is joined again by the next call. */
export interface JobDesk {
  receive(delivery: JobDelivery & { readonly work: JobWork }): Promise<Result<JobState>>;
  start(
    job: JobKey & { readonly work: JobWork; readonly profile: string; readonly lease_ms: number },
  ): Promise<Result<JobState>>;
  get(job: JobKey): Promise<Result<JobState>>;
  renew(runId: string, leaseMs: number): Promise<Result<{ readonly renewed: boolean }>>;
  cancel(runId: string): Promise<void>;
  settle(channel: string, token: string, how: string): Promise<void>;
  adopt(channel: string): Promise<Result<readonly { readonly key: string; readonly token: string }[]>>;
  /** Resolves once anything may have changed: a run has ended, the connection was lost, or some time has passed. */
  changed(signal: AbortSignal): Promise<void>;
}

/** The browsers of a worker: one for each place. */
export interface JobBrowsers {
  /** A browser that is connected, started where there is none, or where the one before is spent. */
  ready(place: number, signal: AbortSignal): Promise<Result<{ readonly profile: string }>>;
  /** One more job was done in it. */
  used(place: number): void;
}

/** One line of the worker's log: an event's name and what belongs to it; never a payload, a token or an output. */
export type JobLog = (
  event: string,
  facts: Readonly<Record<string, string | number | boolean | null>>,
) => void;
