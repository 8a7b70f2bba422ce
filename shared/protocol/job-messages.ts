import { z } from 'zod';
import { RunView } from '../run.ts';
import { RunBudget } from './control-messages.ts';

// What a worker asks of the authority. A job is known by its channel and its key, which its sender gave it; a delivery
// is one time that the channel handed it over, under a token of its own. A job runs once, however often it is delivered.

/** Longest key of a job and longest token of a delivery, in characters. */
export const jobKeyCharactersMax = 400;
export const tokenCharactersMax = 2_048;

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const ChannelName = z.string().min(1).max(60);
const Key = z.string().min(1).max(jobKeyCharactersMax);
const Token = z.string().min(1).max(tokenCharactersMax);

/** Selectors that a job brings along, by step and place. */
export const ProposedSelectors = z
  .record(
    z.string().regex(/^[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+$/, 'must name a step and an argument'),
    z.string().min(1).max(2_000),
  )
  .refine((given) => Object.keys(given).length <= 20, 'at most 20 selectors');

/** What is to be run, as the payload said it. */
export const JobWork = z.strictObject({
  /** The template by its id; null: the one in `inline`. */
  template: z.string().max(200).nullable(),
  /** A whole signed template as JSON. */
  inline: z.string().max(262_144).nullable(),
  /** The only version that may run; null: the one that there is. */
  template_version: z.string().max(100).nullable(),
  parameters: z.record(z.string(), z.json()),
  budget: RunBudget,
  /** Selectors to try, by step and place as `press.selector`, where a step that says `repair` finds nothing. */
  repair: ProposedSelectors.optional(),
});
export type JobWork = z.infer<typeof JobWork>;

/** One time that a job was handed over. */
export const JobDelivery = z.strictObject({
  channel: ChannelName,
  key: Key,
  /** Of what is to be run: the same key with other work is a mistake of the sender and refused. */
  payload_sha256: Sha256,
  token: Token,
});
export type JobDelivery = z.infer<typeof JobDelivery>;

/** How a job stands: `new` was never begun, and so nothing of it was done. */
export const JobState = z.strictObject({
  state: z.enum(['new', 'running', 'ended']),
  run: RunView.nullable(),
});
export type JobState = z.infer<typeof JobState>;

export const jobRequests = {
  /** Told before anything is done for it. Work that may not run here is a fault, which `job.settle` then ends. */
  'job.receive': { params: JobDelivery.extend({ work: JobWork }), result: JobState },
  /**
   * Begins the run, unless the job was begun before. It ends by itself when its lease is not renewed in time, or when
   * the connection that began it ends.
   */
  'job.start': {
    params: z.strictObject({
      channel: ChannelName,
      key: Key,
      work: JobWork,
      profile: z.string().max(100),
      lease_ms: z.int().min(1_000).max(3_600_000),
    }),
    result: JobState,
  },
  'job.get': { params: z.strictObject({ channel: ChannelName, key: Key }), result: JobState },
  /** The run may go on for so long from now; false: it has ended. */
  'job.renew': {
    params: z.strictObject({ run_id: z.string(), lease_ms: z.int().min(1_000).max(3_600_000) }),
    result: z.strictObject({ renewed: z.boolean() }),
  },
  /** The sender was told how it ended, or takes no answer any more. */
  'job.settle': {
    params: z.strictObject({ channel: ChannelName, token: Token, how: z.string().max(300) }),
    result: z.strictObject({}),
  },
  /** Deliveries that no worker is at work on and whose sender was not answered: left by one that was ended. */
  'job.adopt': {
    params: z.strictObject({ channel: ChannelName }),
    result: z.strictObject({ deliveries: z.array(JobDelivery.pick({ key: true, token: true })) }),
  },
} as const;
