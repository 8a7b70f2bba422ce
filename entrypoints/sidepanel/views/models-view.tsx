import type { ModelListing } from '../../../shared/protocol/control-messages.ts';
import { durationText, elapsedText } from '../amounts.ts';
import type { ViewProps } from '../app.tsx';
import type { ModelTest } from '../objective-state.ts';
import { contextText } from '../objective-words.ts';
import { Command } from '../parts/command.tsx';
import { Shown } from '../parts/shown.tsx';
import { Trouble } from '../parts/trouble.tsx';
import { useNow } from '../parts/use-now.ts';
import { Waiting } from './home-view.tsx';

/** Models that can be used now: where each is, whether anything leaves the computer, and whether it answers. */
export function ModelsView({ state, actions }: ViewProps) {
  const { models, looking, test } = state.objectives;
  const found = models?.models ?? [];
  return (
    <section>
      <h1 tabIndex={-1}>Models</h1>
      <p class="soft">
        An objective is worked on by a language model. One on this computer costs nothing and keeps everything
        here; LocalAgent finds it by itself.
      </p>
      {models === null ? <Waiting /> : null}
      {models !== null && found.length === 0 ? <NoModel /> : null}
      <ul class="cards">
        {found.map((model) => (
          <li key={model.id}>
            <ModelCard model={model} test={test?.model === model.id ? test : null} actions={actions} />
          </li>
        ))}
      </ul>
      <div class="buttons">
        <button type="button" aria-disabled={looking} onClick={() => actions.lookForModels()}>
          {looking ? 'Looking…' : 'Look again'}
        </button>
        {found.some(({ in_use: used }) => used) && found.length > 1 ? (
          <button type="button" onClick={() => actions.useModel(null)}>
            Take the first found
          </button>
        ) : null}
      </div>
      {models === null || models.tried.length === 0 ? null : (
        <details class="given">
          <summary>Where else it looked</summary>
          <dl class="facts">
            {models.tried.map(({ provider, place, trouble }) => (
              <div key={`${provider} ${place}`}>
                <dt>
                  <Shown text={provider} />
                </dt>
                <dd>
                  <Shown text={place} charactersMax={60} />
                  <br />
                  <span class="soft">
                    <Shown text={trouble} charactersMax={300} />
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
    </section>
  );
}

type CardProps = Pick<ViewProps, 'actions'> & {
  readonly model: ModelListing;
  readonly test: ModelTest | null;
};

function ModelCard({ model, test, actions }: CardProps) {
  const asking = test?.state === 'asking';
  return (
    <article class="card model" aria-label={model.name}>
      <p class="card-title">
        <Shown text={model.name} charactersMax={48} />
        {model.in_use ? <span class="tag chosen">In use</span> : null}
      </p>
      <p class="soft">
        <Shown text={model.provider} /> · <Shown text={model.place} charactersMax={48} /> · context{' '}
        {contextText(model.context_tokens)}
      </p>
      {model.remote ? (
        <p class="remote">
          Not on this computer: objectives, findings and the text of pages that are read are sent there.
        </p>
      ) : null}
      <div class="buttons">
        {model.in_use ? null : (
          <button type="button" onClick={() => actions.useModel(model.id)}>
            Use
          </button>
        )}
        <button type="button" aria-disabled={asking} onClick={() => actions.testModel(model.id)}>
          {asking ? 'Asking it…' : 'Test'}
        </button>
      </div>
      <div role="status">{test === null ? null : <TestResult test={test} />}</div>
    </article>
  );
}

function TestResult({ test }: { readonly test: ModelTest }) {
  if (test.state === 'asking') return <Asking since={test.since} />;
  if (test.state === 'failed') return <Trouble fault={test.fault} />;
  const {
    structured,
    duration_ms: took,
    read_per_second: read,
    written_per_second: written,
    remarks,
  } = test.answer;
  return (
    <>
      <p class={structured ? '' : 'bad'}>
        {structured
          ? 'It answers in the form that is needed'
          : 'It answers, but not in the form that is needed'}
        , after {durationText(took)}.
      </p>
      {read === null && written === null ? null : (
        <p class="soft">
          {read === null ? '' : `Reads ${speed(read)}`}
          {read !== null && written !== null ? ', ' : ''}
          {written === null ? '' : `writes ${speed(written)}`}
        </p>
      )}
      {remarks.map((remark) => (
        <p key={remark} class="soft">
          <Shown text={remark} charactersMax={300} />
        </p>
      ))}
    </>
  );
}

function speed(perSecond: number): string {
  return `${perSecond < 10 ? perSecond.toFixed(1) : Math.round(perSecond)} tokens a second`;
}

function Asking({ since }: { readonly since: number }) {
  const waited = useNow(1000, true) - since;
  return (
    <p class="soft">
      {elapsedText(waited)}
      {waited < 10_000 ? '' : ' · A model that is not loaded yet can take a minute or more.'}
    </p>
  );
}

/** What to do when there is none: each way in one step. */
export function NoModel() {
  return (
    <section class="notice">
      <h2>No model was found</h2>
      <p>One of these is enough. A model of about 7 billion parameters does well.</p>
      <ul>
        <li>
          <strong>LM Studio</strong>
          <span class="soft">Load a model there, open Developer, and switch the server on.</span>
        </li>
        <li>
          <strong>Ollama</strong>
          <Command text="ollama pull qwen2.5:7b" />
        </li>
        <li>
          <strong>llama.cpp</strong>
          <Command text="llama-server -m model.gguf --port 8080 -c 16384" />
        </li>
        <li>
          <strong>Nothing of these</strong>
          <span class="soft">LocalAgent can fetch one and run it itself:</span>
          <Command text="localagent model pull qwen2.5-7b" />
        </li>
      </ul>
      <p class="soft">
        Then press Look again. Servers elsewhere are named in config.yaml, under <code>models.servers</code>.
      </p>
    </section>
  );
}
