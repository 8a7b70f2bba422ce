import type { controlRequests } from '../../shared/protocol/control-messages.ts';
import type { Params } from '../../shared/protocol/messages.ts';
import type { History } from './history.ts';
import type { Draft } from './objective-state.ts';
import type { PanelLink } from './panel-link.ts';
import type { PanelEvent, PanelState, View } from './panel-state.ts';

// What the person can do with objectives, models and reports.

type StartRequest = Params<typeof controlRequests, 'objective.start'>;
export type ReportForm = 'markdown' | 'html' | 'print';

export type ObjectiveActions = {
  /** Writes into the form on the first page, which keeps it while other pages are looked at. */
  write(change: Partial<Draft>): void;
  /** Starts what is written. */
  startObjective(): void;
  /** Starts another objective with all that a run has found. */
  followUp(runId: string, text: string): void;
  answerQuestion(questionId: string, text: string): void;
  /** Looks anew at the page beside the panel. */
  look(): void;
  lookForModels(): void;
  useModel(model: string | null): void;
  testModel(model: string): void;
  /** Takes one kept report, or all, out of this browser. */
  forget(runId: string | null): void;
  exportReport(runId: string, form: ReportForm): void;
};

/** What the actions need of the browser. */
export type ObjectiveMeans = {
  readonly history: History;
  /** The window that the panel belongs to. */
  readonly windowId: () => Promise<number>;
  /** Hands a report out of the panel. */
  readonly exportReport: (state: PanelState, runId: string, form: ReportForm) => Promise<void>;
};

type Around = {
  readonly link: PanelLink;
  readonly state: () => PanelState;
  readonly dispatch: (event: PanelEvent) => void;
  readonly means: ObjectiveMeans;
  readonly loadView: (view: View, state: PanelState) => void;
};

export function createObjectiveActions(around: Around): ObjectiveActions {
  const { link, state, dispatch, means, loadView } = around;
  const begin = async (request: StartRequest): Promise<void> => {
    if (state().starting) return;
    dispatch({ type: 'run.starting' });
    const started = await link.call('objective.start', request);
    if (!started.ok) return dispatch({ type: 'request.failed', fault: started.fault });
    const runId = started.value.run_id;
    dispatch({ type: 'run.started', runId });
    loadView({ name: 'run', runId }, state());
  };
  const lookForModels = async (): Promise<void> => {
    if (state().objectives.looking) return;
    dispatch({ type: 'models.looking' });
    const found = await link.call('model.list', {});
    if (found.ok) return dispatch({ type: 'models.loaded', models: found.value });
    dispatch({ type: 'models.failed' });
    if (found.fault.code !== 'browser-gone') dispatch({ type: 'request.failed', fault: found.fault });
  };
  return {
    write: (change) => dispatch({ type: 'draft.changed', change }),
    startObjective: () => {
      const request = requestOf(state());
      if (request !== null) void begin(request);
    },
    followUp(runId, text) {
      if (text.trim() !== '') void begin({ ...plain(text), follows: runId });
    },
    async answerQuestion(questionId, text) {
      dispatch({ type: 'question.answering', questionId });
      const answered = await link.call('question.answer', { question_id: questionId, text });
      if (!answered.ok) return dispatch({ type: 'request.failed', fault: answered.fault });
      dispatch({ type: 'question.answering', questionId: null });
    },
    async look() {
      const here = await link.call('page.here', { window: await means.windowId() });
      // A page that cannot be looked at is one that cannot be begun at; there is nothing to tell.
      if (here.ok) dispatch({ type: 'here.looked', here: here.value });
    },
    lookForModels,
    async useModel(model) {
      const used = await link.call('model.use', { model });
      if (!used.ok) return dispatch({ type: 'request.failed', fault: used.fault });
      await lookForModels();
    },
    async testModel(model) {
      if (state().objectives.test?.state === 'asking') return;
      dispatch({ type: 'model.tested', test: { model, state: 'asking', since: Date.now() } });
      const told = await link.call('model.test', { model });
      const test = told.ok
        ? ({ model, state: 'answered', answer: told.value } as const)
        : ({ model, state: 'failed', fault: told.fault } as const);
      dispatch({ type: 'model.tested', test });
    },
    async forget(runId) {
      await means.history.forget(runId);
      dispatch({ type: 'history.loaded', kept: await means.history.list() });
    },
    exportReport: (runId, form) => void means.exportReport(state(), runId, form),
  };
}

/** What is written, as a request; null while there is nothing to start. */
export function requestOf(state: PanelState): StartRequest | null {
  const { draft, here } = state.objectives;
  if (draft.text.trim() === '') return null;
  const minutes = Number(draft.minutes);
  const bounded = draft.minutes.trim() !== '' && Number.isFinite(minutes) && minutes > 0;
  const base = plain(draft.text);
  return {
    ...base,
    page: draft.fromPage || draft.withSelection ? (here?.page ?? null) : null,
    selection: draft.withSelection ? (here?.selection ?? null) : null,
    options: {
      ...base.options,
      read_only: draft.readOnly,
      ...(bounded ? { budget: { minutes } } : {}),
    },
  };
}

function plain(text: string): StartRequest {
  return {
    objective: text.trim(),
    page: null,
    selection: null,
    follows: null,
    options: { profile: null, unattended: false, read_only: false, model: null, search: null },
  };
}
