import type { Result } from '../../shared/faults.ts';
import type { RunEvent, RunView } from '../../shared/run.ts';
import { evidenceOfRun } from '../agent/evidence-of-run.ts';
import type { Evidence, Search } from '../agent/ports.ts';
import { renderLog } from '../agent/report/render-log.ts';
import { renderResearchReport } from '../agent/report/research-report.ts';
import { openModel } from '../model/open-model.ts';
import type { Model } from '../model/provider.ts';
import type { ResearchReport } from '../runs/research-report.ts';
import { chooseProvider } from '../search/choose-provider.ts';
import { modelMeans } from './model-means.ts';
import type { Parts } from './parts.ts';

/** What objective runs work with: models, search engines, what code can prove, and the report. */
export type ObjectiveEngines = {
  /** The model that is wished for, or the one in use. */
  openModel(wish: string | null): Promise<Result<Model>>;
  /** The search engine of that name, or that of config.yaml. */
  search(name: string | null): Result<Search>;
  readonly evidence: Evidence;
  report(run: RunView, events: readonly RunEvent[]): ResearchReport;
  /** Lines of the log that events add to it. */
  log(events: readonly RunEvent[]): string;
};

export function objectiveEngines(
  parts: Pick<Parts, 'paths' | 'config' | 'vault' | 'sessions'>,
): ObjectiveEngines {
  return {
    openModel: (wish) => openModel(wish, modelMeans(parts)),
    search: (name) => chooseProvider(parts.config.search, name),
    evidence: evidenceOfRun,
    report: renderResearchReport,
    log: renderLog,
  };
}
