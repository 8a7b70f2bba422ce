import { fault } from '../../../shared/faults.ts';
import type { Receipt } from '../../../shared/receipt.ts';
import type { RunEvent, RunEventBody, RunView } from '../../../shared/run.ts';

export const runId = '20260630-101500-0badcafe';
const sha256 = '0'.repeat(63);

export function startedRun(): RunView {
  const pending = { status: 'pending', runs: 0, duration_ms: 0, note: '' } as const;
  return {
    run_id: runId,
    template: { id: 'small-job', version: '1.2.0', title: 'Small job' },
    profile: 'work',
    status: 'running',
    parameters: { period: '2026-06', password: 'secret:portal' },
    steps: [
      { id: 'open', title: 'Open the list', tool: 'click', ...pending },
      { id: 'save', title: 'File it', tool: 'save_file', ...pending },
      { id: 'leave', title: 'Sign out', tool: 'click', ...pending },
    ],
    output: null,
    files: [],
    fault: null,
    started_at: '2026-06-30T10:15:00.000Z',
    ended_at: null,
    report: null,
  };
}

export function receipt(change: Partial<Receipt> = {}): Receipt {
  return {
    call_id: 'c1',
    run_id: runId,
    step_id: 'open',
    caller: { kind: 'workflow', id: runId, unattended: false },
    tool: 'click',
    bucket: 'write',
    resource: 'origin:https://portal.example.com',
    target: 'link "Reports"',
    verdict: { decision: 'ask', policies: ['write.approve'], reason: 'Writing asks first.' },
    approval: { approval_id: 'a', answer: 'approved', by: 'panel' },
    transport: 'succeeded',
    domain: 'succeeded',
    evidence: 'verified',
    fault: null,
    started_at: '2026-06-30T10:15:02.000Z',
    duration_ms: 40,
    ...change,
  };
}

const approvalId = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** What happened in a run that was asked about, filed a file, and was denied its last step. */
export function bodies(): readonly RunEventBody[] {
  const run = startedRun();
  const file = { name: 'June.csv', path: '/home/anna/June.csv', bytes: 1234, sha256: `${sha256}a` } as const;
  const [open, save, leave] = run.steps;
  if (open === undefined || save === undefined || leave === undefined) throw new Error('three steps');
  const why = fault(
    'denied',
    'Clicking "Sign out" turns out to be a delete.',
    'Declare the bucket in the template.',
    {
      policies: ['template.declared-bucket'],
    },
  );
  return [
    {
      type: 'run.started',
      run,
      plan: [
        { step_id: 'open', tool: 'click', bucket: 'write', resource: 'origin:https://portal.example.com' },
      ],
    },
    {
      type: 'approval.requested',
      approval: {
        approval_id: approvalId,
        run_id: runId,
        title: 'Run "Small job" on https://portal.example.com',
        acts: [
          {
            text: 'Click link "Reports" on https://portal.example.com',
            bucket: 'write',
            resource: 'origin:https://portal.example.com',
            rule: 'write.approve',
            count: 2,
          },
        ],
        asked_at: '2026-06-30T10:15:00.500Z',
        expires_at: '2026-06-30T10:17:00.500Z',
      },
    },
    { type: 'approval.answered', approval_id: approvalId, answer: 'approved', by: 'panel' },
    { type: 'step.started', step_id: 'open', title: open.title },
    { type: 'call.settled', step_id: 'open', receipt: receipt() },
    {
      type: 'step.finished',
      step: {
        ...open,
        status: 'succeeded',
        runs: 2,
        duration_ms: 41,
        note: 'It says "# Not a | heading <b>".',
      },
      output: null,
    },
    {
      type: 'file.saved',
      file: { ...file, path: '/runs/x/downloads/june.csv', name: 'june.csv', state: 'downloaded' },
    },
    { type: 'file.saved', file: { ...file, state: 'filed' } },
    {
      type: 'step.finished',
      step: { ...save, status: 'succeeded', runs: 1, duration_ms: 12, note: 'Filed.' },
      output: null,
    },
    { type: 'note', text: 'The portal was slow.' },
    {
      type: 'call.settled',
      step_id: 'leave',
      receipt: receipt({
        step_id: 'leave',
        target: 'button "Cancel account"',
        verdict: {
          decision: 'deny',
          policies: ['template.declared-bucket'],
          reason: 'The step declares write.',
        },
        approval: null,
        transport: 'failed',
        domain: 'blocked',
        evidence: 'none',
        fault: why,
      }),
    },
    {
      type: 'step.finished',
      step: { ...leave, status: 'refused', runs: 1, duration_ms: 8, note: why.message },
      output: null,
    },
  ];
}

export function stamped(list: readonly RunEventBody[]): RunEvent[] {
  const start = Date.parse('2026-06-30T10:15:00.000Z');
  return list.map((body, seq) => ({
    ...body,
    run_id: runId,
    seq,
    at: new Date(start + seq * 500).toISOString(),
  }));
}

export function wholeRun(): RunEvent[] {
  const list = bodies();
  const steps = list.flatMap((body) => (body.type === 'step.finished' ? [body.step] : []));
  const files = list.flatMap((body) =>
    body.type === 'file.saved' && body.file.state === 'filed' ? [body.file] : [],
  );
  const last = list.findLast((body) => body.type === 'call.settled');
  const run: RunView = {
    ...startedRun(),
    status: 'refused',
    steps,
    files,
    output: {
      report: 'June',
      total: null,
      rows: [
        { name: 'a|b', amount: 1 },
        { name: 'c', amount: 2 },
      ],
    },
    fault: last?.type === 'call.settled' ? last.receipt.fault : null,
    ended_at: '2026-06-30T10:15:06.500Z',
    report: `/runs/${runId}/report.md`,
  };
  return stamped([...list, { type: 'run.finished', run }]);
}
