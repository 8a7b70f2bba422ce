import { z } from 'zod';
import { Fault } from '../../../shared/faults.ts';
import { ObjectiveView } from '../../../shared/objective.ts';
import { FiledFile, RunStatus, type RunView } from '../../../shared/run.ts';
import type { LedgerVerdict } from '../parts.ts';

/** What `localagent run "objective" --json` prints. A change of its shape is a new version in `schema`. */
export const ObjectiveDocument = z.strictObject({
  schema: z.literal('localagent.objective.v1'),
  run_id: z.string(),
  status: RunStatus,
  objective: z.string(),
  model: ObjectiveView.shape.model,
  read_only: z.boolean(),
  /** In Markdown with [n] citations of the findings; null: none was written. */
  answer: z.string().nullable(),
  checklist: ObjectiveView.shape.checklist,
  findings: ObjectiveView.shape.findings,
  pages: ObjectiveView.shape.pages,
  turns: z.int().nonnegative(),
  tokens: ObjectiveView.shape.tokens,
  files: z.array(FiledFile.pick({ name: true, path: true, bytes: true, sha256: true })),
  fault: Fault.nullable(),
  /** Path of the report, and of the copy that was asked for. */
  report: z.string().nullable(),
  copy: z.string().nullable(),
  ledger: z.strictObject({ rows: z.int().nonnegative(), verified: z.boolean(), home: z.string() }),
});
export type ObjectiveDocument = z.infer<typeof ObjectiveDocument>;

export function objectiveDocument(
  run: RunView,
  objective: ObjectiveView,
  ledger: LedgerVerdict,
  places: Readonly<{ home: string; copied: string | null }>,
): ObjectiveDocument {
  const { text, model, read_only, answer, checklist, findings, pages, turns, tokens } = objective;
  return {
    schema: 'localagent.objective.v1',
    run_id: run.run_id,
    status: run.status,
    objective: text,
    model,
    read_only,
    answer,
    checklist,
    findings,
    pages,
    turns: turns.length,
    tokens,
    files: run.files.map(({ name, path, bytes, sha256 }) => ({ name, path, bytes, sha256 })),
    fault: run.fault,
    report: run.report,
    copy: places.copied,
    ledger: { rows: ledger.rows, verified: ledger.ok, home: places.home },
  };
}
