import type { PasskeyMode } from '../../shared/passkey.ts';
import type { controlRequests, RunOptions } from '../../shared/protocol/control-messages.ts';
import type { Params } from '../../shared/protocol/messages.ts';
import type { ReconcileFinding } from '../../shared/receipt.ts';
import type { ApprovalScope } from '../../shared/run.ts';
import type { History } from './history.ts';
import { createObjectiveActions, type ObjectiveActions, type ObjectiveMeans } from './objective-actions.ts';
import type { Method, PanelLink } from './panel-link.ts';
import type { PanelEvent, PanelState, View } from './panel-state.ts';
import { addPasskey, answerWithPasskey, type BrowserPasskeys } from './passkey.ts';

// What the person can do, and what the panel asks for by itself. Each request ends in an event; the reducer does the
// rest. Nothing is asked twice for the same answer, and no answer is waited for before the next thing is shown.

type StartRequest = Params<typeof controlRequests, 'run.start'>;

export type PanelActions = ObjectiveActions & {
  open(view: View): void;
  start(template: string, parameters: StartRequest['parameters'], options: RunOptions): void;
  stop(runId: string): void;
  /** Goes on with a run that a crash cut off. */
  goOn(runId: string): void;
  /** Shows a file of a run where it lies. */
  showFile(runId: string, path: string): void;
  /** The person takes over a run, or hands it back. */
  pause(runId: string): void;
  resume(runId: string): void;
  /** Ends every run, and every call of command lines and MCP clients. */
  stopAll(): void;
  answer(approvalId: string, answer: 'approved' | 'denied', scope: ApprovalScope): void;
  /** Whether a yes takes a passkey, and how many are known; null when the host does not say. */
  lookForPasskeys(): Promise<{ readonly mode: PasskeyMode; readonly count: number } | null>;
  addPasskey(): Promise<void>;
  /** The person's word on an act whose outcome is not known. */
  settle(callId: string, finding: ReconcileFinding, note: string): void;
  refreshSecrets(): void;
  retry(): void;
  dismissTrouble(): void;
};

/** How many runs and receipts a list asks for. */
export const runsAskedFor = 20;
export const receiptsAskedFor = 200;

/** The person's actions over a link. `state` gives the state as it is now. */
export function createPanelActions(
  link: PanelLink,
  state: () => PanelState,
  dispatch: (event: PanelEvent) => void,
  means: ObjectiveMeans & { readonly passkeys?: BrowserPasskeys },
): PanelActions {
  const load = createLoader(link, dispatch, means.history);
  const objectives = createObjectiveActions({ link, state, dispatch, means, loadView: load.view });
  return {
    ...objectives,
    open(view) {
      dispatch({ type: 'view.opened', view });
      load.view(view, state());
      if (view.name === 'home') objectives.look();
      if (view.name === 'home' || view.name === 'models') objectives.lookForModels();
    },
    async start(template, parameters, options) {
      if (state().starting) return;
      dispatch({ type: 'run.starting' });
      const started = await link.call('run.start', { template, parameters, options });
      if (!started.ok) return dispatch({ type: 'request.failed', fault: started.fault });
      const runId = started.value.run_id;
      dispatch({ type: 'run.started', runId });
      load.view({ name: 'run', runId }, state());
    },
    async goOn(runId) {
      if (state().starting) return;
      dispatch({ type: 'run.starting' });
      const options = { profile: null, unattended: false };
      const started = await link.call('run.continue', { run_id: runId, options });
      if (!started.ok) return dispatch({ type: 'request.failed', fault: started.fault });
      dispatch({ type: 'run.started', runId: started.value.run_id });
      load.view({ name: 'run', runId: started.value.run_id }, state());
    },
    async showFile(runId, path) {
      const shown = await link.call('file.show', { run_id: runId, path });
      if (!shown.ok) dispatch({ type: 'request.failed', fault: shown.fault });
    },
    async stop(runId) {
      if (state().stopping === runId) return;
      dispatch({ type: 'run.stopping', runId });
      const stopped = await link.call('run.cancel', { run_id: runId });
      if (!stopped.ok) return dispatch({ type: 'request.failed', fault: stopped.fault });
      // A run that had ended before is shown as it ended.
      if (!stopped.value.cancelled) load.story(runId);
    },
    async pause(runId) {
      const paused = await link.call('run.pause', { run_id: runId });
      if (!paused.ok) dispatch({ type: 'request.failed', fault: paused.fault });
    },
    async resume(runId) {
      const resumed = await link.call('run.resume', { run_id: runId });
      if (!resumed.ok) dispatch({ type: 'request.failed', fault: resumed.fault });
    },
    async stopAll() {
      const stopped = await link.call('work.stop', {});
      if (!stopped.ok) return dispatch({ type: 'request.failed', fault: stopped.fault });
      load.status();
    },
    async answer(approvalId, answer, scope) {
      dispatch({ type: 'approval.answering', approvalId, answer });
      const params = { approval_id: approvalId, answer, scope };
      const answered = await answerWithPasskey(link, params, means.passkeys);
      if (!answered.ok) return dispatch({ type: 'request.failed', fault: answered.fault });
      dispatch({ type: 'approval.closed', approvalId });
    },
    async lookForPasskeys() {
      const looked = await link.call('passkey.look', {});
      return looked.ok ? { mode: looked.value.mode, count: looked.value.passkeys.length } : null;
    },
    async addPasskey() {
      const added = await addPasskey(link, means.passkeys);
      if (!added.ok) dispatch({ type: 'request.failed', fault: added.fault });
    },
    async settle(callId, finding, note) {
      if (state().settling !== null) return;
      dispatch({ type: 'act.settling', callId });
      const settled = await link.call('ledger.reconcile', { call_id: callId, finding, note });
      if (!settled.ok) dispatch({ type: 'request.failed', fault: settled.fault });
      load.unsettled();
    },
    refreshSecrets: () => load.secrets(),
    retry: () => link.retry(),
    dismissTrouble: () => dispatch({ type: 'trouble.dismissed' }),
  };
}

/** Views that show what can change without anybody telling: rules, and an organisation's policies. */
const toldByStatus: readonly View['name'][] = ['home', 'rules', 'status'];

export type Loader = ReturnType<typeof createLoader>;

/** Fetches what a view shows. A failed fetch is told as trouble; what was there before stays. */
export function createLoader(
  link: PanelLink,
  dispatch: (event: PanelEvent) => void,
  history: Pick<History, 'list' | 'get'>,
) {
  const underWay = new Set<string>();

  async function once(key: string, work: () => Promise<void>): Promise<void> {
    if (underWay.has(key)) return;
    underWay.add(key);
    try {
      await work();
    } finally {
      underWay.delete(key);
    }
  }
  function fetched<M extends Method>(
    key: string,
    method: M,
    params: Parameters<typeof link.call<M>>[1],
    toEvent: (answer: Awaited<ReturnType<typeof link.call<M>>> & { ok: true }) => PanelEvent,
  ): void {
    void once(key, async () => {
      const answer = await link.call(method, params);
      if (answer.ok) return dispatch(toEvent(answer));
      // A broken line is told by its own banner, and all of this is fetched again when the line is back.
      if (answer.fault.code !== 'browser-gone') dispatch({ type: 'request.failed', fault: answer.fault });
    });
  }

  const loader = {
    status: () =>
      fetched('status', 'status.get', {}, ({ value }) => ({ type: 'status.loaded', status: value })),
    templates: () =>
      fetched('templates', 'template.list', {}, ({ value }) => ({
        type: 'templates.loaded',
        templates: value.templates,
      })),
    secrets: () =>
      fetched('secrets', 'secret.list', {}, ({ value }) => ({
        type: 'secrets.loaded',
        secrets: value.secrets,
      })),
    runs: () =>
      fetched('runs', 'run.list', { limit: runsAskedFor }, ({ value }) => ({
        type: 'runs.loaded',
        runs: value.runs,
      })),
    receipts: () =>
      fetched('receipts', 'receipt.list', { run_id: null, limit: receiptsAskedFor }, ({ value }) => ({
        type: 'receipts.loaded',
        receipts: value.receipts,
      })),
    unsettled: () =>
      fetched('unsettled', 'ledger.unsettled', {}, ({ value }) => ({
        type: 'unsettled.loaded',
        receipts: value.receipts,
      })),
    story: (runId: string) =>
      fetched(`story ${runId}`, 'run.events', { run_id: runId }, ({ value }) => ({
        type: 'story.loaded',
        runId,
        events: value.events,
      })),
    report: (runId: string) =>
      fetched(`report ${runId}`, 'run.report', { run_id: runId }, ({ value }) => ({
        type: 'report.loaded',
        runId,
        markdown: value.markdown,
      })),
    /** What this browser keeps; without it there is just less to read. */
    kept: () =>
      void once('kept', async () => {
        const kept = await history.list().catch(unkept);
        dispatch({ type: 'history.loaded', kept: kept ?? [] });
      }),
    recalled: (runId: string) =>
      void once(`kept ${runId}`, async () => {
        const kept = await history.get(runId).catch(unkept);
        if (kept !== null) dispatch({ type: 'run.recalled', ...kept });
      }),
    /** All that every view needs, after the host came or came back. */
    everything(state: PanelState): void {
      loader.status();
      loader.templates();
      loader.secrets();
      loader.runs();
      loader.view(state.view, state);
    },
    view(view: View, state: PanelState): void {
      if (view.name === 'run' && !isComplete(state, view.runId)) loader.story(view.runId);
      if (view.name === 'report') {
        loader.recalled(view.runId);
        loader.report(view.runId);
      }
      if (view.name === 'reports') {
        loader.kept();
        loader.runs();
      }
      if (view.name === 'ledger' || view.name === 'rules') loader.receipts();
      if (view.name === 'ledger') loader.unsettled();
      if (view.name === 'form') loader.secrets();
      if (toldByStatus.includes(view.name)) loader.status();
    },
  };
  return loader;
}

function unkept(cause: unknown): null {
  console.warn('What this browser keeps of earlier runs cannot be read.', cause);
  return null;
}

function isComplete(state: PanelState, runId: string): boolean {
  const story = state.stories[runId];
  return story !== undefined && !story.gapped && story.run.ended_at !== null;
}
