import type { TemplateSummary } from '../../../shared/protocol/control-messages.ts';
import type { RunView } from '../../../shared/run.ts';
import { activeRun } from '../active-run.ts';
import { countText, whenText } from '../amounts.ts';
import type { ViewProps } from '../app.tsx';
import { Icon } from '../parts/icon.tsx';
import { ObjectiveEntry } from '../parts/objective-entry.tsx';
import { Shown } from '../parts/shown.tsx';
import { StatusMark } from '../parts/status-mark.tsx';
import { StudioButton } from '../parts/studio-button.tsx';
import { useNow } from '../parts/use-now.ts';
import { isOver } from '../run-story.ts';
import { reviewWords, statusWord } from '../words.ts';

/** What can be done, what is going on, what was done. */
export function HomeView({ state, actions }: ViewProps) {
  const runs = state.runs ?? [];
  // The newest one that goes on stands in the strip above.
  const onStrip = activeRun(state)?.run_id;
  const going = runs.filter((run) => !isOver(run) && run.run_id !== onStrip);
  const done = runs.filter(isOver);
  return (
    <>
      {going.length === 0 ? null : (
        <section aria-labelledby="going">
          <h2 id="going">Also going on</h2>
          <RunList runs={going} onOpen={(runId) => actions.open({ name: 'run', runId })} />
        </section>
      )}
      <ObjectiveEntry state={state} actions={actions} />
      <section aria-labelledby="tasks">
        <h2 id="tasks">Tasks with a fixed course</h2>
        <TemplateList
          templates={state.templates}
          onChoose={(templateId) =>
            actions.open({ name: 'form', templateId, from: latestOf(runs, templateId)?.run_id ?? null })
          }
        />
        <StudioButton words="Record or edit in the studio" />
      </section>
      <section aria-labelledby="recent">
        <h2 id="recent">Recent</h2>
        {state.runs === null ? (
          <Waiting />
        ) : done.length === 0 ? (
          <p class="soft">Nothing yet. What you run is listed here with its result.</p>
        ) : (
          <RunList runs={done} onOpen={(runId) => actions.open({ name: 'run', runId })} />
        )}
      </section>
    </>
  );
}

type TemplateListProps = {
  readonly templates: readonly TemplateSummary[] | null;
  readonly onChoose: (templateId: string) => void;
};

function TemplateList({ templates, onChoose }: TemplateListProps) {
  if (templates === null) return <Waiting />;
  if (templates.length === 0) {
    return <p class="soft">No task is installed. Put a template into the data folder's templates folder.</p>;
  }
  return (
    <ul class="cards">
      {templates.map((template) => (
        <li key={template.id}>
          <button type="button" class="card" onClick={() => onChoose(template.id)}>
            <span class="card-title">
              <Shown text={template.title} />
              <Icon name="chevron" />
            </span>
            <span class="soft">
              <Shown text={template.description} charactersMax={240} />
            </span>
            <span class="soft tags">
              <span class="tag">{countText(template.steps.length, 'step')}</span>
              <span class="tag">{reviewWords[template.review]}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

type RunListProps = { readonly runs: readonly RunView[]; readonly onOpen: (runId: string) => void };

function RunList({ runs, onOpen }: RunListProps) {
  const now = useNow(60_000, true);
  return (
    <ul class="rows">
      {runs.map((run) => (
        <li key={run.run_id}>
          <button type="button" class="row" onClick={() => onOpen(run.run_id)}>
            <StatusMark status={run.status} />
            <span class="row-text">
              <span>
                <Shown text={run.template.title} />
              </span>
              <span class="soft">
                {statusWord(run)} · {whenText(run.started_at, new Date(now))}
                {run.files.length === 0 ? '' : ` · ${countText(run.files.length, 'file')}`}
                {run.objective === undefined
                  ? ''
                  : ` · ${countText(run.objective.findings.length, 'finding')}`}
              </span>
            </span>
            <Icon name="chevron" />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Lines where something will stand in a moment. */
export function Waiting() {
  return (
    <div class="waiting" role="status">
      <span class="unseen">Loading</span>
      <i />
      <i />
    </div>
  );
}

function latestOf(runs: readonly RunView[], templateId: string): RunView | undefined {
  return runs.find((run) => run.template.id === templateId);
}
