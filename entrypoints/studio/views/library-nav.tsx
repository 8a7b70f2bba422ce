import type { TemplateListing, TemplateState } from '../../../shared/protocol/studio-messages.ts';
import { Shown } from '../../sidepanel/parts/shown.tsx';
import type { StudioProps } from '../studio-app.tsx';
import { isChanged, type StudioState } from '../studio-state.ts';

export const stateWords: Readonly<Record<TemplateState, { readonly word: string; readonly about: string }>> =
  {
    draft: { word: 'Draft', about: 'Runs where you can answer, never unattended.' },
    reviewed: {
      word: 'Reviewed, unsigned',
      about: 'Says that it was reviewed, but no trusted key has signed it.',
    },
    signed: { word: 'Signed', about: 'Reviewed and signed by a key that is trusted here.' },
    shipped: { word: 'Ships with LocalAgent', about: 'Cannot be changed; make a copy.' },
    broken: { word: 'Cannot run', about: 'Something in it is wrong.' },
  };

const groups = [
  { place: 'own', title: 'Yours' },
  { place: 'organisation', title: "Your organisation's" },
  { place: 'shipped', title: 'With LocalAgent' },
] as const;

const leaving = 'What you changed is not saved. Leave it all the same?';

/** True if nothing would be lost, or the person does not mind. */
export function mayLeave(state: StudioState): boolean {
  return !isChanged(state) || confirm(leaving);
}

/** Every template, by where it lies. */
export function LibraryNav({ state, actions }: StudioProps) {
  const { library, folder } = state;
  const busy = state.recording?.going === true;
  return (
    <nav class="library" aria-label="Templates">
      <div class="library-new">
        <button
          type="button"
          class="primary"
          disabled={busy}
          onClick={() => mayLeave(state) && actions.ask(true)}
        >
          <span class="record-dot" /> Record
        </button>
        <button type="button" disabled={busy} onClick={() => mayLeave(state) && void actions.create()}>
          New
        </button>
      </div>
      {library === null ? <p class="soft">Loading…</p> : null}
      {groups.map(({ place, title }) => {
        const those = (library ?? []).filter((one) => one.place === place);
        if (those.length === 0 && place !== 'own') return null;
        return (
          <section key={place} aria-label={title}>
            <h2>{title}</h2>
            {those.length === 0 && library !== null ? (
              <p class="soft">None yet. What you save here lies in {folder}.</p>
            ) : null}
            <ul>
              {those.map((one) => (
                <li key={`${one.place} ${one.file}`}>
                  <Entry
                    one={one}
                    isOpen={state.open?.source?.place === place && state.open.source.file === one.file}
                    disabled={busy}
                    onOpen={() => mayLeave(state) && void actions.open({ place, file: one.file })}
                  />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}

type EntryProps = {
  readonly one: TemplateListing;
  readonly isOpen: boolean;
  readonly disabled: boolean;
  readonly onOpen: () => void;
};

function Entry({ one, isOpen, disabled, onOpen }: EntryProps) {
  const { word, about } = stateWords[one.state];
  return (
    <button
      type="button"
      class="library-entry"
      aria-current={isOpen ? 'page' : undefined}
      disabled={disabled}
      title={one.trouble || about}
      onClick={onOpen}
    >
      <span class="library-title">
        <Shown text={one.title} charactersMax={60} />
      </span>
      <span class={one.state === 'broken' ? 'bad' : 'soft'}>
        {word}
        {one.version === '' ? '' : ` · ${one.version}`}
      </span>
    </button>
  );
}
