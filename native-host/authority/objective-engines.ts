import { failed, fault, type Result } from '../../shared/faults.ts';
import type { RunEvent, RunView } from '../../shared/run.ts';
import type { Evidence, Search } from '../agent/ports.ts';
import type { Model } from '../model/provider.ts';
import type { ResearchReport } from '../runs/research-report.ts';

/** What objective runs work with: models, search engines, what code can prove, and the report. */
export type ObjectiveEngines = {
  /** The model that is wished for, or the one in use. */
  openModel(wish: string | null): Promise<Result<Model>>;
  /** The search engine of that name, or that of config.yaml. */
  search(name: string | null): Result<Search>;
  /** Null: nothing can be proven, so nothing is begun. */
  readonly evidence: Evidence | null;
  report?(run: RunView, events: readonly RunEvent[]): ResearchReport;
};

export function objectiveEngines(): ObjectiveEngines {
  const none = fault('model-unavailable', 'No model was found.', 'See `localagent model list`.');
  return { openModel: async () => failed(none), search: () => failed(none), evidence: null };
}
