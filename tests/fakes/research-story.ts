import { foldRun } from '../../native-host/runs/fold-run.ts';
import { newObjective } from '../../shared/objective.ts';
import type { Receipt } from '../../shared/receipt.ts';
import type { RunEvent, RunEventBody, RunView } from '../../shared/run.ts';
import { finding } from './finding.ts';

const runId = 'run-7';
const started = Date.parse('2026-11-30T10:00:00.000Z');

const empty: RunView = {
  run_id: runId,
  template: { id: 'objective', version: '0.1.0', title: 'Tallest mountain in Africa' },
  profile: null,
  status: 'running',
  parameters: {},
  steps: [],
  output: null,
  files: [],
  fault: null,
  started_at: new Date(started).toISOString(),
  ended_at: null,
  report: null,
  objective: newObjective({
    text: 'Tallest mountain in Africa, in metres and feet',
    follows: null,
    model: { provider: 'ollama', name: 'qwen2.5:7b', remote: false },
    read_only: true,
    turns_max: 100,
  }),
};

const page = 'https://example.com/kilimanjaro';
const middle: readonly RunEventBody[] = [
  {
    type: 'turn.changed',
    turn: {
      n: 1,
      action: 'SEARCH',
      words: 'Search for "tallest mountain in Africa"',
      why: 'to find the mountain',
      url: null,
      state: 'done',
      outcome: '5 results',
    },
  },
  {
    type: 'checklist.changed',
    checklist: [
      { n: 1, text: 'tallest mountain in Africa in metres', state: 'open' },
      { n: 2, text: 'in feet', state: 'open' },
    ],
  },
  { type: 'page.read', url: page, title: 'Mount Kilimanjaro' },
  { type: 'proposal.refused', turn: 2, rule: 'repeated-search', reason: 'This search was made in turn 1.' },
  {
    type: 'finding.recorded',
    finding: finding(1, 'Kilimanjaro is the tallest mountain in Africa, 5,895 m high.', {
      url: page,
      link: `${page}#:~:text=Kilimanjaro`,
      title: 'Mount Kilimanjaro',
      items: [1],
      turn: 2,
    }),
  },
  {
    type: 'finding.recorded',
    finding: finding(2, 'Its height is 19,341 ft.', {
      url: page,
      link: page,
      title: 'Mount Kilimanjaro',
      items: [2],
      turn: 2,
    }),
  },
  {
    type: 'model.called',
    purpose: 'act',
    tokens: { calls: 3, read: 4200, reused: 2900, written: 180, model_ms: 65_000 },
  },
  {
    type: 'checklist.changed',
    checklist: [
      { n: 1, text: 'tallest mountain in Africa in metres', state: 'found' },
      { n: 2, text: 'in feet', state: 'found' },
    ],
  },
];

/** A call on a page that was settled; a click that nothing is known of unless told otherwise. */
export function actReceipt(more: Partial<Receipt>): RunEventBody {
  const receipt: Receipt = {
    call_id: 'c1',
    run_id: runId,
    step_id: null,
    caller: { kind: 'agent', id: runId, unattended: true },
    tool: 'click',
    bucket: 'write',
    resource: 'origin:https://example.com',
    target: '',
    verdict: { decision: 'allow', policies: [], reason: '' },
    approval: null,
    transport: 'succeeded',
    domain: 'unknown',
    evidence: 'none',
    fault: null,
    started_at: new Date(started).toISOString(),
    duration_ms: 10,
    ...more,
  };
  return { type: 'call.settled', step_id: '', receipt };
}

/** The events of a small research run and its view after them; `more` come before the end, `end` changes how it ends. */
export function researchStory(
  more: readonly RunEventBody[] = [
    { type: 'answer.written', markdown: 'Kilimanjaro is the tallest mountain in Africa, 5,895 m high [1].' },
  ],
  end: Partial<RunView> = { status: 'succeeded' },
): { readonly run: RunView; readonly events: readonly RunEvent[] } {
  const bodies: readonly RunEventBody[] = [{ type: 'run.started', run: empty, plan: [] }, ...middle, ...more];
  const events = bodies.map((body, seq) => stamped(body, seq));
  const before = events.reduce(foldRun, empty);
  const run = { ...before, ended_at: timeOf(events.length), ...end };
  return { run, events: [...events, stamped({ type: 'run.finished', run }, events.length)] };
}

function timeOf(seq: number): string {
  return new Date(started + seq * 10_000).toISOString();
}

function stamped(body: RunEventBody, seq: number): RunEvent {
  return { ...body, run_id: runId, seq, at: timeOf(seq) };
}
