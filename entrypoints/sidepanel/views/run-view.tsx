import type { RunView } from '../../../shared/run.ts';
import { countText, elapsedText, whenText } from '../amounts.ts';
import type { ViewProps } from '../app.tsx';
import { nothingTold } from '../objective-story.ts';
import { FileList } from '../parts/file-list.tsx';
import { Icon } from '../parts/icon.tsx';
import { ReportButton } from '../parts/report-button.tsx';
import { ResultTable } from '../parts/result-table.tsx';
import { Shown } from '../parts/shown.tsx';
import { StatusMark } from '../parts/status-mark.tsx';
import { StopButton } from '../parts/stop-button.tsx';
import { StoryList } from '../parts/story-list.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { TurnButton } from '../parts/turn-button.tsx';
import { useNow } from '../parts/use-now.ts';
import { isOver, type RunStory, stepsDone } from '../run-story.ts';
import { humanName, runSentence, statusWord } from '../words.ts';
import { Waiting } from './home-view.tsx';
import { ObjectivePage } from './objective-page.tsx';

type Props = ViewProps & { readonly runId: string };

/** One run: what it is and how it stands on top, its result once there is one, its story in time order below. */
export function RunPage({ runId, state, actions }: Props) {
  const listed = state.runs?.find((run) => run.run_id === runId);
  const active = state.status?.active_runs.find((run) => run.run_id === runId);
  const story = state.stories[runId] ?? untold(listed ?? active);
  return (
    <>
      <button type="button" class="quiet back" onClick={() => actions.open({ name: 'home' })}>
        <Icon name="back" /> All tasks
      </button>
      {story === null ? (
        <Waiting />
      ) : story.run.objective === undefined ? (
        <Run story={story} stopping={state.stopping === runId} actions={actions} />
      ) : (
        <ObjectivePage
          key={runId}
          story={story}
          objective={story.run.objective}
          stopping={state.stopping === runId}
          starting={state.starting}
          actions={actions}
        />
      )}
    </>
  );
}

type RunProps = Pick<ViewProps, 'actions'> & { readonly story: RunStory; readonly stopping: boolean };

function Run({ story, stopping, actions }: RunProps) {
  const { run } = story;
  const over = isOver(run);
  return (
    <article class={`run is-${run.status}`} aria-label={run.template.title}>
      <div class="run-head">
        <h1 tabIndex={-1}>
          <Shown text={run.template.title} />
        </h1>
        <p class="run-status">
          <StatusMark status={run.status} />
          <strong>{statusWord(run)}</strong>
          {over ? null : <TurnButton run={run} actions={actions} />}
          {over ? null : <StopButton stopping={stopping} onStop={() => actions.stop(run.run_id)} />}
        </p>
        <Numbers run={run} />
      </div>
      <p class="soft">{runSentence(run)}</p>
      {/* A run that the person stopped has no trouble to tell; its sentence says all. */}
      {run.fault === null || run.status === 'cancelled' ? null : <Trouble fault={run.fault} />}
      {over ? <Result run={run} actions={actions} /> : null}
      <section aria-labelledby="story">
        <h2 id="story">{over ? 'What happened' : 'What is happening'}</h2>
        <StoryList story={story} />
      </section>
      {over ? null : <FileList files={run.files} onShow={(path) => actions.showFile(run.run_id, path)} />}
      <Given run={run} />
    </article>
  );
}

function Numbers({ run }: { readonly run: RunView }) {
  const over = isOver(run);
  const now = useNow(1000, !over);
  const started = Date.parse(run.started_at);
  const ended = run.ended_at === null ? now : Date.parse(run.ended_at);
  return (
    <dl class="numbers">
      <div>
        <dt>Steps</dt>
        <dd>
          {stepsDone(run)} / {run.steps.length}
        </dd>
      </div>
      <div>
        <dt>Time</dt>
        <dd>{elapsedText(ended - started)}</dd>
      </div>
      <div>
        <dt>Files</dt>
        <dd>{run.files.length}</dd>
      </div>
    </dl>
  );
}

function Result({ run, actions }: Pick<ViewProps, 'actions'> & { readonly run: RunView }) {
  return (
    <section aria-label="Result" class="result">
      <FileList files={run.files} onShow={(path) => actions.showFile(run.run_id, path)} />
      {run.output === null ? null : <ResultTable output={run.output} />}
      <div class="buttons">
        <ReportButton run={run} actions={actions} />
        {run.fault?.detail?.['cut_off'] === true ? (
          <button type="button" onClick={() => actions.goOn(run.run_id)}>
            Go on from there
          </button>
        ) : null}
        <button
          type="button"
          onClick={() => actions.open({ name: 'form', templateId: run.template.id, from: run.run_id })}
        >
          Run again…
        </button>
      </div>
    </section>
  );
}

function Given({ run }: { readonly run: RunView }) {
  const parameters = Object.entries(run.parameters);
  return (
    <details class="given">
      <summary>What it was given ({countText(parameters.length, 'value')})</summary>
      <dl class="facts">
        {parameters.map(([name, value]) => (
          <div key={name}>
            <dt>{humanName(name)}</dt>
            <dd>
              <Shown text={typeof value === 'string' ? value : JSON.stringify(value)} />
            </dd>
          </div>
        ))}
        <div>
          <dt>Started</dt>
          <dd>{whenText(run.started_at, new Date())}</dd>
        </div>
        <div>
          <dt>Task</dt>
          <dd>
            {run.template.id} {run.template.version}
          </dd>
        </div>
        {run.profile === null ? null : (
          <div>
            <dt>Browser profile</dt>
            <dd>
              <Shown text={run.profile} />
            </dd>
          </div>
        )}
      </dl>
    </details>
  );
}

/** A run whose events are not here yet is shown from its summary. */
function untold(run: RunView | undefined): RunStory | null {
  if (run === undefined) return null;
  const at = run.started_at;
  const steps = run.steps
    .filter((step) => step.status !== 'pending')
    .map((step) => ({ kind: 'step', at, stepId: step.id }) as const);
  const turns = (run.objective?.turns ?? []).map(({ n }) => ({ kind: 'turn', at, n }) as const);
  const rest = { receipts: {}, approvals: {}, objective: nothingTold, lastSeq: -1, gapped: true };
  return { run, entries: [...steps, ...turns], ...rest };
}
