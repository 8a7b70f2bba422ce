import { foldObjective } from '../../shared/objective.ts';
import type { Receipt } from '../../shared/receipt.ts';
import type { ApprovalRequest, FiledFile, RunEvent, RunView, StepView } from '../../shared/run.ts';
import { nothingTold, type ObjectiveStory, withObjectiveEvent } from './objective-story.ts';

// The story of one run, folded from its events. Events come twice (once told live, once fetched) and out of turn
// after a lost connection, so the fold counts: a known number is skipped, a gap is remembered and fetched anew.

/** Most receipts kept for one step and most notes of a run; the ledger page has them all. */
export const receiptsKeptMax = 200;
export const entriesKeptMax = 500;

export type ApprovalEntry = {
  readonly request: ApprovalRequest;
  readonly answer: 'approved' | 'denied' | 'timeout' | null;
  readonly by: string;
};

/** One line of the story, in the order in which things began. */
export type StoryEntry =
  | { readonly kind: 'step'; readonly at: string; readonly stepId: string }
  | { readonly kind: 'note'; readonly at: string; readonly text: string }
  | { readonly kind: 'approval'; readonly at: string; readonly approvalId: string }
  | { readonly kind: 'turn'; readonly at: string; readonly n: number }
  | { readonly kind: 'question'; readonly at: string; readonly questionId: string };

export type RunStory = {
  readonly run: RunView;
  readonly entries: readonly StoryEntry[];
  readonly receipts: Readonly<Record<string, readonly Receipt[]>>;
  readonly approvals: Readonly<Record<string, ApprovalEntry>>;
  /** Only of an objective run; nothing in it otherwise. */
  readonly objective: ObjectiveStory;
  /** Number of the last event folded in; -1 before the first. */
  readonly lastSeq: number;
  /** Events are missing in between; what is shown is right but not whole. */
  readonly gapped: boolean;
};

/** The story so far, from all of a run's events; null when its first one is not among them. */
export function storyOf(events: readonly RunEvent[]): RunStory | null {
  let story: RunStory | null = null;
  for (const event of [...events].sort((a, b) => a.seq - b.seq)) {
    story = story === null ? opened(event) : told(story, event);
  }
  return story === null ? null : { ...story, gapped: false };
}

/** A story from its first event; null for any other, which has nothing to add to. */
export function opened(event: RunEvent): RunStory | null {
  if (event.type !== 'run.started') return null;
  return {
    run: event.run,
    entries: [],
    receipts: {},
    approvals: {},
    objective: nothingTold,
    lastSeq: event.seq,
    gapped: false,
  };
}

/** The story with one more event. An event that it already has changes nothing. */
export function told(story: RunStory, event: RunEvent): RunStory {
  if (event.seq <= story.lastSeq) return story;
  const gapped = story.gapped || event.seq > story.lastSeq + 1;
  return { ...withEvent(story, event), lastSeq: event.seq, gapped };
}

function withEvent(story: RunStory, event: RunEvent): RunStory {
  switch (event.type) {
    case 'run.started':
    case 'run.finished':
      return { ...story, run: event.run };
    case 'step.started':
      return withStepStarted(story, event.step_id, event.title, event.at);
    case 'step.finished':
      return withRun(withEntry(story, stepEntry(story, event.step.id, event.at)), {
        steps: placed(story.run.steps, event.step),
      });
    case 'call.settled':
      return story.run.objective === undefined
        ? withReceipt(story, event.step_id, event.receipt)
        : { ...story, objective: withObjectiveEvent(story.objective, event) };
    case 'approval.requested':
      return withApproval(story, event.approval, event.at);
    case 'approval.answered':
      return withAnswer(story, event.approval_id, event.answer, event.by);
    case 'run.paused':
      return withRun(withEntry(story, { kind: 'note', at: event.at, text: `Paused: ${event.reason}` }), {
        status: 'paused',
      });
    case 'run.resumed':
      return withRun(withEntry(story, { kind: 'note', at: event.at, text: `Handed back (${event.by}).` }), {
        status: 'running',
      });
    case 'file.saved':
      return withRun(story, { files: withFile(story.run.files, event.file) });
    case 'selector.repaired': {
      const { was, target } = event.repair;
      return withEntry(story, { kind: 'note', at: event.at, text: `${was} is now ${target}.` });
    }
    case 'selector.recorded':
    case 'values.extracted':
      return story;
    case 'note':
      return withEntry(story, { kind: 'note', at: event.at, text: event.text });
    default:
      return withOwnEvent(story, event);
  }
}

type OwnEvent = Parameters<typeof foldObjective>[1] & RunEvent;

/** What only objective runs tell. */
function withOwnEvent(story: RunStory, event: OwnEvent): RunStory {
  if (story.run.objective === undefined) return withQuestion(story, event);
  const folded = withRun(story, { objective: foldObjective(story.run.objective, event) });
  return withEntry(
    { ...folded, objective: withObjectiveEvent(story.objective, event) },
    ownEntry(story, event),
  );
}

/** What a run of a template asks the person. */
function withQuestion(story: RunStory, event: OwnEvent): RunStory {
  if (event.type !== 'question.asked' && event.type !== 'question.answered') return story;
  const question = event.type === 'question.asked' ? event.question : null;
  const told = { ...withRun(story, { question }), objective: withObjectiveEvent(story.objective, event) };
  return withEntry(told, ownEntry(story, event));
}

function ownEntry(story: RunStory, event: OwnEvent): StoryEntry | null {
  if (event.type === 'question.asked') {
    return { kind: 'question', at: event.at, questionId: event.question.question_id };
  }
  if (event.type !== 'turn.changed') return null;
  const { n } = event.turn;
  const there = story.entries.some((entry) => entry.kind === 'turn' && entry.n === n);
  return there ? null : { kind: 'turn', at: event.at, n };
}

function withStepStarted(story: RunStory, stepId: string, title: string, at: string): RunStory {
  const known = story.run.steps.find((step) => step.id === stepId);
  const step: StepView =
    known === undefined
      ? { id: stepId, title, tool: '', status: 'running', runs: 1, duration_ms: 0, note: '' }
      : { ...known, status: 'running' };
  const entered = withEntry(story, stepEntry(story, stepId, at));
  return withRun(entered, { status: 'running', steps: placed(story.run.steps, step) });
}

function stepEntry(story: RunStory, stepId: string, at: string): StoryEntry | null {
  const there = story.entries.some((entry) => entry.kind === 'step' && entry.stepId === stepId);
  return there ? null : { kind: 'step', at, stepId };
}

function withReceipt(story: RunStory, stepId: string, receipt: Receipt): RunStory {
  const earlier = story.receipts[stepId] ?? [];
  const receipts = [...earlier, receipt].slice(-receiptsKeptMax);
  return { ...story, receipts: { ...story.receipts, [stepId]: receipts } };
}

function withApproval(story: RunStory, request: ApprovalRequest, at: string): RunStory {
  const id = request.approval_id;
  const approvals = { ...story.approvals, [id]: { request, answer: null, by: '' } };
  const entered = withEntry(story, { kind: 'approval', at, approvalId: id });
  return withRun({ ...entered, approvals }, { status: 'waiting_approval' });
}

function withAnswer(
  story: RunStory,
  approvalId: string,
  answer: 'approved' | 'denied' | 'timeout',
  by: string,
): RunStory {
  const asked = story.approvals[approvalId];
  if (asked === undefined) return story;
  const approvals = { ...story.approvals, [approvalId]: { ...asked, answer, by } };
  // A template's run ends with a no; one that works on an objective goes on with it.
  const goesOn = answer === 'approved' || story.run.objective !== undefined;
  return withRun({ ...story, approvals }, goesOn ? { status: 'running' } : {});
}

function withRun(story: RunStory, change: Partial<RunView>): RunStory {
  return { ...story, run: { ...story.run, ...change } };
}

function withEntry(story: RunStory, entry: StoryEntry | null): RunStory {
  if (entry === null || story.entries.length >= entriesKeptMax) return story;
  return { ...story, entries: [...story.entries, entry] };
}

function placed(steps: readonly StepView[], step: StepView): StepView[] {
  const known = steps.some((each) => each.id === step.id);
  return known ? steps.map((each) => (each.id === step.id ? step : each)) : [...steps, step];
}

function withFile(files: readonly FiledFile[], file: FiledFile): FiledFile[] {
  return [...files.filter((each) => each.path !== file.path), file];
}

const over: ReadonlySet<RunView['status']> = new Set([
  'succeeded',
  'failed',
  'refused',
  'cancelled',
  'outcome_unknown',
]);

/** True once nothing more will happen in the run. */
export function isOver(run: RunView): boolean {
  return over.has(run.status);
}

/** Steps that came to an end, whatever the end was; a run's total is `run.steps.length`. */
export function stepsDone(run: RunView): number {
  return run.steps.filter((step) => step.status !== 'pending' && step.status !== 'running').length;
}
