import { createHash, randomUUID } from 'node:crypto';
import type { Ledger } from '../ledger/ledger.ts';

/** What the rules are after a change. */
export type PolicyState = {
  /** SHA-256 over schema, rules and lists. */
  readonly version: string;
  /** Why everything is denied; null while the rules are valid. */
  readonly error: string | null;
  readonly switched_off: string | null;
};

/**
 * Writes a change of the rules into the ledger, so that every later verdict can be read beside the rules that it was made under.
 * It is no call, so it has no receipt.
 */
export function recordPolicyChange(ledger: Pick<Ledger, 'append' | 'readOnly'>, state: PolicyState): void {
  if (ledger.readOnly) return;
  ledger.append([
    {
      event: state.error === null ? 'completed' : 'failed',
      call_id: randomUUID(),
      run_id: null,
      step_id: null,
      caller: { kind: 'client', id: 'authority', unattended: true },
      tool: 'policy',
      bucket: 'admin',
      resource: 'browser',
      args_hash: createHash('sha256').update(state.version).digest('hex'),
      result_hash: null,
      detail: { policy: { ...state } },
    },
  ]);
}
