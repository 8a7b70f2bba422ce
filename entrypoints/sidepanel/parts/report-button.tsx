import type { RunView } from '../../../shared/run.ts';
import type { PanelActions } from '../panel-actions.ts';

type Props = { readonly run: RunView; readonly actions: Pick<PanelActions, 'open'> };

/** Opens a run's report; nothing while there is none. */
export function ReportButton({ run, actions }: Props) {
  if (run.report === null) return null;
  return (
    <button type="button" class="primary" onClick={() => actions.open({ name: 'report', runId: run.run_id })}>
      Read the report
    </button>
  );
}
