import { useState } from 'preact/hooks';
import type { RunView } from '../../../shared/run.ts';
import { whenText } from '../amounts.ts';
import type { ViewProps } from '../app.tsx';
import { type KeptHead, titleOf } from '../history.ts';
import { Icon } from '../parts/icon.tsx';
import { Shown } from '../parts/shown.tsx';
import { StatusMark } from '../parts/status-mark.tsx';
import { useNow } from '../parts/use-now.ts';
import { isOver } from '../run-story.ts';
import { runWords } from '../words.ts';
import { Waiting } from './home-view.tsx';

type Head = KeptHead & { readonly kept: boolean };

/** Every report that can be read here, newest first: those of the program, and those that this browser keeps. */
export function ReportsView({ state, actions }: ViewProps) {
  const { kept } = state.objectives;
  const heads = headsOf(state.runs ?? [], kept ?? []);
  const now = new Date(useNow(60_000, true));
  return (
    <section>
      <h1 tabIndex={-1}>Reports</h1>
      {kept === null && state.runs === null ? <Waiting /> : null}
      {kept !== null && heads.length === 0 ? (
        <p class="soft">
          Nothing yet. What is worked on ends with a report, and the reports are listed here.
        </p>
      ) : null}
      <ul class="rows">
        {heads.map((head) => (
          <li key={head.run_id} class="report-row">
            <button
              type="button"
              class="row"
              onClick={() => actions.open({ name: 'report', runId: head.run_id })}
            >
              <StatusMark status={head.status} />
              <span class="row-text">
                <span>
                  <Shown text={head.title} charactersMax={90} />
                </span>
                <span class="soft">
                  {runWords[head.status]} · {whenText(head.started_at, now)}
                  {head.kept ? ' · kept here' : ''}
                </span>
              </span>
              <Icon name="chevron" />
            </button>
            {head.kept ? (
              <button
                type="button"
                class="quiet square"
                aria-label={`Take out of this browser: ${head.title}`}
                title="Take out of this browser"
                onClick={() => actions.forget(head.run_id)}
              >
                <Icon name="cross" />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
      <p class="soft">
        What was read once is kept in this browser, so that it can be read without the program on this
        computer. The originals lie in its data folder and stay there.
      </p>
      {(kept ?? []).length === 0 ? null : <ForgetAll onForget={() => actions.forget(null)} />}
    </section>
  );
}

/** Asked once more, as it cannot be taken back. */
function ForgetAll({ onForget }: { readonly onForget: () => void }) {
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <button type="button" onClick={() => setAsked(true)}>
        Take all out of this browser…
      </button>
    );
  }
  return (
    <div class="buttons">
      <button type="button" onClick={() => setAsked(false)}>
        Keep them
      </button>
      <button type="button" class="primary" onClick={onForget}>
        Take all out
      </button>
    </div>
  );
}

function headsOf(runs: readonly RunView[], kept: readonly KeptHead[]): readonly Head[] {
  const ended = runs.filter((run) => isOver(run) && run.report !== null);
  const heads = new Map<string, Head>();
  for (const run of ended) heads.set(run.run_id, { ...headOf(run), kept: false });
  for (const head of kept) heads.set(head.run_id, { ...head, kept: true });
  return [...heads.values()].sort((a, b) => b.started_at.localeCompare(a.started_at));
}

function headOf(run: RunView): KeptHead {
  const { run_id, status, started_at } = run;
  return { run_id, title: titleOf(run), status, started_at };
}
