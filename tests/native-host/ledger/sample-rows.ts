import type { NewRow } from '../../../native-host/ledger/row.ts';
import type { Receipt } from '../../../shared/receipt.ts';

/** A row as the gate makes them; `overrides` names what the test is about. */
export function sampleRow(overrides: Partial<NewRow> = {}): NewRow {
  return {
    event: 'completed',
    call_id: 'call-1',
    run_id: 'run-1',
    step_id: 'step-1',
    caller: { kind: 'workflow', id: 'run-1', unattended: false },
    tool: 'click',
    bucket: 'write',
    resource: 'origin:https://portal.example.com',
    args_hash: 'a'.repeat(64),
    result_hash: 'b'.repeat(64),
    detail: { note: 'é' },
    ...overrides,
  };
}

export function sampleReceipt(overrides: Partial<Receipt> = {}): Receipt {
  return {
    call_id: 'call-1',
    run_id: 'run-1',
    step_id: 'step-1',
    caller: { kind: 'workflow', id: 'run-1', unattended: false },
    tool: 'click',
    bucket: 'write',
    resource: 'origin:https://portal.example.com',
    target: 'button "Sign in"',
    verdict: { decision: 'allow', policies: ['write'], reason: 'Allowed.' },
    approval: null,
    transport: 'succeeded',
    domain: 'succeeded',
    evidence: 'verified',
    fault: null,
    started_at: '2026-11-30T10:00:00.000Z',
    duration_ms: 12,
    ...overrides,
  };
}
