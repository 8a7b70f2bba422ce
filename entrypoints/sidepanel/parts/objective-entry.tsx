import { useRef } from 'preact/hooks';
import { objectiveCharactersMax } from '../../../shared/objective.ts';
import { countText } from '../amounts.ts';
import type { ViewProps } from '../app.tsx';
import type { Draft } from '../objective-state.ts';
import { examples, modelInUse, siteOf } from '../objective-words.ts';
import { visibleText } from '../visible-text.ts';
import { ModelLine } from './model-line.tsx';
import { submitOnEnter } from './submit-on-enter.ts';

/** Where an objective is written, with what goes along with it, and how far it may go. */
export function ObjectiveEntry({ state, actions }: ViewProps) {
  const { draft, here } = state.objectives;
  const field = useRef<HTMLTextAreaElement>(null);
  const begin = (event: Event) => {
    event.preventDefault();
    actions.startObjective();
  };
  const canBegin = draft.text.trim() !== '' && !state.starting;
  return (
    <form class="ask" aria-labelledby="ask" onSubmit={begin}>
      <h1 tabIndex={-1} id="ask">
        What should be found out or done?
      </h1>
      <textarea
        ref={field}
        aria-labelledby="ask"
        aria-describedby="ask-keys"
        rows={3}
        maxLength={objectiveCharactersMax}
        placeholder="Say it as you would to a person: what you want to know or have done, and how many, by when, from where."
        value={draft.text}
        onFocus={() => actions.look()}
        onInput={(event) => actions.write({ text: event.currentTarget.value })}
        onKeyDown={submitOnEnter}
      />
      <div class="chips">
        <Chips state={state} actions={actions} />
      </div>
      <Sent state={state} />
      <div class="ask-end">
        <ModelLine state={state} onOpen={() => actions.open({ name: 'models' })} />
        <button type="submit" class="primary" aria-disabled={!canBegin}>
          {state.starting ? 'Starting…' : 'Start'}
        </button>
      </div>
      <p class="unseen" id="ask-keys">
        Enter starts. Shift and Enter begin a new line.
      </p>
      {draft.text !== '' ? null : (
        <Examples
          beside={here?.page != null}
          onChoose={(change) => {
            actions.write(change);
            field.current?.focus();
          }}
        />
      )}
    </form>
  );
}

function Chips({ state, actions }: ViewProps) {
  const { draft, here } = state.objectives;
  return (
    <>
      {here === null || here.page === null ? null : (
        <Chip pressed={draft.fromPage} onPress={() => actions.write({ fromPage: !draft.fromPage })}>
          From this page: {visibleText(here.title === '' ? siteOf(here.url) : here.title)}
        </Chip>
      )}
      {here === null || here.selection === '' ? null : (
        <Chip
          pressed={draft.withSelection}
          onPress={() => actions.write({ withSelection: !draft.withSelection })}
        >
          With the selection: “{visibleText(here.selection)}”
        </Chip>
      )}
      <Chip pressed={draft.readOnly} onPress={() => actions.write({ readOnly: !draft.readOnly })}>
        Only read
      </Chip>
      <label class="chip minutes">
        At most{' '}
        <input
          type="text"
          inputMode="numeric"
          size={3}
          maxLength={5}
          placeholder="any"
          value={draft.minutes}
          onInput={(event) => actions.write({ minutes: event.currentTarget.value.replace(/[^\d.]/g, '') })}
        />{' '}
        minutes
      </label>
    </>
  );
}

type ChipProps = {
  readonly pressed: boolean;
  readonly onPress: () => void;
  readonly children: preact.ComponentChildren;
};

function Chip({ pressed, onPress, children }: ChipProps) {
  return (
    <button type="button" class="chip" aria-pressed={pressed} onClick={onPress}>
      {children}
    </button>
  );
}

/** What goes where, said before it goes. */
function Sent({ state }: Pick<ViewProps, 'state'>) {
  const { draft, here, models } = state.objectives;
  const model = modelInUse(models?.models ?? []);
  const parts = sentParts(draft, here?.url ?? '', here?.selection.length ?? 0);
  if (model?.remote !== true && parts.length === 0) return null;
  const what = ['your words', ...parts].join(', ');
  return (
    <p class={model?.remote === true ? 'soft sent remote' : 'soft sent'} role="status">
      {model?.remote === true
        ? `Sent to ${model.place}: ${what}, and the text of every page that is read.`
        : `The model gets ${what}.`}
    </p>
  );
}

function sentParts(draft: Draft, url: string, selected: number): readonly string[] {
  return [
    ...(draft.fromPage ? [`the page at ${siteOf(url)}, where it begins`] : []),
    ...(draft.withSelection ? [`the selection (${countText(selected, 'character')})`] : []),
  ];
}

type ExamplesProps = { readonly beside: boolean; readonly onChoose: (change: Partial<Draft>) => void };

function Examples({ beside, onChoose }: ExamplesProps) {
  return (
    <div class="examples">
      <h2>For example</h2>
      <ul>
        {examples
          .filter(({ page }) => beside || !page)
          .map(({ text, page }) => (
            <li key={text}>
              <button type="button" class="example" onClick={() => onChoose({ text, fromPage: page })}>
                {text}
              </button>
            </li>
          ))}
      </ul>
    </div>
  );
}
