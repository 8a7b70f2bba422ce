import type { RunEvent, RunView, StepView } from '../../shared/run.ts';

// One short run, for tests of what is told about runs.

const at = '2026-06-30T10:00:00.000Z';

export const step: StepView = {
  id: 'download',
  title: 'Download the report',
  tool: 'download',
  status: 'succeeded',
  runs: 1,
  duration_ms: 1200,
  note: 'statement.csv, 120 bytes.',
};

export const finishedRun: RunView = {
  run_id: '20260630-100000-abcd1234',
  template: { id: 'vendor-portal-report', version: '1.0.0', title: 'Vendor portal report' },
  profile: 'work',
  status: 'succeeded',
  parameters: { period: '2026-06', password: 'secret:vendor_portal' },
  steps: [step],
  output: { rows: 29 },
  files: [{ name: 'a.csv', path: '/out/a.csv', bytes: 120, sha256: 'a'.repeat(64), state: 'filed' }],
  fault: null,
  started_at: at,
  ended_at: '2026-06-30T10:00:02.500Z',
  report: '/home/runs/1/report.md',
};

const stamp = (seq: number) => ({ run_id: finishedRun.run_id, seq, at });
const running: RunView = {
  ...finishedRun,
  status: 'running',
  ended_at: null,
  report: null,
  output: null,
  files: [],
};

export const story: readonly RunEvent[] = [
  { ...stamp(0), type: 'run.started', run: running, plan: [] },
  { ...stamp(1), type: 'step.started', step_id: step.id, title: step.title },
  { ...stamp(2), type: 'step.finished', step, output: null },
  { ...stamp(3), type: 'run.finished', run: finishedRun },
];
