import { z } from 'zod';
import { Repair } from './fingerprint.ts';

// What a run found out about one step of its template, as a proposed change of it: `runs/<run>/repairs/<step>.json`. It changes
// nothing by itself.

export const RepairProposal = z.strictObject({
  schema: z.literal('localagent.repair-proposal/1'),
  run_id: z.string(),
  template: z.strictObject({ id: z.string(), version: z.string(), title: z.string() }),
  step_id: z.string(),
  step_title: z.string(),
  /** How the run ended in which it was found. */
  status: z.string(),
  repairs: z.array(Repair).min(1),
  /** The change in words, a line each. */
  diff: z.array(z.string()),
  at: z.iso.datetime(),
});
export type RepairProposal = z.infer<typeof RepairProposal>;
