import { useState } from 'preact/hooks';
import type { Receipt } from '../../../shared/receipt.ts';
import { whenText } from '../amounts.ts';
import { ReceiptLine } from '../parts/receipt-line.tsx';
import { useNow } from '../parts/use-now.ts';
import { Waiting } from './home-view.tsx';

type Sieve = 'all' | 'changes' | 'refused';

const sieves: readonly { readonly sieve: Sieve; readonly word: string }[] = [
  { sieve: 'all', word: 'Everything' },
  { sieve: 'changes', word: 'Changes' },
  { sieve: 'refused', word: 'Refused' },
];

/** The latest receipts: everything that was tried on any site, whoever asked for it. */
export function LedgerView({ receipts }: { readonly receipts: readonly Receipt[] | null }) {
  const [sieve, setSieve] = useState<Sieve>('all');
  const now = new Date(useNow(60_000, true));
  const newestFirst = [...(receipts ?? [])].sort((a, b) => b.started_at.localeCompare(a.started_at));
  const kept = newestFirst.filter((receipt) => passes(receipt, sieve));
  return (
    <section>
      <h1 tabIndex={-1}>Ledger</h1>
      <p class="soft">Everything LocalAgent did or was kept from doing. It cannot be edited afterwards.</p>
      <fieldset class="sieve">
        <legend class="unseen">Show</legend>
        {sieves.map(({ sieve: each, word }) => (
          <label key={each}>
            <input type="radio" name="sieve" checked={each === sieve} onChange={() => setSieve(each)} />
            <span>{word}</span>
          </label>
        ))}
      </fieldset>
      {receipts === null ? (
        <Waiting />
      ) : kept.length === 0 ? (
        <p class="soft">{sieve === 'all' ? 'Nothing yet.' : 'Nothing of this kind yet.'}</p>
      ) : (
        <ul class="receipts ledger">
          {kept.map((receipt) => (
            <li key={receipt.call_id}>
              <ReceiptLine receipt={receipt} when={whenText(receipt.started_at, now)} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function passes(receipt: Receipt, sieve: Sieve): boolean {
  if (sieve === 'changes') return receipt.bucket !== 'read';
  if (sieve === 'refused') return receipt.verdict.decision === 'deny' || receipt.domain === 'blocked';
  return true;
}
