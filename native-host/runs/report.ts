import { z } from 'zod';
import { Bucket } from '../../shared/actions.ts';
import { Extracted } from '../../shared/extraction.ts';
import { Fault } from '../../shared/faults.ts';
import { Repair } from '../../shared/fingerprint.ts';
import { Verdict } from '../../shared/receipt.ts';
import { FiledFile, PlannedCall, type RunEvent, RunStatus, RunView, StepView } from '../../shared/run.ts';
import { foldEvents } from './fold-run.ts';
import { renderReport } from './render-report.ts';

// The report of a run, made from its events alone, so that the same events give the same report at any time:
// while the run goes on, at its end, and after a crash.

/** Calls of one kind, counted. */
const CallCount = z.strictObject({
  tool: z.string(),
  bucket: Bucket,
  resource: z.string(),
  count: z.int(),
  /** Calls by how they ended: the three axes stay apart. */
  transport_failed: z.int(),
  domain_succeeded: z.int(),
  verified: z.int(),
});

/** A call that did not simply succeed, or that the policy stopped. */
const Remark = z.strictObject({
  step_id: z.string().nullable(),
  tool: z.string(),
  target: z.string(),
  resource: z.string(),
  verdict: Verdict,
  fault: Fault.nullable(),
});

/** `report.json`. */
export const RunReport = z.strictObject({
  schema: z.literal('localagent.report/1'),
  run_id: z.string(),
  status: RunStatus,
  template: RunView.shape.template,
  profile: z.string().nullable(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
  duration_ms: z.int(),
  parameters: RunView.shape.parameters,
  output: RunView.shape.output,
  files: z.array(FiledFile),
  steps: z.array(StepView),
  approvals: z.array(
    z.strictObject({
      title: z.string(),
      asked_at: z.string(),
      acts: z.array(z.string()),
      answer: z.enum(['approved', 'denied', 'timeout']).nullable(),
      by: z.string(),
    }),
  ),
  calls: z.array(CallCount),
  remarks: z.array(Remark),
  notes: z.array(z.string()),
  /** Selectors that were mended: proposed changes of the template. */
  repairs: z.array(Repair),
  /** Of a template with an extraction plan: each field with where it is from. */
  extracted: Extracted.optional(),
  /** What a whole run would have and this one has not: steps not passed, output without a value. */
  missing: z.array(z.string()),
  fault: Fault.nullable(),
  plan: z.array(PlannedCall),
});
export type RunReport = z.infer<typeof RunReport>;

export type Report = { readonly json: RunReport; readonly markdown: string };

/** Remarks that a report tells; a run that failed early in a loop could have thousands. */
const remarksMax = 50;

/**
 * The report that a run's events tell. They begin with `run.started`; otherwise there was no run, which is a
 * bug.
 */
export function makeReport(events: readonly RunEvent[]): Report {
  const run = foldEvents(events);
  const first = events[0];
  const last = events.at(-1);
  if (run === null || first?.type !== 'run.started' || last === undefined) {
    throw new Error('a report was asked of events without a beginning');
  }
  const receipts = events.flatMap((event) => (event.type === 'call.settled' ? [event.receipt] : []));
  const json: RunReport = {
    schema: 'localagent.report/1',
    run_id: run.run_id,
    status: run.status,
    template: run.template,
    profile: run.profile,
    started_at: run.started_at,
    ended_at: run.ended_at,
    duration_ms: Math.max(0, Date.parse(run.ended_at ?? last.at) - Date.parse(run.started_at)),
    parameters: run.parameters,
    output: run.output,
    files: run.files,
    steps: run.steps,
    approvals: approvalsOf(events),
    calls: countCalls(receipts),
    remarks: remarksOf(receipts),
    notes: events.flatMap((event) => (event.type === 'note' ? [event.text] : [])),
    repairs: run.repairs ?? [],
    ...(run.extracted === undefined ? {} : { extracted: run.extracted }),
    missing: missingOf(run),
    fault: run.fault,
    plan: first.plan,
  };
  return { json, markdown: renderReport(json) };
}

type Receipts = readonly Extract<RunEvent, { readonly type: 'call.settled' }>['receipt'][];

function countCalls(receipts: Receipts): RunReport['calls'] {
  const counts = new Map<string, RunReport['calls'][number]>();
  for (const { tool, bucket, resource, transport, domain, evidence } of receipts) {
    const key = `${tool} ${bucket} ${resource}`;
    const before = counts.get(key);
    counts.set(key, {
      tool,
      bucket,
      resource,
      count: (before?.count ?? 0) + 1,
      transport_failed: (before?.transport_failed ?? 0) + (transport === 'failed' ? 1 : 0),
      domain_succeeded: (before?.domain_succeeded ?? 0) + (domain === 'succeeded' ? 1 : 0),
      verified: (before?.verified ?? 0) + (evidence === 'verified' ? 1 : 0),
    });
  }
  return [...counts.values()];
}

// Reads that found nothing are how a pattern looks around, and no remark; acts that failed and refusals are.
function remarksOf(receipts: Receipts): RunReport['remarks'] {
  return receipts
    .filter(({ bucket, fault }) => fault !== null && (bucket !== 'read' || fault.code === 'denied'))
    .slice(0, remarksMax)
    .map(({ step_id, tool, target, resource, verdict, fault }) => ({
      step_id,
      tool,
      target,
      resource,
      verdict,
      fault,
    }));
}

function approvalsOf(events: readonly RunEvent[]): RunReport['approvals'] {
  return events.flatMap((event) => {
    if (event.type !== 'approval.requested') return [];
    const { approval_id: id, title, asked_at: askedAt, acts } = event.approval;
    const answered = events.find((one) => one.type === 'approval.answered' && one.approval_id === id);
    const known = answered?.type === 'approval.answered' ? answered : null;
    const texts = acts.map(({ text, count }) => (count > 1 ? `${text} (${count} times)` : text));
    return [{ title, asked_at: askedAt, acts: texts, answer: known?.answer ?? null, by: known?.by ?? '' }];
  });
}

function missingOf(run: RunView): string[] {
  const steps = run.steps
    .filter(({ status }) => status === 'failed' || status === 'refused' || status === 'unknown')
    .map(
      ({ title, status }) => `Step "${title}": ${status === 'unknown' ? 'its outcome is not known' : status}`,
    );
  const never = run.steps.filter(({ status }) => status === 'pending').map(({ title }) => `"${title}"`);
  const notReached = never.length === 0 ? [] : [`Not reached: ${never.join(', ')}`];
  const values = Object.entries(run.output ?? {}).flatMap(([key, value]) =>
    value === null ? [`No value for "${key}"`] : [],
  );
  return [...steps, ...notReached, ...values];
}
