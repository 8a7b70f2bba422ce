import {
  type ChecklistItem,
  type Finding,
  newObjective,
  type ObjectiveView,
  type TurnView,
} from '../../../shared/objective.ts';
import type { RunEvent, RunEventBody, RunView } from '../../../shared/run.ts';
import { sampleRun } from './samples.ts';

// Events of objective runs as a host tells them, for tests of what is shown of them.

export const runId = 'o1';
const began = Date.parse('2026-04-03T10:00:00.000Z');
const page = 'https://en.mountains.example/wiki/Kilimanjaro';

export function sampleObjective(change: Partial<ObjectiveView> = {}): ObjectiveView {
  const begun = newObjective({
    text: 'How tall is the tallest mountain in Africa, in metres and in feet?',
    follows: null,
    model: { provider: 'lmstudio', name: 'qwen2.5-7b-instruct', remote: false },
    read_only: false,
    turns_max: 100,
  });
  return { ...begun, ...change };
}

export function sampleTurn(n: number, change: Partial<TurnView> = {}): TurnView {
  return {
    n,
    action: 'SEARCH',
    words: 'Search for "tallest mountain in Africa height metres feet"',
    why: 'The height is on a reference page.',
    url: null,
    state: 'done',
    outcome: '8 results',
    ...change,
  };
}

export function sampleFinding(n: number, change: Partial<Finding> = {}): Finding {
  return {
    n,
    text: 'Kilimanjaro is 5,895 metres high.',
    quote: 'Its highest point is 5,895 metres (19,341 ft) above sea level.',
    url: page,
    link: `${page}#:~:text=Its%20highest%20point`,
    title: 'Mount Kilimanjaro',
    part: 1,
    turn: 2,
    items: [1],
    ...change,
  };
}

const items: readonly ChecklistItem[] = [
  { n: 1, text: 'Height in metres', state: 'open' },
  { n: 2, text: 'Height in feet', state: 'open' },
];

/** Events with number and time, a few seconds apart. */
export function toldIn(bodies: readonly RunEventBody[], id: string = runId): readonly RunEvent[] {
  return bodies.map((body, seq) => ({
    ...body,
    run_id: id,
    seq,
    at: new Date(began + seq * 3_000).toISOString(),
  }));
}

export function objectiveRun(change: Partial<RunView> = {}, objective = sampleObjective()): RunView {
  return sampleRun({
    run_id: runId,
    template: { id: 'objective', version: '0.1.0', title: objective.text.slice(0, 60) },
    steps: [],
    objective,
    ...change,
  });
}

/** The beginning of every run here: a search, one proposal sent back, a page, two findings. */
export const reading: readonly RunEventBody[] = [
  { type: 'run.started', run: objectiveRun(), plan: [] },
  {
    type: 'turn.changed',
    turn: sampleTurn(1, { action: 'THINK', words: '', why: '', state: 'running', outcome: '' }),
  },
  {
    type: 'model.called',
    purpose: 'act',
    tokens: { calls: 1, read: 912, reused: 0, written: 96, model_ms: 14_200 },
  },
  { type: 'checklist.changed', checklist: [...items] },
  { type: 'turn.changed', turn: sampleTurn(1, { state: 'running', outcome: '' }) },
  { type: 'turn.changed', turn: sampleTurn(1) },
  {
    type: 'turn.changed',
    turn: sampleTurn(2, { action: 'THINK', words: '', why: '', state: 'running', outcome: '' }),
  },
  {
    type: 'proposal.refused',
    turn: 2,
    rule: 'repeated-search',
    reason: 'The same was searched for in turn 1. Open one of its results.',
  },
  {
    type: 'model.called',
    purpose: 'act',
    tokens: { calls: 3, read: 4_310, reused: 2_640, written: 188, model_ms: 31_900 },
  },
  {
    type: 'turn.changed',
    turn: sampleTurn(2, {
      action: 'NAVIGATE',
      words: 'Open "Mount Kilimanjaro" on en.mountains.example',
      why: 'It is the first result and names the height.',
      url: page,
      outcome: 'Read part 1 of 3',
    }),
  },
  { type: 'page.read', url: page, title: 'Mount Kilimanjaro' },
  { type: 'finding.recorded', finding: sampleFinding(1) },
  {
    type: 'finding.recorded',
    finding: sampleFinding(2, { text: 'That is 19,341 feet.', items: [2], part: 2 }),
  },
  {
    type: 'checklist.changed',
    checklist: items.map((item): ChecklistItem => ({ ...item, state: 'found' })),
  },
];

export const answer =
  'The tallest mountain in Africa is **Kilimanjaro**: **5,895 m** [1], which is **19,341 ft** [2].';

/** A run that ends well. */
export function researchEvents(): readonly RunEvent[] {
  const events = toldIn([...reading, { type: 'answer.written', markdown: answer }]);
  const last = events.at(-1);
  if (last === undefined) throw new Error('no events');
  const objective = sampleObjective({
    turns: [sampleTurn(1), sampleTurn(2)],
    checklist: items.map((item): ChecklistItem => ({ ...item, state: 'found' })),
    findings: [sampleFinding(1), sampleFinding(2, { text: 'That is 19,341 feet.', items: [2], part: 2 })],
    pages: [{ url: page, title: 'Mount Kilimanjaro' }],
    tokens: { calls: 4, read: 5_802, reused: 3_990, written: 301, model_ms: 44_000 },
    answer,
  });
  const run = objectiveRun(
    { status: 'succeeded', ended_at: '2026-04-03T10:01:12.000Z', report: '/home/runs/o1/report.md' },
    objective,
  );
  return [...events, { run_id: runId, seq: last.seq + 1, at: last.at, type: 'run.finished', run }];
}
