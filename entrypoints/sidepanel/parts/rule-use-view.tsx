import type { Receipt } from '../../../shared/receipt.ts';
import { whenText } from '../amounts.ts';
import { type RuleUse, ruleUse } from '../rule-use.ts';
import { ReceiptLine } from './receipt-line.tsx';

type Props = { readonly id: string; readonly receipts: readonly Receipt[]; readonly now: Date };

/** How often a rule allowed, asked and refused of late; the newest calls unfold. */
export function RuleUseView({ id, receipts, now }: Props) {
  const use = ruleUse(id, receipts);
  if (use.latest.length === 0) return <p class="soft unused">Not needed lately.</p>;
  return (
    <details class="use">
      <summary>
        <span>{useWords(use)}</span>
      </summary>
      <ul class="receipts">
        {use.latest.map((receipt) => (
          <li key={receipt.call_id}>
            <ReceiptLine receipt={receipt} when={whenText(receipt.started_at, now)} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function useWords({ allowed, asked, refused }: RuleUse): string {
  const parts = [
    allowed > 0 ? `${allowed} allowed` : '',
    asked > 0 ? `${asked} asked` : '',
    refused > 0 ? `${refused} refused` : '',
  ].filter((part) => part !== '');
  return `Lately: ${parts.join(', ')}`;
}
