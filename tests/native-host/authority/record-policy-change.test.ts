import { expect, test } from 'vitest';
import { recordPolicyChange } from '../../../native-host/authority/record-policy-change.ts';

test('a change of the rules is a row of its own, and none is written to a ledger that cannot be', () => {
  const rows: unknown[] = [];
  const ledger = { readOnly: false, append: (more: readonly unknown[]) => void rows.push(...more) };
  recordPolicyChange(ledger, { version: 'a'.repeat(64), error: null, switched_off: null });
  recordPolicyChange(ledger, { version: 'a'.repeat(64), error: 'line 3', switched_off: null });
  recordPolicyChange({ ...ledger, readOnly: true }, { version: '', error: null, switched_off: null });
  expect(rows).toMatchObject([
    { event: 'completed', tool: 'policy', bucket: 'admin', detail: { policy: { error: null } } },
    { event: 'failed', tool: 'policy', detail: { policy: { error: 'line 3' } } },
  ]);
});
