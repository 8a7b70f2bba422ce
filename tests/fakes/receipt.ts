import type { Receipt } from '../../shared/receipt.ts';

/** The receipt of a click by an MCP client that was allowed and arrived. */
export const clickReceipt: Receipt = {
  call_id: 'k1',
  run_id: null,
  step_id: null,
  caller: { kind: 'mcp', id: 'mcp-test-1', unattended: false },
  tool: 'click',
  bucket: 'write',
  resource: 'origin:https://shop.example',
  target: '',
  verdict: { decision: 'allow', policies: [], reason: '' },
  approval: null,
  transport: 'succeeded',
  domain: 'unknown',
  evidence: 'none',
  fault: null,
  started_at: '2026-01-01T00:00:00.000Z',
  duration_ms: 3,
};
