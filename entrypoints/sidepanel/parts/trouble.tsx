import type { Fault } from '../../../shared/faults.ts';
import { faultTitle } from '../words.ts';
import { Shown } from './shown.tsx';

type Props = { readonly fault: Fault; readonly onDismiss?: () => void };

/** What went wrong, what it means and what to do. What a page said about it stands apart, as a quotation. */
export function Trouble({ fault, onDismiss }: Props) {
  const details = Object.entries(fault.detail ?? {});
  return (
    <section class="trouble" role="alert">
      <h2>{faultTitle(fault)}</h2>
      <p>
        <Shown text={fault.message} charactersMax={600} />
      </p>
      {fault.hint === '' ? null : (
        <p class="soft">
          <Shown text={fault.hint} charactersMax={600} />
        </p>
      )}
      {details.length === 0 ? null : (
        <details>
          <summary>Details</summary>
          <dl class="facts">
            {details.map(([name, value]) => (
              <div key={name}>
                <dt>{name.replaceAll('_', ' ')}</dt>
                <dd>
                  <Shown text={typeof value === 'string' ? value : JSON.stringify(value)} />
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {onDismiss === undefined ? null : (
        <button type="button" onClick={onDismiss}>
          Dismiss
        </button>
      )}
    </section>
  );
}
