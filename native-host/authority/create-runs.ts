import { reportEndLine } from '../ledger/report-anchor.ts';
import { ActiveRuns, type ActiveRunsMeans } from '../runs/active-runs.ts';
import { EventLog } from '../runs/event-log.ts';
import { RunStore } from '../runs/run-store.ts';
import type { ObjectiveEngines } from './objective-engines.ts';
import type { Parts } from './parts.ts';
import type { Stores } from './stores.ts';

type Means = Pick<ActiveRunsMeans, 'publish' | 'onEnd' | 'onBug'> & {
  readonly engines: ObjectiveEngines;
};

/** The runs of this process: written into the data folder without secrets, each report signed with the ledger's end. */
export function createRuns(
  { paths, database, vault, ledger }: Pick<Parts, 'paths'> & Pick<Stores, 'database' | 'vault' | 'ledger'>,
  { engines, ...means }: Means,
): ActiveRuns {
  const redactor = vault.redactor();
  return new ActiveRuns({
    store: new RunStore(database),
    log: new EventLog(paths.runs),
    now: Date.now,
    redact: (event) => redactor.redactJson(event),
    seal: () => {
      const checkpoint = ledger.readOnly ? null : ledger.checkpoint();
      return checkpoint === null ? null : reportEndLine(checkpoint);
    },
    research: engines.report,
    ...means,
  });
}
