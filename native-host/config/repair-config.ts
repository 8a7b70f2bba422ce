import { z } from 'zod';

/** `repair` of config.yaml. */
export const repairConfig = z.strictObject({
  model: z
    .enum(['off', 'local', 'any'])
    .default('local')
    .describe(
      'Whether a model may mend a step that says `on_failure: repair`: `off`; `local`, one of this machine; `any`, also one elsewhere, which is then sent the outline of the page.',
    ),
  iterations: z
    .int()
    .min(1)
    .max(10)
    .default(10)
    .describe('Scripts that the model may try for one step before the run ends as failed.'),
  minutes: z.number().min(0.1).max(60).default(10).describe('Minutes that the repair of one step may take.'),
  tokens: z
    .int()
    .min(1_000)
    .max(1_000_000)
    .default(100_000)
    .describe('Tokens that the repair of one step may take; they count for the run as well.'),
});
