import { createHash, randomUUID } from 'node:crypto';
import type { Parts } from './parts.ts';

/** Writes into the ledger what became of a job around its run. A channel's own records do not say who took a task, so ours must. */
export function recordJob(
  { ledger }: Pick<Parts, 'ledger'>,
  channel: string,
  job: Readonly<Record<string, unknown>>,
): void {
  if (ledger.readOnly) return;
  ledger.append([
    {
      event: 'completed',
      call_id: randomUUID(),
      run_id: null,
      step_id: null,
      caller: { kind: 'job', id: channel, unattended: true },
      tool: 'job',
      bucket: 'admin',
      resource: 'browser',
      args_hash: createHash('sha256').update(JSON.stringify(job)).digest('hex'),
      result_hash: null,
      detail: { job },
    },
  ]);
}
