import { useState } from 'preact/hooks';
import type { Receipt } from '../../../shared/receipt.ts';
import { whenText } from '../amounts.ts';
import { everything, kinds, runsIn, type Sieve, sieved, sitesIn } from '../ledger-sieve.ts';
import type { PanelActions } from '../panel-actions.ts';
import type { PanelState } from '../panel-state.ts';
import { Command } from '../parts/command.tsx';
import { ReceiptLine } from '../parts/receipt-line.tsx';
import { UnsettledAct } from '../parts/unsettled-act.tsx';
import { useNow } from '../parts/use-now.ts';
import { placeOf } from '../words.ts';
import { Waiting } from './home-view.tsx';

type Props = {
  readonly state: Pick<PanelState, 'receipts' | 'unsettled' | 'settling' | 'runs' | 'status'>;
  readonly onSettle: PanelActions['settle'];
};

/** What was done and what was refused, whoever asked for it; first of all, what the person has to look at. */
export function LedgerView({ state, onSettle }: Props) {
  const [sieve, setSieve] = useState<Sieve>(everything);
  const now = new Date(useNow(60_000, true));
  const { receipts, unsettled } = state;
  const kept = sieved(receipts ?? [], sieve);
  return (
    <section>
      <h1 tabIndex={-1}>Ledger</h1>
      <p class="soft">Everything LocalAgent did or was kept from doing. It cannot be edited afterwards.</p>
      {state.status?.ledger_read_only === true ? <ReadOnly /> : null}
      {unsettled === null || unsettled.length === 0 ? null : (
        <section class="unsettled" aria-label="Outcomes that are not known">
          <h2>
            {unsettled.length === 1
              ? 'One outcome is not known'
              : `${unsettled.length} outcomes are not known`}
          </h2>
          <p class="soft">
            LocalAgent was cut off in the middle. Look at the site, then say what you found. Nothing is
            repeated by itself.
          </p>
          {unsettled.map((receipt) => (
            <UnsettledAct
              key={receipt.call_id}
              receipt={receipt}
              when={whenText(receipt.started_at, now)}
              busy={state.settling === receipt.call_id}
              onSettle={(finding, note) => onSettle(receipt.call_id, finding, note)}
            />
          ))}
        </section>
      )}
      <Sieves sieve={sieve} receipts={receipts ?? []} runs={state.runs ?? []} onChange={setSieve} />
      {receipts === null ? (
        <Waiting />
      ) : kept.length === 0 ? (
        <p class="soft">{sieve === everything ? 'Nothing yet.' : 'Nothing of this kind among the latest.'}</p>
      ) : (
        <ul class="receipts ledger">
          {kept.map((receipt) => (
            <li key={receipt.call_id}>
              <ReceiptLine receipt={receipt} when={whenText(receipt.started_at, now)} />
            </li>
          ))}
        </ul>
      )}
      <details>
        <summary>Check it, or hand it on</summary>
        <p class="soft">
          These commands check every row, also against what this browser remembers, and write a page to keep.
        </p>
        <Command text="localagent ledger verify --anchors" />
        <Command text="localagent ledger export --format html --out ledger.html" />
      </details>
    </section>
  );
}

function ReadOnly() {
  return (
    <section class="trouble" role="alert">
      <h2>The ledger cannot be written</h2>
      <p>The disk refused it, so nothing more is done.</p>
      <p class="soft">Free space or mend the disk, then restart the browser. This says more:</p>
      <Command text="localagent doctor" />
    </section>
  );
}

type SieveProps = {
  readonly sieve: Sieve;
  readonly receipts: readonly Receipt[];
  readonly runs: NonNullable<PanelState['runs']>;
  readonly onChange: (sieve: Sieve) => void;
};

function Sieves({ sieve, receipts, runs, onChange }: SieveProps) {
  const sites = sitesIn(receipts);
  const known = runsIn(receipts, runs);
  return (
    <>
      <fieldset class="sieve">
        <legend class="unseen">Show</legend>
        {kinds.map(({ kind, word }) => (
          <label key={kind}>
            <input
              type="radio"
              name="sieve"
              checked={kind === sieve.kind}
              onChange={() => onChange({ ...sieve, kind })}
            />
            <span>{word}</span>
          </label>
        ))}
      </fieldset>
      <div class="narrow">
        <Choice
          label="Site"
          all="All sites"
          value={sieve.site}
          options={sites.map((site) => ({ value: site, text: placeOf(site) }))}
          onChange={(site) => onChange({ ...sieve, site })}
        />
        <Choice
          label="Run"
          all="All runs"
          value={sieve.run}
          options={known.map(({ runId, title }) => ({ value: runId, text: title }))}
          onChange={(run) => onChange({ ...sieve, run })}
        />
      </div>
    </>
  );
}

type ChoiceProps = {
  readonly label: string;
  readonly all: string;
  readonly value: string | null;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly onChange: (value: string | null) => void;
};

function Choice({ label, all, value, options, onChange }: ChoiceProps) {
  if (options.length < 2 && value === null) return null;
  return (
    <label>
      <span class="unseen">{label}</span>
      <select
        value={value ?? ''}
        onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
      >
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text.slice(0, 60)}
          </option>
        ))}
      </select>
    </label>
  );
}
