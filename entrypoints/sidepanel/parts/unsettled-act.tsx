import { useState } from 'preact/hooks';
import type { Receipt, ReconcileFinding } from '../../../shared/receipt.ts';
import { placeOf, verbOf } from '../words.ts';
import { Shown } from './shown.tsx';

type Props = {
  readonly receipt: Receipt;
  readonly when: string;
  /** The word is on its way. */
  readonly busy: boolean;
  readonly onSettle: (finding: ReconcileFinding, note: string) => void;
};

const answers: readonly { readonly finding: ReconcileFinding; readonly word: string }[] = [
  { finding: 'applied', word: 'It happened' },
  { finding: 'not_applied', word: 'It did not' },
  { finding: 'compensated', word: 'I undid it' },
];
const noteMax = 1_000;

/** One act whose outcome is not known, and the person's word on it. */
export function UnsettledAct({ receipt, when, busy, onSettle }: Props) {
  const [note, setNote] = useState('');
  const id = `note-${receipt.call_id}`;
  return (
    <article class="card">
      <p>
        <strong>{verbOf(receipt.tool)}</strong>{' '}
        {receipt.target === '' ? null : <Shown text={receipt.target} charactersMax={80} />}
      </p>
      <p class="soft">
        <Shown text={placeOf(receipt.resource)} charactersMax={60} /> · {when}
      </p>
      <label for={id} class="unseen">
        What shows it
      </label>
      <input
        id={id}
        type="text"
        maxLength={noteMax}
        placeholder="What shows it (optional)"
        value={note}
        onInput={(event) => setNote(event.currentTarget.value)}
      />
      <div class="buttons">
        {answers.map(({ finding, word }) => (
          <button type="button" key={finding} disabled={busy} onClick={() => onSettle(finding, note.trim())}>
            {word}
          </button>
        ))}
      </div>
    </article>
  );
}
