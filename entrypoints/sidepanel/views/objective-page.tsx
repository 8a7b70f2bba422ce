import { useMemo } from 'preact/hooks';
import type { ObjectiveView } from '../../../shared/objective.ts';
import type { RunView } from '../../../shared/run.ts';
import { elapsedText, whenText } from '../amounts.ts';
import type { ViewProps } from '../app.tsx';
import { citedBlocks } from '../cited-report.ts';
import { objectiveSentence, tokensText } from '../objective-words.ts';
import { AskFurther } from '../parts/ask-further.tsx';
import { Checklist } from '../parts/checklist.tsx';
import { FileList } from '../parts/file-list.tsx';
import { FindingList } from '../parts/finding-list.tsx';
import { MarkdownView } from '../parts/markdown-view.tsx';
import { ReportButton } from '../parts/report-button.tsx';
import { Shown } from '../parts/shown.tsx';
import { StatusMark } from '../parts/status-mark.tsx';
import { StopButton } from '../parts/stop-button.tsx';
import { StoryList } from '../parts/story-list.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { TurnButton } from '../parts/turn-button.tsx';
import { useNow } from '../parts/use-now.ts';
import { isOver, type RunStory } from '../run-story.ts';
import { statusWord } from '../words.ts';

type Props = Pick<ViewProps, 'actions'> & {
  readonly story: RunStory;
  readonly objective: ObjectiveView;
  readonly stopping: boolean;
  readonly starting: boolean;
};

/** Work on an objective: it on top, how it stands, what was found, and every turn in time order. */
export function ObjectivePage({ story, objective, stopping, starting, actions }: Props) {
  const { run } = story;
  const over = isOver(run);
  const asks = objective.question !== null && !over;
  return (
    <article class={`run is-${run.status}`} aria-label={run.template.title}>
      <h1 tabIndex={-1} class="objective">
        <Shown text={objective.text} charactersMax={160} />
      </h1>
      <div class="run-head">
        <p class="run-status">
          <StatusMark status={asks ? 'waiting_approval' : run.status} />
          <strong>{asks ? 'Asks you' : statusWord(run)}</strong>
          {over ? null : <TurnButton run={run} actions={actions} />}
          {over ? null : <StopButton stopping={stopping} onStop={() => actions.stop(run.run_id)} />}
        </p>
        <Numbers run={run} objective={objective} />
      </div>
      <p class="soft">{objectiveSentence(run, objective)}</p>
      {run.fault === null || run.status === 'cancelled' ? null : <Trouble fault={run.fault} />}
      {run.fault?.code === 'model-unavailable' ? (
        <button type="button" onClick={() => actions.open({ name: 'models' })}>
          Look at the models
        </button>
      ) : null}
      {over ? <Result run={run} objective={objective} actions={actions} /> : null}
      <Checklist checklist={objective.checklist} findings={objective.findings} over={over} />
      <FindingList findings={objective.findings} over={over} />
      <section aria-labelledby="story">
        <h2 id="story">{over ? 'What happened' : 'What is happening'}</h2>
        <StoryList story={story} />
      </section>
      {over ? null : <FileList files={run.files} onShow={(path) => actions.showFile(run.run_id, path)} />}
      {over ? <AskFurther starting={starting} onAsk={(text) => actions.followUp(run.run_id, text)} /> : null}
      <Given run={run} objective={objective} actions={actions} />
    </article>
  );
}

/** Each number has a box of its own, so that none of them moves another. */
function Numbers({ run, objective }: { readonly run: RunView; readonly objective: ObjectiveView }) {
  const over = isOver(run);
  const now = useNow(1000, !over);
  const ended = run.ended_at === null ? now : Date.parse(run.ended_at);
  const { tokens, turns, turns_max: turnsMax } = objective;
  const facts = [
    ['Turn', `${turns.length} / ${turnsMax}`],
    ['Time', elapsedText(ended - Date.parse(run.started_at))],
    ['Model calls', String(tokens.calls)],
    ['Tokens in', tokensText(tokens.read)],
    ['reused', tokensText(tokens.reused)],
    ['out', tokensText(tokens.written)],
  ] as const;
  return (
    <dl class="numbers six">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

type ResultProps = Pick<Props, 'objective' | 'actions'> & { readonly run: RunView };

function Result({ run, objective, actions }: ResultProps) {
  const { answer } = objective;
  const blocks = useMemo(() => citedBlocks(answer ?? '', run), [answer, run]);
  return (
    <section aria-label="Result" class="result">
      {answer === null ? (
        <p>It ended before a result was written. The report tells what was found and what is missing.</p>
      ) : (
        <div class="answer">
          <MarkdownView blocks={blocks} />
        </div>
      )}
      <FileList files={run.files} onShow={(path) => actions.showFile(run.run_id, path)} />
      {run.report === null ? null : (
        <div class="buttons">
          <ReportButton run={run} actions={actions} />
        </div>
      )}
    </section>
  );
}

type GivenProps = Pick<Props, 'objective' | 'actions'> & { readonly run: RunView };

function Given({ run, objective, actions }: GivenProps) {
  const { follows, model } = objective;
  return (
    <details class="given">
      <summary>What it worked with</summary>
      <dl class="facts">
        <div>
          <dt>Model</dt>
          <dd>
            <Shown text={model.name} /> <span class="soft">({model.provider})</span>
            {model.remote ? <span class="tag remote">Not on this computer</span> : null}
          </dd>
        </div>
        <div>
          <dt>May do</dt>
          <dd>{objective.read_only ? 'Only read' : 'Read and act, by your rules'}</dd>
        </div>
        <div>
          <dt>Started</dt>
          <dd>{whenText(run.started_at, new Date())}</dd>
        </div>
        <div>
          <dt>Pages read</dt>
          <dd>{objective.pages.length}</dd>
        </div>
        {follows === null ? null : (
          <div>
            <dt>Follows</dt>
            <dd>
              <button
                type="button"
                class="quiet"
                onClick={() => actions.open({ name: 'run', runId: follows })}
              >
                The run before
              </button>
            </dd>
          </div>
        )}
      </dl>
    </details>
  );
}
