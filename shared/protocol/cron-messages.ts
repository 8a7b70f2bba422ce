import { z } from 'zod';
import { RunStatus } from '../run.ts';
import { RunBudget } from './control-messages.ts';

/** A template that is run at certain times, with nobody there. */
export const CronEntry = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,59}$/, 'must be small letters, digits, "-" and "_"'),
  /** A cron expression, `@every:`, `@at:` or `@once:`. */
  schedule: z.string().min(1).max(200),
  /** IANA time zone that the schedule is read in. */
  zone: z.string().min(1).max(100),
  template: z.string().min(1).max(200),
  parameters: z.record(z.string(), z.json()),
  budget: RunBudget,
  /** When the machine was off at its time: run it once afterwards, or skip it. */
  missed: z.enum(['once', 'skip']),
});
export type CronEntry = z.infer<typeof CronEntry>;

export const CronListing = z.strictObject({
  entry: CronEntry,
  paused: z.boolean(),
  next: z.iso.datetime().nullable(),
  last: z.strictObject({ at: z.string(), run_id: z.string(), status: RunStatus }).nullable(),
});
export type CronListing = z.infer<typeof CronListing>;

const Id = z.strictObject({ id: z.string().max(60) });

/** Command line and worker only. */
export const cronRequests = {
  /** Refused at once if it could not run: an unknown template, wrong values, or rules that would want to ask. */
  'cron.add': {
    params: z.strictObject({ entry: CronEntry }),
    result: z.strictObject({ next: z.iso.datetime().nullable() }),
  },
  'cron.list': { params: z.strictObject({}), result: z.strictObject({ entries: z.array(CronListing) }) },
  'cron.pause': {
    params: Id.extend({ paused: z.boolean() }),
    result: z.strictObject({ found: z.boolean() }),
  },
  'cron.remove': { params: Id, result: z.strictObject({ found: z.boolean() }) },
  /** What is due now and in no worker's hands, one at a time; what was missed is recorded. It stays due until its job is answered. */
  'cron.take': {
    params: z.strictObject({}),
    result: z.strictObject({ due: z.array(z.strictObject({ token: z.string(), input: z.string() })) }),
  },
} as const;
