import type { Receipt } from '../../../shared/receipt.ts';
import { durationText } from '../amounts.ts';
import { answerWords, evidenceWords, faultTitle, outcomeOf, placeOf, verbOf } from '../words.ts';
import { Shown } from './shown.tsx';

type Props = { readonly receipt: Receipt; readonly when?: string };

/** One call in a line: a verb, the thing, the site, its outcome. Why it was allowed and what shows it unfold. */
export function ReceiptLine({ receipt, when }: Props) {
  const outcome = outcomeOf(receipt);
  const bad =
    receipt.transport === 'failed' || receipt.verdict.decision === 'deny' || receipt.domain === 'failed';
  return (
    <details class="receipt">
      <summary>
        <span class="receipt-act">
          <strong>{verbOf(receipt.tool)}</strong>{' '}
          {receipt.target === '' ? null : <Shown text={receipt.target} charactersMax={80} />}
        </span>
        <span class="receipt-end soft">
          <span class={bad ? 'bad' : ''}>{outcome}</span>
          {placeOf(receipt.resource) === '' ? null : (
            <>
              {' · '}
              <Shown text={placeOf(receipt.resource)} charactersMax={48} />
            </>
          )}
          {' · '}
          <span class="when">{when ?? durationText(receipt.duration_ms)}</span>
        </span>
      </summary>
      <ReceiptFacts receipt={receipt} />
    </details>
  );
}

function ReceiptFacts({ receipt }: { readonly receipt: Receipt }) {
  const { verdict, approval, fault } = receipt;
  // A refusal says why once, as a verdict; its fault would say the same again.
  const denied = verdict.decision === 'deny' && fault?.code === 'denied';
  return (
    <dl class="facts">
      {fault === null || denied ? null : (
        <div>
          <dt>{faultTitle(fault)}</dt>
          <dd>
            <Shown text={fault.message} charactersMax={400} />{' '}
            <span class="soft">
              <Shown text={fault.hint} charactersMax={400} />
            </span>
          </dd>
        </div>
      )}
      <div>
        <dt>{verdictWords[verdict.decision]}</dt>
        <dd>
          <Shown text={verdict.reason} charactersMax={400} />
          {verdict.policies.length === 0 ? null : (
            <span class="soft">
              {' '}
              Rule: <Shown text={verdict.policies.join(', ')} />
            </span>
          )}
          {denied && fault !== null ? (
            <p class="soft">
              <Shown text={fault.hint} charactersMax={400} />
            </p>
          ) : null}
        </dd>
      </div>
      {approval === null ? null : (
        <div>
          <dt>Decision</dt>
          <dd>
            {answerWords(approval.answer)}
            {approval.by === 'nobody' ? null : (
              <>
                {', by '}
                <Shown text={approval.by} />
              </>
            )}
          </dd>
        </div>
      )}
      <div>
        <dt>Evidence</dt>
        <dd>{evidenceWords[receipt.evidence]}</dd>
      </div>
      <div>
        <dt>Took</dt>
        <dd>{durationText(receipt.duration_ms)}</dd>
      </div>
    </dl>
  );
}

const verdictWords = { allow: 'Allowed', ask: 'Asked first', deny: 'Not allowed' } as const;
