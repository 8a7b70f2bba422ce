import { z } from 'zod';
import { FiledFile, RunStatus, RunView, StepView } from '../../../shared/run.ts';
import type { LedgerVerdict } from '../parts.ts';

/** What `localagent run --json` prints. A change of its shape is a new version in `schema`. */
export const RunDocument = z.strictObject({
  schema: z.literal('localagent.run.v1'),
  run_id: z.string(),
  status: RunStatus,
  template: RunView.shape.template,
  steps: z.array(StepView),
  output: RunView.shape.output,
  files: z.array(FiledFile.pick({ name: true, path: true, bytes: true, sha256: true })),
  /** Proposed changes of the template; left out when nothing had to be mended. */
  repairs: RunView.shape.repairs,
  /** Of a template with an extraction plan: each field with where it is from. */
  extracted: RunView.shape.extracted,
  /** Path of the report. */
  report: z.string().nullable(),
  ledger: z.strictObject({ rows: z.int().nonnegative(), verified: z.boolean(), home: z.string() }),
});
export type RunDocument = z.infer<typeof RunDocument>;

export function runDocument(run: RunView, ledger: LedgerVerdict, home: string): RunDocument {
  return {
    schema: 'localagent.run.v1',
    run_id: run.run_id,
    status: run.status,
    template: run.template,
    steps: run.steps,
    output: run.output,
    files: run.files.map(({ name, path, bytes, sha256 }) => ({ name, path, bytes, sha256 })),
    ...(run.repairs === undefined ? {} : { repairs: run.repairs }),
    ...(run.extracted === undefined ? {} : { extracted: run.extracted }),
    report: run.report,
    ledger: { rows: ledger.rows, verified: ledger.ok, home },
  };
}
