import type { Receipt } from '../../shared/receipt.ts';
import type { RunView } from '../../shared/run.ts';

// What of the ledger is shown: a kind, one site, one run. Pure, so that the view only draws.

export type Kind = 'all' | 'changes' | 'refused' | 'asked' | 'unknown';
export type Sieve = { readonly kind: Kind; readonly site: string | null; readonly run: string | null };

export const everything: Sieve = { kind: 'all', site: null, run: null };

export const kinds: readonly { readonly kind: Kind; readonly word: string }[] = [
  { kind: 'all', word: 'Everything' },
  { kind: 'changes', word: 'Changes' },
  { kind: 'asked', word: 'Asked' },
  { kind: 'refused', word: 'Refused' },
  { kind: 'unknown', word: 'Unknown' },
];

/** The receipts that pass, newest first. */
export function sieved(receipts: readonly Receipt[], sieve: Sieve): readonly Receipt[] {
  return [...receipts]
    .sort((a, b) => b.started_at.localeCompare(a.started_at))
    .filter((receipt) => isOfKind(receipt, sieve.kind))
    .filter(({ resource }) => sieve.site === null || resource === sieve.site)
    .filter(({ run_id: runId }) => sieve.run === null || runId === sieve.run);
}

/** Sites, folders and apps that the receipts name, each once, in order. */
export function sitesIn(receipts: readonly Receipt[]): readonly string[] {
  return [...new Set(receipts.map(({ resource }) => resource))].filter((one) => one !== 'unknown').sort();
}

/** Runs that the receipts belong to, newest first, with a title where the panel knows the run. */
export function runsIn(
  receipts: readonly Receipt[],
  runs: readonly RunView[],
): readonly { readonly runId: string; readonly title: string }[] {
  const ids = [...new Set(receipts.flatMap(({ run_id: runId }) => (runId === null ? [] : [runId])))];
  return ids
    .sort((a, b) => b.localeCompare(a))
    .map((runId) => ({
      runId,
      title: runs.find((run) => run.run_id === runId)?.template.title ?? runId,
    }));
}

function isOfKind(receipt: Receipt, kind: Kind): boolean {
  if (kind === 'changes') return receipt.bucket !== 'read';
  if (kind === 'refused') return receipt.verdict.decision === 'deny' || receipt.domain === 'blocked';
  if (kind === 'asked') return receipt.approval !== null;
  if (kind === 'unknown') return receipt.fault?.code === 'outcome-unknown';
  return true;
}
