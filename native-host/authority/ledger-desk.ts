import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { LedgerCheckpoint } from '../../shared/ledger-checkpoint.ts';
import { Receipt, type ReconcileFinding } from '../../shared/receipt.ts';
import { appendAnchor } from '../ledger/anchor-file.ts';
import type { LedgerRow } from '../ledger/ledger-rows.ts';
import type { NewRow } from '../ledger/row.ts';
import type { Parts } from './parts.ts';

// What people ask of the ledger, and what it does by itself: settle outcomes, forget old rows, leave anchors.

const dayMs = 86_400_000;
const anchorMs = 5_000;
/** How often rows that are past their time are looked for. */
const compactEveryMs = dayMs;

/** Receipts of a run that are looked through for those whose outcome is not known. */
const unknownActsMax = 10_000;

type Settled = { readonly call_id: string; readonly finding: ReconcileFinding; readonly note: string };

/** Receipts of acts whose outcome is not known and that nobody has settled, oldest first. */
export function unsettledReceipts({ ledger }: Pick<Parts, 'ledger'>): Receipt[] {
  return ledger.unsettled().flatMap((row) => {
    const receipt = Receipt.safeParse(row.detail['receipt']);
    return receipt.success ? [receipt.data] : [];
  });
}

/** Receipts of a run's acts whose outcome is not known, oldest first. */
export function unknownActs(ledger: Parts['ledger'], runId: string): Receipt[] {
  return ledger
    .receipts({ run_id: runId, limit: unknownActsMax })
    .filter(({ fault: end }) => end?.code === 'outcome-unknown')
    .reverse();
}

/** Writes down what a person found out about an act; from then on it holds nothing up. */
export function reconcile(
  { ledger, vault }: Pick<Parts, 'ledger' | 'vault'>,
  { call_id, finding, note }: Settled,
  by: string,
): Result<{ readonly unsettled: number }> {
  const open = ledger.unsettled();
  const row = open.find((one) => one.call_id === call_id);
  if (row === undefined) {
    const which = open.map((one) => one.call_id).join(', ');
    const hint = open.length === 0 ? 'No outcome is open.' : `Open are: ${which.slice(0, 1_000)}.`;
    return failed(fault('not-found', `There is no call ${call_id} with an unknown outcome.`, hint));
  }
  const said = vault.redactor().redactText(note);
  ledger.append([{ ...callOf(row), event: 'reconciled', detail: { finding, note: said, by } }]);
  return ok({ unsettled: open.length - 1 });
}

/** Removes rows older than so many days, up to the first whose outcome is open. */
export function compactLedger({ ledger, clock }: Pick<Parts, 'ledger' | 'clock'>, days: number): number {
  return ledger.compact(clock() - days * dayMs, ({ from, to }) => ({
    ...ownRow(`compaction-${to}`, 'compacted'),
    detail: { from, to, older_than_days: days },
  }));
}

/** The row that tells that the secrets have a new key. */
export function rotationRow(keyId: number): NewRow {
  return { ...ownRow(`secrets-key-${keyId}`, 'secrets_rotated'), detail: { key_id: keyId } };
}

/** Keeps the time that config.yaml gives rows; gives the way to stop. */
export function keepRetention(parts: Pick<Parts, 'ledger' | 'clock' | 'config'>): () => void {
  const days = parts.config.ledger.retention_days;
  if (days === null) return () => undefined;
  const sweep = (): void => {
    if (!parts.ledger.readOnly) compactLedger(parts, days);
  };
  sweep();
  const timer = setInterval(sweep, compactEveryMs).unref();
  return () => clearInterval(timer);
}

/** Leaves every checkpoint outside the database: in the anchor file, and with each connected browser. */
export function leaveAnchors(
  { ledger, sessions }: Pick<Parts, 'ledger' | 'sessions'>,
  file: string,
  report: (text: string) => void,
): void {
  ledger.watchCheckpoints((checkpoint) => {
    try {
      appendAnchor(file, checkpoint);
    } catch (error) {
      // The ledger itself is written; only what would show that it was cut is missing, and said to be.
      const why = error instanceof Error ? error.message : String(error);
      report(`The anchor file of the ledger cannot be written: ${why}. Set ledger.anchors in config.yaml.`);
    }
    for (const session of sessions.connected()) {
      void session.call('anchor.keep', { checkpoint }, { timeoutMs: anchorMs });
    }
  });
}

/** What the connected browsers remember, by the name of the profile. */
export async function browserAnchors({
  sessions,
}: Pick<Parts, 'sessions'>): Promise<{ profile: string; checkpoint: LedgerCheckpoint }[]> {
  const asked = sessions.connected().map(async (session) => {
    const answer = await session.call('anchor.list', {}, { timeoutMs: anchorMs });
    const checkpoints = answer.ok ? answer.value.checkpoints : [];
    return checkpoints.map((checkpoint) => ({ profile: session.profile, checkpoint }));
  });
  return (await Promise.all(asked)).flat();
}

function callOf(row: LedgerRow): Omit<NewRow, 'event' | 'detail'> {
  const { call_id, run_id, step_id, caller, tool, bucket, resource, args_hash } = row;
  return { call_id, run_id, step_id, caller, tool, bucket, resource, args_hash, result_hash: null };
}

function ownRow(callId: string, event: NewRow['event']): Omit<NewRow, 'detail'> {
  return {
    event,
    call_id: callId,
    run_id: null,
    step_id: null,
    caller: { kind: 'client', id: 'localagent', unattended: true },
    tool: 'ledger',
    bucket: 'admin',
    resource: 'app:localagent',
    args_hash: '',
    result_hash: null,
  };
}
