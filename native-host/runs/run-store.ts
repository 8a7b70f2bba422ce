import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { RunView } from '../../shared/run.ts';

const Row = z.object({ view: z.string() });
const Id = z.object({ run_id: z.string() });

/**
 * The table `runs`: how each run stands, for lists and for what is left over after a crash. The events are
 * the source.
 */
export class RunStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  save(run: RunView): void {
    this.#database
      .prepare(
        `INSERT INTO runs (run_id, template_id, template_version, status, started_at, ended_at, view)
         VALUES (?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (run_id) DO UPDATE SET
           status = excluded.status, ended_at = excluded.ended_at, view = excluded.view`,
      )
      .run(
        run.run_id,
        run.template.id,
        run.template.version,
        run.status,
        run.started_at,
        run.ended_at,
        JSON.stringify(run),
      );
  }

  get(runId: string): RunView | null {
    const row = this.#database.prepare('SELECT view FROM runs WHERE run_id = ?').get(runId);
    return row === undefined ? null : viewOf(row);
  }

  /** The run that goes on from another, or null; each has one at most. */
  continuedBy(runId: string): string | null {
    const row = this.#database
      .prepare("SELECT run_id FROM runs WHERE json_extract(view, '$.continues') = ? LIMIT 1")
      .get(runId);
    return row === undefined ? null : Id.parse(row).run_id;
  }

  /** The newest runs first. */
  list(limit: number): readonly RunView[] {
    return this.#database
      .prepare('SELECT view FROM runs ORDER BY started_at DESC, run_id DESC LIMIT ?')
      .all(limit)
      .map(viewOf);
  }

  /** Runs that have not ended: while nothing runs, those that a crash cut off. */
  unended(): readonly RunView[] {
    return this.#database.prepare('SELECT view FROM runs WHERE ended_at IS NULL').all().map(viewOf);
  }
}

function viewOf(row: unknown): RunView {
  return RunView.parse(JSON.parse(Row.parse(row).view));
}
