import '../../shared/no-generated-code.ts';
import { render } from 'preact';
import { App } from './app.tsx';
import { exportReport, fileName, printParameter } from './export-report.ts';
import { followUp } from './follow-up.ts';
import { openHistory, titleOf } from './history.ts';
import { createLoader, createPanelActions } from './panel-actions.ts';
import { openPanelLink } from './panel-link.ts';
import { initialState, type PanelEvent, type PanelState, reduce } from './panel-state.ts';
import { connectRuntimePort } from './runtime-port.ts';
import { PrintView } from './views/print-view.tsx';

const root = panelElement();
const history = openHistory();
const printed = new URLSearchParams(location.search).get(printParameter);
if (printed === null) startPanel();
else void showPrinted(printed);

function panelElement(): HTMLElement {
  const found = document.getElementById('panel');
  if (found === null) throw new Error('index.html has no element #panel');
  return found;
}

/** One kept report in a tab of its own; it asks nobody for anything. */
async function showPrinted(runId: string): Promise<void> {
  const kept = await history.get(runId).catch(() => null);
  // The browser offers it as the name of the PDF.
  if (kept !== null) document.title = fileName(titleOf(kept.run));
  render(<PrintView kept={kept} />, root);
}

function startPanel(): void {
  let state: PanelState = initialState;
  let drawn = true;

  /** One event: the next state, what follows from it, and one drawing for all events of the same moment. */
  function dispatch(event: PanelEvent): void {
    const before = state;
    state = reduce(before, event);
    followUp(event, before, state, load, actions, history);
    if (!drawn) return;
    drawn = false;
    queueMicrotask(draw);
  }
  function draw(): void {
    drawn = true;
    render(<App state={state} actions={actions} />, root);
  }

  const link = openPanelLink(connectRuntimePort, (event) => queueMicrotask(() => dispatch(event)));
  const load = createLoader(link, dispatch, history);
  const actions = createPanelActions(link, () => state, dispatch, {
    history,
    windowId: async () => (await chrome.windows.getCurrent()).id ?? chrome.windows.WINDOW_ID_NONE,
    exportReport: (at, runId, form) => exportReport(history, at, runId, form),
  });
  draw();
  load.kept();
  watchSight((seen) => link.seen(seen));
  watchTabs(() => state.view.name === 'home' && actions.look());
}

function watchSight(tell: (seen: boolean) => void): void {
  document.addEventListener('visibilitychange', () => tell(document.visibilityState === 'visible'));
}

/** The page beside the panel has changed, or what is selected in it may have. */
function watchTabs(look: () => void): void {
  chrome.tabs.onActivated.addListener(look);
  chrome.tabs.onUpdated.addListener((_tab, change) => {
    if (change.status === 'complete' || change.title !== undefined) look();
  });
  window.addEventListener('focus', look);
}
