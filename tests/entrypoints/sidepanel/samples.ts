import type { Status } from '../../../entrypoints/sidepanel/panel-state.ts';
import type { TemplateParameter, TemplateSummary } from '../../../shared/protocol/control-messages.ts';
import type { Receipt } from '../../../shared/receipt.ts';
import type { ApprovalRequest, RunEvent, RunView, StepView } from '../../../shared/run.ts';

// Small true-to-form values for the panel's tests.

const at = '2026-04-03T10:00:00.000Z';

export function sampleStep(id: string, change: Partial<StepView> = {}): StepView {
  return {
    id,
    title: `Step ${id}`,
    tool: 'click',
    status: 'pending',
    runs: 0,
    duration_ms: 0,
    note: '',
    ...change,
  };
}

export function sampleRun(change: Partial<RunView> = {}): RunView {
  return {
    run_id: 'r1',
    template: { id: 'report', version: '1.0.0', title: 'Report' },
    profile: null,
    status: 'running',
    parameters: {},
    steps: [sampleStep('a'), sampleStep('b')],
    output: null,
    files: [],
    fault: null,
    started_at: at,
    ended_at: null,
    report: null,
    ...change,
  };
}

export function sampleApproval(change: Partial<ApprovalRequest> = {}): ApprovalRequest {
  return {
    approval_id: '00000000-0000-4000-8000-000000000001',
    run_id: 'r1',
    title: 'Run "Report" on https://portal.example.com',
    acts: [
      {
        text: 'Click button "Delete"',
        bucket: 'delete',
        resource: 'origin:https://portal.example.com',
        rule: 'Deleting asks first',
        count: 2,
      },
    ],
    asked_at: at,
    expires_at: '2999-01-01T00:00:00.000Z',
    ...change,
  };
}

export function sampleReceipt(change: Partial<Receipt> = {}): Receipt {
  return {
    call_id: 'c1',
    run_id: 'r1',
    step_id: 'a',
    caller: { kind: 'workflow', id: 'r1', unattended: false },
    tool: 'click',
    bucket: 'write',
    resource: 'origin:https://portal.example.com',
    target: 'button "Sign in"',
    verdict: { decision: 'allow', policies: ['write.allow-list'], reason: 'On the list.' },
    approval: null,
    transport: 'succeeded',
    domain: 'succeeded',
    evidence: 'verified',
    fault: null,
    started_at: at,
    duration_ms: 12,
    ...change,
  };
}

export const startedEvent = (seq = 0, run = sampleRun()): RunEvent => ({
  run_id: run.run_id,
  seq,
  at,
  type: 'run.started',
  run,
  plan: [],
});
export const stepStartedEvent = (seq: number, id: string): RunEvent => ({
  run_id: 'r1',
  seq,
  at,
  type: 'step.started',
  step_id: id,
  title: `Step ${id}`,
});
export const stepFinishedEvent = (seq: number, step: StepView): RunEvent => ({
  run_id: 'r1',
  seq,
  at,
  type: 'step.finished',
  step,
  output: null,
});
export const askedEvent = (seq: number, approval = sampleApproval()): RunEvent => ({
  run_id: 'r1',
  seq,
  at,
  type: 'approval.requested',
  approval,
});
export const answeredEvent = (seq: number, answer: 'approved' | 'denied' | 'timeout'): RunEvent => ({
  run_id: 'r1',
  seq,
  at,
  type: 'approval.answered',
  approval_id: sampleApproval().approval_id,
  answer,
  by: 'panel',
});
export const finishedEvent = (seq: number, run: RunView): RunEvent => ({
  run_id: run.run_id,
  seq,
  at,
  type: 'run.finished',
  run,
});

export function sampleParameter(change: Partial<TemplateParameter> = {}): TemplateParameter {
  return {
    name: 'value',
    title: 'Value',
    description: '',
    type: 'string',
    required: true,
    pattern: null,
    options: null,
    default: null,
    ...change,
  };
}

export function sampleTemplate(parameters: readonly TemplateParameter[]): TemplateSummary {
  return {
    id: 'report',
    version: '1.0.0',
    title: 'Report',
    description: 'Fetches a report.',
    parameters: [...parameters],
    steps: [{ id: 'a', title: 'Step a', tool: 'click', bucket: 'write' }],
    review: 'reviewed',
  };
}

export const sampleStatus = (change: Partial<Status> = {}): Status => ({
  host_version: '0.1.0',
  protocol: 1,
  home: '/home/a/.localagent',
  pid: 1,
  profiles: [],
  policy: [],
  standing_rules: [],
  policy_error: null,
  switched_off: null,
  policies_in_the_way: [],
  ledger_read_only: false,
  approvals: [],
  phrase: 'calm otter lantern',
  active_runs: [],
  ...change,
});
