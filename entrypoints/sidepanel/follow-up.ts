import type { Loader, PanelActions } from './panel-actions.ts';
import type { PanelEvent, PanelState } from './panel-state.ts';

/**
 * What the panel does by itself after an event: fetches what has become old or has holes, and shows a run that is
 * already going on when the panel is opened.
 */
export function followUp(
  event: PanelEvent,
  before: PanelState,
  after: PanelState,
  load: Loader,
  actions: Pick<PanelActions, 'open'>,
): void {
  switch (event.type) {
    case 'host.reported':
      if (event.host.state === 'connected' && before.host?.state !== 'connected') load.everything(after);
      return;
    case 'status.outdated':
      load.status();
      return;
    case 'status.loaded':
      showActiveRun(before, after, actions);
      return;
    case 'run.told':
      followRun(event.event.run_id, event.event.type, after, load);
      return;
    default:
      return;
  }
}

/** Only at the first status: later the person may have left the run on purpose. */
function showActiveRun(before: PanelState, after: PanelState, actions: Pick<PanelActions, 'open'>): void {
  const active = after.status?.active_runs[0];
  if (before.status !== null || active === undefined || after.view.name !== 'home') return;
  actions.open({ name: 'run', runId: active.run_id });
}

function followRun(runId: string, type: string, after: PanelState, load: Loader): void {
  const story = after.stories[runId];
  const shown = (after.view.name === 'run' || after.view.name === 'report') && after.view.runId === runId;
  if (shown && (story === undefined || story.gapped)) load.story(runId);
  const known = after.runs?.some((run) => run.run_id === runId) ?? true;
  if (!known || (type === 'run.finished' && story === undefined)) load.runs();
  if (type === 'run.finished' && after.view.name === 'ledger') load.receipts();
}
