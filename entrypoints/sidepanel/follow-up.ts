import type { History } from './history.ts';
import type { Loader, PanelActions } from './panel-actions.ts';
import type { PanelEvent, PanelState } from './panel-state.ts';
import { isOver } from './run-story.ts';

/**
 * What the panel does by itself after an event: fetches what has become old or has holes, and shows a run that is
 * already going on when the panel is opened.
 */
export function followUp(
  event: PanelEvent,
  before: PanelState,
  after: PanelState,
  load: Loader,
  actions: FollowingActions,
  history: Pick<History, 'keep'>,
): void {
  switch (event.type) {
    case 'host.reported':
      if (event.host.state === 'connected' && before.host?.state !== 'connected') {
        load.everything(after);
        actions.look();
        actions.lookForModels();
      }
      return;
    case 'status.outdated':
      load.status();
      // A template may have been saved in the studio.
      load.templates();
      return;
    case 'status.loaded':
      showActiveRun(before, after, actions);
      return;
    case 'run.told':
      followRun(event.event.run_id, event.event.type, after, load);
      return;
    case 'report.loaded':
      keepReport(event.runId, event.markdown, after, history);
      return;
    default:
      return;
  }
}

type FollowingActions = Pick<PanelActions, 'open' | 'look' | 'lookForModels'>;

/** What was read once can be read again, whatever becomes of the program on this computer. */
function keepReport(
  runId: string,
  markdown: string,
  { stories, runs }: PanelState,
  history: Pick<History, 'keep'>,
): void {
  const run = stories[runId]?.run ?? runs?.find((each) => each.run_id === runId);
  if (run === undefined || !isOver(run)) return;
  history.keep(run, markdown).catch((cause: unknown) => console.warn('A report could not be kept.', cause));
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
  // An objective's report is what it was for: it is there to be read at once, and kept.
  if (type === 'run.finished' && story?.run.objective !== undefined) load.report(runId);
}
