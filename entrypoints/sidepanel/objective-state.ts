import type { Fault } from '../../shared/faults.ts';
import type { controlRequests } from '../../shared/protocol/control-messages.ts';
import type { Answer } from '../../shared/protocol/messages.ts';
import type { PageHere } from '../../shared/protocol/panel-messages.ts';
import type { KeptHead } from './history.ts';

// What the panel knows beside runs for work on objectives: what is being written, the page beside the panel, the
// models, and what this browser keeps of earlier reports.

export type Models = Answer<typeof controlRequests, 'model.list'>;
export type ModelAnswer = Answer<typeof controlRequests, 'model.test'>;

export type Draft = {
  readonly text: string;
  /** Begin at the page beside the panel. */
  readonly fromPage: boolean;
  /** Send what is selected there. */
  readonly withSelection: boolean;
  readonly readOnly: boolean;
  /** As written; empty: the bound of config.yaml. */
  readonly minutes: string;
};

export type ModelTest = { readonly model: string } & (
  | { readonly state: 'asking'; readonly since: number }
  | { readonly state: 'answered'; readonly answer: ModelAnswer }
  | { readonly state: 'failed'; readonly fault: Fault }
);

export type ObjectiveState = {
  readonly draft: Draft;
  /** Null until it was looked at. */
  readonly here: PageHere | null;
  /** Null until they were looked for. */
  readonly models: Models | null;
  readonly looking: boolean;
  readonly test: ModelTest | null;
  /** The question whose answer is on its way. */
  readonly answering: string | null;
  /** What this browser keeps, newest first; null until it was looked up. */
  readonly kept: readonly KeptHead[] | null;
};

export const emptyDraft: Draft = {
  text: '',
  fromPage: false,
  withSelection: false,
  readOnly: false,
  minutes: '',
};
export const nothingYet: ObjectiveState = {
  draft: emptyDraft,
  here: null,
  models: null,
  looking: false,
  test: null,
  answering: null,
  kept: null,
};

export type ObjectiveEvent =
  | { readonly type: 'draft.changed'; readonly change: Partial<Draft> }
  | { readonly type: 'here.looked'; readonly here: PageHere }
  | { readonly type: 'models.looking' }
  | { readonly type: 'models.loaded'; readonly models: Models }
  | { readonly type: 'models.failed' }
  | { readonly type: 'model.tested'; readonly test: ModelTest }
  | { readonly type: 'question.answering'; readonly questionId: string | null }
  | { readonly type: 'history.loaded'; readonly kept: readonly KeptHead[] };

/** The next state of this part. Pure. */
export function reduceObjective(state: ObjectiveState, event: ObjectiveEvent): ObjectiveState {
  switch (event.type) {
    case 'draft.changed':
      return { ...state, draft: { ...state.draft, ...event.change } };
    case 'here.looked':
      return { ...state, here: event.here, draft: fitting(state.draft, state.here, event.here) };
    case 'models.looking':
      return { ...state, looking: true };
    case 'models.loaded':
      return { ...state, looking: false, models: event.models };
    case 'models.failed':
      return { ...state, looking: false };
    case 'model.tested':
      return { ...state, test: event.test };
    case 'question.answering':
      return { ...state, answering: event.questionId };
    case 'history.loaded':
      return { ...state, kept: event.kept };
  }
}

/** What was chosen to be sent was chosen of one page; another page is chosen anew. */
function fitting(draft: Draft, before: PageHere | null, here: PageHere): Draft {
  const same = before !== null && before.page === here.page && before.url === here.url;
  return {
    ...draft,
    fromPage: draft.fromPage && same && here.page !== null,
    withSelection:
      draft.withSelection && same && here.selection !== '' && here.selection === before.selection,
  };
}

/** Reports held in memory; older ones are fetched again when they are opened. */
const reportsMax = 4;

/** The reports with one more, the newest last. */
export function withReport(
  reports: Readonly<Record<string, string>>,
  runId: string,
  markdown: string,
): Readonly<Record<string, string>> {
  const others = Object.entries(reports).filter(([each]) => each !== runId);
  return Object.fromEntries([...others.slice(1 - reportsMax), [runId, markdown]]);
}
