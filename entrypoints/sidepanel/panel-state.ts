import type { Fault } from '../../shared/faults.ts';
import type { controlRequests, TemplateSummary } from '../../shared/protocol/control-messages.ts';
import type { Answer } from '../../shared/protocol/messages.ts';
import type { HostStatus } from '../../shared/protocol/panel-messages.ts';
import type { Receipt } from '../../shared/receipt.ts';
import type { ApprovalRequest, RunEvent, RunView } from '../../shared/run.ts';
import {
  emptyDraft,
  nothingYet,
  type ObjectiveEvent,
  type ObjectiveState,
  reduceObjective,
  withReport,
} from './objective-state.ts';
import { opened, type RunStory, storyOf, told } from './run-story.ts';
import { statusWord } from './words.ts';

// Everything the panel shows, as one value, and the one function that changes it. Nothing here is the truth: all of
// it is asked for again whenever the connection comes back.

export type Status = Answer<typeof controlRequests, 'status.get'>;
export type SecretName = Answer<typeof controlRequests, 'secret.list'>['secrets'][number];

export type View =
  | { readonly name: 'home' }
  /** `from`: a run whose parameters fill the form. */
  | { readonly name: 'form'; readonly templateId: string; readonly from: string | null }
  | { readonly name: 'run'; readonly runId: string }
  | { readonly name: 'report'; readonly runId: string }
  | { readonly name: 'reports' }
  | { readonly name: 'models' }
  | { readonly name: 'ledger' }
  | { readonly name: 'rules' }
  | { readonly name: 'status' };

export type PendingApproval = {
  readonly request: ApprovalRequest;
  /** The answer is on its way; the buttons wait for it. */
  readonly answering: 'approved' | 'denied' | null;
};

export type PanelState = {
  /** `lost`: it was there and is being made again; what is shown may be old. */
  readonly link: 'connecting' | 'open' | 'lost';
  readonly host: HostStatus | null;
  /** The host was there once since the panel was opened, so there is something to show. */
  readonly seenHost: boolean;
  readonly status: Status | null;
  readonly templates: readonly TemplateSummary[] | null;
  readonly secrets: readonly SecretName[] | null;
  readonly runs: readonly RunView[] | null;
  readonly stories: Readonly<Record<string, RunStory>>;
  readonly approvals: readonly PendingApproval[];
  readonly receipts: readonly Receipt[] | null;
  /** Acts whose outcome is not known and that nobody has settled. */
  readonly unsettled: readonly Receipt[] | null;
  /** The one whose word is on its way. */
  readonly settling: string | null;
  readonly reports: Readonly<Record<string, string>>;
  readonly objectives: ObjectiveState;
  readonly view: View;
  readonly starting: boolean;
  readonly stopping: string | null;
  /** The last request that failed, told in a banner until it is dismissed or the view changes. */
  readonly trouble: Fault | null;
  /** What a screen reader is told next. */
  readonly announcement: string;
};

export const initialState: PanelState = {
  link: 'connecting',
  host: null,
  seenHost: false,
  status: null,
  templates: null,
  secrets: null,
  runs: null,
  stories: {},
  approvals: [],
  receipts: null,
  unsettled: null,
  settling: null,
  reports: {},
  objectives: nothingYet,
  view: { name: 'home' },
  starting: false,
  stopping: null,
  trouble: null,
  announcement: '',
};

export type PanelEvent =
  | ObjectiveEvent
  | { readonly type: 'link.opened' }
  | { readonly type: 'link.lost' }
  | { readonly type: 'host.reported'; readonly host: HostStatus }
  /** Something that the status tells has changed; it is fetched again. */
  | { readonly type: 'status.outdated' }
  | { readonly type: 'status.loaded'; readonly status: Status }
  | { readonly type: 'templates.loaded'; readonly templates: readonly TemplateSummary[] }
  | { readonly type: 'secrets.loaded'; readonly secrets: readonly SecretName[] }
  | { readonly type: 'runs.loaded'; readonly runs: readonly RunView[] }
  | { readonly type: 'receipts.loaded'; readonly receipts: readonly Receipt[] }
  | { readonly type: 'unsettled.loaded'; readonly receipts: readonly Receipt[] }
  | { readonly type: 'act.settling'; readonly callId: string }
  | { readonly type: 'report.loaded'; readonly runId: string; readonly markdown: string }
  | { readonly type: 'story.loaded'; readonly runId: string; readonly events: readonly RunEvent[] }
  | { readonly type: 'run.told'; readonly event: RunEvent }
  | { readonly type: 'run.starting' }
  /** A run that this browser keeps, for when the program that has it is away. */
  | { readonly type: 'run.recalled'; readonly run: RunView; readonly markdown: string }
  | { readonly type: 'run.started'; readonly runId: string }
  | { readonly type: 'run.stopping'; readonly runId: string }
  | { readonly type: 'approval.asked'; readonly approval: ApprovalRequest }
  | {
      readonly type: 'approval.answering';
      readonly approvalId: string;
      readonly answer: 'approved' | 'denied';
    }
  | { readonly type: 'approval.closed'; readonly approvalId: string }
  | { readonly type: 'request.failed'; readonly fault: Fault }
  | { readonly type: 'trouble.dismissed' }
  | { readonly type: 'view.opened'; readonly view: View };

/** Stories kept in memory, and runs and approvals listed; older ones are fetched again when they are opened. */
export const storiesMax = 8;
export const runsListedMax = 50;
export const approvalsMax = 20;

/** The next state. Pure: the same state and event always give the same answer. */
export function reduce(state: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case 'link.opened':
      return { ...state, link: 'open' };
    case 'link.lost':
      return { ...state, link: 'lost', host: null, ...nothingPending };
    case 'host.reported':
      return withHost(state, event.host);
    case 'status.outdated':
      return state;
    case 'status.loaded':
      return withStatus(state, event.status);
    case 'templates.loaded':
      return { ...state, templates: event.templates };
    case 'secrets.loaded':
      return { ...state, secrets: event.secrets };
    case 'runs.loaded':
      return { ...state, runs: event.runs };
    case 'receipts.loaded':
      return { ...state, receipts: event.receipts };
    case 'unsettled.loaded':
      return { ...state, unsettled: event.receipts, settling: null };
    case 'act.settling':
      return { ...state, settling: event.callId, trouble: null };
    case 'report.loaded':
      return { ...state, reports: withReport(state.reports, event.runId, event.markdown) };
    case 'story.loaded':
      return withStory(state, storyOf(event.events));
    case 'run.told':
      return withRunEvent(state, event.event);
    case 'run.starting':
      return { ...state, starting: true, trouble: null };
    case 'run.started':
      return {
        ...state,
        starting: false,
        view: { name: 'run', runId: event.runId },
        objectives: { ...state.objectives, draft: emptyDraft },
      };
    case 'run.stopping':
      return { ...state, stopping: event.runId };
    case 'approval.asked':
      return withApproval(state, event.approval);
    case 'approval.answering':
      return { ...state, approvals: answering(state.approvals, event.approvalId, event.answer) };
    case 'approval.closed':
      return { ...state, approvals: without(state.approvals, event.approvalId) };
    case 'request.failed':
      return failed(state, event.fault);
    case 'trouble.dismissed':
      return { ...state, trouble: null };
    case 'view.opened':
      return { ...state, view: event.view, trouble: null };
    case 'run.recalled':
      return recalled(state, event.run, event.markdown);
    default:
      return { ...state, objectives: reduceObjective(state.objectives, event) };
  }
}

function failed(state: PanelState, fault: Fault): PanelState {
  const objectives = { ...state.objectives, answering: null, looking: false };
  const approvals = released(state.approvals);
  return { ...state, ...nothingPending, approvals, objectives, trouble: fault };
}

/** What the program tells of the run itself is newer than what is kept of it. */
function recalled(state: PanelState, run: RunView, markdown: string): PanelState {
  const runs = state.runs ?? [];
  const known = runs.some((each) => each.run_id === run.run_id);
  const reports = { ...withReport(state.reports, run.run_id, markdown), ...state.reports };
  return { ...state, reports, runs: known ? state.runs : listed(runs, run) };
}

const nothingPending = { starting: false, stopping: null, settling: null } as const;

function withHost(state: PanelState, host: HostStatus): PanelState {
  const connected = host.state === 'connected';
  return {
    ...state,
    host,
    seenHost: state.seenHost || connected,
    // Approvals of a host that is gone cannot be answered; it tells the open ones when it is back.
    approvals: connected ? state.approvals : [],
    announcement: connected ? state.announcement : host.sentence,
  };
}

function withStatus(state: PanelState, status: Status): PanelState {
  const kept = status.approvals.map(
    (request) =>
      state.approvals.find((each) => each.request.approval_id === request.approval_id) ?? {
        request,
        answering: null,
      },
  );
  const runs = state.runs === null ? null : status.active_runs.reduce(listed, state.runs);
  return { ...state, status, runs, approvals: kept.slice(0, approvalsMax) };
}

function withStory(state: PanelState, story: RunStory | null): PanelState {
  if (story === null) return state;
  const known = state.stories[story.run.run_id];
  // A live event that came while the older ones were fetched is not lost to them.
  if (known !== undefined && !known.gapped && known.lastSeq > story.lastSeq) return state;
  return kept(state, story);
}

function withRunEvent(state: PanelState, event: RunEvent): PanelState {
  const known = state.stories[event.run_id];
  const story = known === undefined ? opened(event) : told(known, event);
  const next = story === null || story === known ? state : kept(state, story);
  const announced = { ...next, announcement: announcementOf(event) ?? next.announcement };
  if (event.type === 'approval.requested') return withApproval(announced, event.approval);
  if (event.type === 'approval.answered') {
    return { ...announced, approvals: without(announced.approvals, event.approval_id) };
  }
  if (event.type !== 'run.finished') return announced;
  const open = announced.approvals.filter((each) => each.request.run_id !== event.run_id);
  const stopping = announced.stopping === event.run_id ? null : announced.stopping;
  return { ...announced, approvals: open, stopping };
}

function kept(state: PanelState, story: RunStory): PanelState {
  const id = story.run.run_id;
  const others = Object.entries(state.stories).filter(([each]) => each !== id);
  // The newest entries are last; the story on screen is put back there by its own events.
  const stories = Object.fromEntries([...others.slice(1 - storiesMax), [id, story]]);
  return { ...state, stories, runs: state.runs === null ? null : listed(state.runs, story.run) };
}

function listed(runs: readonly RunView[], run: RunView): readonly RunView[] {
  const others = runs.filter((each) => each.run_id !== run.run_id);
  return [...others, run].sort((a, b) => b.started_at.localeCompare(a.started_at)).slice(0, runsListedMax);
}

function withApproval(state: PanelState, request: ApprovalRequest): PanelState {
  if (state.approvals.some((each) => each.request.approval_id === request.approval_id)) return state;
  if (state.approvals.length >= approvalsMax) return state;
  return { ...state, approvals: [...state.approvals, { request, answering: null }] };
}

function answering(
  approvals: readonly PendingApproval[],
  approvalId: string,
  answer: 'approved' | 'denied',
): readonly PendingApproval[] {
  return approvals.map((each) =>
    each.request.approval_id === approvalId ? { ...each, answering: answer } : each,
  );
}

function released(approvals: readonly PendingApproval[]): readonly PendingApproval[] {
  return approvals.map((each) => ({ ...each, answering: null }));
}

function without(approvals: readonly PendingApproval[], approvalId: string): readonly PendingApproval[] {
  return approvals.filter((each) => each.request.approval_id !== approvalId);
}

function announcementOf(event: RunEvent): string | null {
  if (event.type === 'turn.changed' && event.turn.state === 'running') return event.turn.words;
  if (event.type === 'question.asked') return `It asks: ${event.question.text}`;
  if (event.type === 'step.started') return event.title;
  if (event.type === 'run.finished') return `${event.run.template.title}: ${statusWord(event.run)}`;
  return null;
}
