import { raise } from '../../shared/faults.ts';
import type { CronEntry, CronListing, cronRequests } from '../../shared/protocol/cron-messages.ts';
import type { Handlers } from '../../shared/protocol/messages.ts';
import { type CronStore, nextOf, type StoredEntry } from '../cron/cron-store.ts';
import { keyStart } from '../cron/instants.ts';
import { readSchedule } from '../cron/schedule.ts';
import type { JobStore } from '../jobs/job-store.ts';
import { refusal, weighPlan } from '../workflow/judge-plan.ts';
import type { CronDue } from './cron-due.ts';
import { jobTemplate, ownChannel } from './job-rules.ts';
import type { Parts } from './parts.ts';
import { prepareRun } from './start-run.ts';
import { given } from './surfaces.ts';

/** The schedule of this data folder. Its runs are jobs of the channel `cron`, claimed like any other. */
export function cronHandlers(
  parts: Parts,
  { store, jobs, due }: { readonly store: CronStore; readonly jobs: JobStore; readonly due: CronDue },
): Handlers<typeof cronRequests> {
  const lastOf = (id: string): CronListing['last'] => {
    const found = jobs.lastOf(ownChannel, keyStart(id));
    const run = found === null ? null : parts.runs.get(found.run_id);
    if (found === null || run === null) return null;
    return { at: found.key.slice(keyStart(id).length), run_id: run.run_id, status: run.status };
  };
  const listed = (stored: StoredEntry): CronListing => ({
    entry: stored.entry,
    paused: stored.paused,
    next: stored.paused ? null : iso(nextOf(stored, parts.clock())),
    last: lastOf(stored.entry.id),
  });
  return {
    'cron.add': async ({ entry }) => {
      const now = parts.clock();
      const next = given(readSchedule(entry.schedule, entry.zone, now)).next(now);
      if (next === null) raise('bad-arguments', 'That time is over.', 'Give one that is to come.');
      await refuseWhatWouldAsk(parts, entry);
      if (!store.add(entry, now)) {
        const hint = 'Remove it first, or choose another name; see `localagent cron list`.';
        raise('bad-arguments', `There is an entry "${entry.id}" already, or there are too many.`, hint);
      }
      return { next: iso(next) };
    },
    'cron.list': async () => ({ entries: store.list().map(listed) }),
    'cron.pause': async ({ id, paused }) => {
      if (paused) due.drop(id);
      return { found: store.pause(id, paused, parts.clock()) };
    },
    'cron.remove': async ({ id }) => {
      due.drop(id);
      return { found: store.remove(id) };
    },
    'cron.take': async () => ({ due: [...(await due.take())] }),
  };
}

/** Nobody is there at its time, so what the rules would refuse or ask then is told now. */
async function refuseWhatWouldAsk(parts: Parts, entry: CronEntry): Promise<void> {
  const { template, parameters, budget } = entry;
  const work = { template, inline: null, template_version: null, parameters, budget };
  const { loaded, review } = jobTemplate(parts, ownChannel, work);
  const options = { profile: null, out: null, name_pattern: null, unattended: true, budget };
  const { plan } = prepareRun(parts, loaded, { parameters, options });
  const { id, version } = plan.template;
  const verdicts = await parts.calls.judge(plan.calls, {
    run_id: `cron-${entry.id}`,
    caller: { kind: 'job', id: `cron-${entry.id}`, unattended: true },
    profile: null,
    template: { id, version, ...review },
    granted: [],
  });
  const weighed = weighPlan(plan, verdicts);
  if (weighed.decision === 'allow') return;
  const against = weighed.decision === 'deny' ? weighed.denied : weighed.asked;
  const told = refusal(against, 'Nobody will be there to be asked, so it could not run.');
  raise(told.code, told.message, told.hint, told.detail);
}

function iso(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
