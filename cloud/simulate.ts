// The load that many workers put on Step Functions, against its documented quotas (us-east-1, standard workflows). Paper
// made executable: `node cloud/simulate.ts`. Sources: "Service quotas for AWS Step Functions" and its price list.

export type Fleet = {
  readonly workers: number;
  /** Jobs that each worker does in a day, and seconds that one takes. */
  readonly jobsPerDay: number;
  readonly jobSeconds: number;
  readonly heartbeatSeconds: number;
  /** A request becomes so many jobs. */
  readonly jobsPerRequest: number;
};

export type Load = {
  /** A second, at the busiest: bucket refill of the quota beside it. */
  readonly polls: { readonly perSecond: number; readonly quota: number };
  readonly heartbeats: { readonly perSecond: number; readonly quota: number };
  readonly answers: { readonly perSecond: number; readonly quota: number };
  readonly executions: { readonly perSecond: number; readonly quota: number };
  readonly transitions: { readonly perSecond: number; readonly quota: number };
  /** Pollers at once on one activity. */
  readonly pollers: { readonly atOnce: number; readonly quota: number };
  /** USD for a thousand jobs: transitions, functions, storage requests. */
  readonly costPerThousand: {
    readonly transitions: number;
    readonly functions: number;
    readonly storage: number;
  };
};

/** Calls a second that the quotas refill, and pollers that one activity takes. */
const quotas = { poll: 500, heartbeat: 500, answer: 500, start: 300, transition: 5_000, pollers: 1_000 };
const pollSeconds = 60;
/** Transitions of one job (work, pass, two handlers, its end) and of the request around it. */
const transitionsPerJob = 5;
const transitionsPerRequest = 5;
const handlersPerJob = 2;
const handlersPerRequest = 3;
const usd = {
  transition: 0.000025,
  call: 0.0000002,
  gibibyteSecond: 0.0000133334,
  storagePut: 0.000005,
  storageGet: 0.0000004,
};
const handlerGibibyteSeconds = 0.25 * 0.5;
const daySeconds = 86_400;

/** Load and cost of a fleet whose jobs are spread over the day, but for a rush that is four times the mean. */
export function loadOf({ workers, jobsPerDay, jobSeconds, heartbeatSeconds, jobsPerRequest }: Fleet): Load {
  const rush = 4;
  const jobs = Math.min((rush * workers * jobsPerDay) / daySeconds, workers / jobSeconds);
  const busy = Math.min(workers, jobs * jobSeconds);
  const idle = workers - busy;
  const requests = jobs / jobsPerRequest;
  const calls = handlersPerJob + handlersPerRequest / jobsPerRequest;
  const transitions = transitionsPerJob + transitionsPerRequest / jobsPerRequest;
  return {
    polls: { perSecond: idle / pollSeconds + jobs, quota: quotas.poll },
    heartbeats: { perSecond: busy / heartbeatSeconds, quota: quotas.heartbeat },
    answers: { perSecond: jobs, quota: quotas.answer },
    executions: { perSecond: requests, quota: quotas.start },
    transitions: { perSecond: jobs * transitions, quota: quotas.transition },
    pollers: { atOnce: idle, quota: quotas.pollers },
    costPerThousand: {
      transitions: 1_000 * transitions * usd.transition,
      functions: 1_000 * calls * (usd.call + handlerGibibyteSeconds * usd.gibibyteSecond),
      storage: 1_000 * ((2 / jobsPerRequest) * usd.storagePut + (2 + 1 / jobsPerRequest) * usd.storageGet),
    },
  };
}

/** Activities that the workers are spread over so that each has no more pollers than one takes. */
export function activitiesFor(load: Load): number {
  return Math.max(1, Math.ceil(load.pollers.atOnce / load.pollers.quota));
}

function main(): void {
  const fleets = [100, 1_000, 10_000].map((workers) => {
    return { workers, jobsPerDay: 200, jobSeconds: 60, heartbeatSeconds: 30, jobsPerRequest: 3 };
  });
  const rows = fleets.map((fleet) => {
    const load = loadOf(fleet);
    const cost = load.costPerThousand;
    const told = (one: { readonly perSecond: number; readonly quota: number }): string =>
      `${one.perSecond.toFixed(1)} of ${one.quota}`;
    return {
      workers: fleet.workers,
      'polls/s': told(load.polls),
      'heartbeats/s': told(load.heartbeats),
      'transitions/s': told(load.transitions),
      activities: activitiesFor(load),
      'USD/1,000 jobs': (cost.transitions + cost.functions + cost.storage).toFixed(2),
    };
  });
  console.table(rows);
}

if (import.meta.main) main();
