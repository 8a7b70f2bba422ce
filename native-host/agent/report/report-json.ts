import { z } from 'zod';
import { Bucket } from '../../../shared/actions.ts';
import { Fault } from '../../../shared/faults.ts';
import { ObjectiveView } from '../../../shared/objective.ts';
import type { Receipt } from '../../../shared/receipt.ts';
import { FiledFile, type RunEvent, RunStatus, type RunView } from '../../../shared/run.ts';
import { sortByConditions } from '../evidence/conditions-shown.ts';
import { isOpinion } from '../evidence/is-opinion.ts';
import { plainAnswer } from '../evidence/plain-answer.ts';
import { howItEnded } from './how-it-ended.ts';

// What a report of an objective run tells, as data. Made from the run's events and view alone, so that the same run gives
// the same report at any time: while it goes on, at its end, and after a crash.

/** An act on a page: what was done, and what there is to show for it. */
const Act = z.strictObject({
  tool: z.string(),
  bucket: Bucket,
  target: z.string(),
  resource: z.string(),
  /** `done`: shown to have come about; `unclear`: done, and nothing shows what came of it. */
  outcome: z.enum(['done', 'unclear', 'failed', 'refused']),
  words: z.string(),
  at: z.string(),
});
export type Act = z.infer<typeof Act>;

/** `report.json` of an objective run. */
export const ResearchReport = z.strictObject({
  schema: z.literal('localagent.research-report/1'),
  run_id: z.string(),
  status: RunStatus,
  /** How it ended, for people. */
  ending: z.strictObject({ status: z.string(), words: z.string() }),
  objective: z.string(),
  follows: z.string().nullable(),
  model: ObjectiveView.shape.model,
  read_only: z.boolean(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  duration_ms: z.int().nonnegative(),
  /** Markdown with [n] citations of `findings`. */
  answer: z.string(),
  /** `code`: put together from the findings, as no answer was written. */
  answer_by: z.enum(['model', 'code', 'nobody']),
  checklist: ObjectiveView.shape.checklist,
  /** Numbers of the checklist's items that the pages read do not answer. */
  not_found: z.array(z.int()),
  /** Findings that are not shown to meet a condition. */
  left_out: z.array(z.strictObject({ finding: z.int(), condition: z.string() })),
  findings: ObjectiveView.shape.findings,
  acts: z.array(Act),
  questions: z.array(z.strictObject({ text: z.string(), answer: z.string().nullable(), by: z.string() })),
  approvals: z.array(z.strictObject({ title: z.string(), answer: z.string().nullable(), by: z.string() })),
  pages: ObjectiveView.shape.pages,
  turns: ObjectiveView.shape.turns,
  turns_max: z.int(),
  sent_back: z.array(z.strictObject({ turn: z.int(), rule: z.string(), reason: z.string() })),
  files: z.array(FiledFile),
  tokens: ObjectiveView.shape.tokens,
  notes: z.array(z.string()),
  fault: Fault.nullable(),
});
export type ResearchReport = z.infer<typeof ResearchReport>;

/** The most of each that a report tells; a run that failed in a loop could have thousands. */
const actsMax = 300;
const sentBackMax = 300;

/** The report of an objective run. A run without an objective has none, which is a bug. */
export function reportJson(run: RunView, events: readonly RunEvent[]): ResearchReport {
  const { objective } = run;
  if (objective === undefined) throw new Error('a research report was asked of a run without an objective');
  const { checklist, findings } = objective;
  const notFound = checklist
    .filter(({ state, text }) => state !== 'found' && !isOpinion(text))
    .map(({ n }) => n);
  const { shown, leftOut } = sortByConditions(checklist, findings, objective.text);
  const written = objective.answer?.trim() ?? '';
  const answer =
    written === '' ? plainAnswer({ objective: objective.text, items: checklist, findings: shown }) : written;
  const acts = events.flatMap((event) => (event.type === 'call.settled' ? actOf(event.receipt) : []));
  return {
    schema: 'localagent.research-report/1',
    run_id: run.run_id,
    status: run.status,
    ending: howItEnded({
      status: run.status,
      fault: run.fault,
      items: checklist.length,
      notFound: notFound.length,
      hasAnswer: answer !== '',
    }),
    objective: objective.text,
    follows: objective.follows,
    model: objective.model,
    read_only: objective.read_only,
    started_at: run.started_at,
    ended_at: run.ended_at,
    duration_ms: durationOf(run, events),
    answer,
    answer_by: written !== '' ? 'model' : answer === '' ? 'nobody' : 'code',
    checklist,
    not_found: notFound,
    left_out: leftOut.map(({ finding, condition }) => ({ finding: finding.n, condition: condition.text })),
    findings,
    acts: acts.slice(0, actsMax),
    questions: questionsOf(events),
    approvals: approvalsOf(events),
    pages: objective.pages,
    turns: [...objective.turns].sort((a, b) => a.n - b.n),
    turns_max: objective.turns_max,
    sent_back: events
      .flatMap((event) =>
        event.type === 'proposal.refused'
          ? [{ turn: event.turn, rule: event.rule, reason: event.reason }]
          : [],
      )
      .slice(0, sentBackMax),
    files: run.files,
    tokens: objective.tokens,
    notes: events.flatMap((event) => (event.type === 'note' ? [event.text] : [])),
    fault: run.fault,
  };
}

function durationOf(run: RunView, events: readonly RunEvent[]): number {
  const end = Date.parse(run.ended_at ?? events.at(-1)?.at ?? run.started_at);
  return Math.max(0, end - Date.parse(run.started_at));
}

/** Reads are no acts; those that were refused are told, as somebody wanted them. */
function actOf(receipt: Receipt): readonly Act[] {
  const { tool, bucket, target, resource, started_at: at, verdict, fault } = receipt;
  const isDenied =
    verdict.decision === 'deny' || fault?.code === 'denied' || fault?.code === 'approval-timeout';
  if (bucket === 'read' && !isDenied) return [];
  const base = { tool, bucket, target, resource, at };
  if (isDenied) return [{ ...base, outcome: 'refused', words: fault?.message ?? verdict.reason }];
  if (receipt.transport === 'failed' || receipt.domain === 'failed') {
    return [{ ...base, outcome: 'failed', words: fault?.message ?? 'It did not come about.' }];
  }
  const isShown = receipt.domain === 'succeeded' && ['supported', 'verified'].includes(receipt.evidence);
  if (isShown) return [{ ...base, outcome: 'done', words: 'The page shows it.' }];
  return [{ ...base, outcome: 'unclear', words: fault?.message ?? 'Nothing shows what came of it.' }];
}

function questionsOf(events: readonly RunEvent[]): ResearchReport['questions'] {
  return events.flatMap((event) => {
    if (event.type !== 'question.asked') return [];
    const { question_id: id, text } = event.question;
    const answered = events.find((one) => one.type === 'question.answered' && one.question_id === id);
    const known = answered?.type === 'question.answered' ? answered : null;
    return [{ text, answer: known?.text ?? null, by: known?.by ?? '' }];
  });
}

function approvalsOf(events: readonly RunEvent[]): ResearchReport['approvals'] {
  return events.flatMap((event) => {
    if (event.type !== 'approval.requested') return [];
    const { approval_id: id, title } = event.approval;
    const answered = events.find((one) => one.type === 'approval.answered' && one.approval_id === id);
    const known = answered?.type === 'approval.answered' ? answered : null;
    return [{ title, answer: known?.answer ?? null, by: known?.by ?? '' }];
  });
}
