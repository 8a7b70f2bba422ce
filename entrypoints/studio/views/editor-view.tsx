import { Shown } from '../../sidepanel/parts/shown.tsx';
import { Tabs } from '../parts/tabs.tsx';
import type { StudioProps } from '../studio-app.tsx';
import { isChanged, isEditable, type OpenTemplate, type Side, type Tab } from '../studio-state.ts';
import { entries, members, text } from '../template-value.ts';
import { AboutTab } from './about-tab.tsx';
import { stateWords } from './library-nav.tsx';
import { ParametersTab } from './parameters-tab.tsx';
import { ChangesView, PlanView, RulesView } from './side-view.tsx';
import { StepsTab } from './steps-tab.tsx';
import { TextTab } from './text-tab.tsx';

export type EditorProps = StudioProps & { readonly open: OpenTemplate };

/** One template: its forms and its text at the left, what it does and what the rules say at the right. */
export function EditorView({ open, state, actions }: EditorProps) {
  const props = { open, state, actions };
  const value = members(open.checked.value ?? {});
  const tabs: readonly { readonly name: Tab; readonly words: string }[] = [
    { name: 'steps', words: counted('Steps', entries(value['steps']).length) },
    { name: 'parameters', words: counted('Parameters', Object.keys(members(value['parameters'])).length) },
    { name: 'about', words: 'About' },
    { name: 'text', words: 'Text' },
  ];
  const sides: readonly { readonly name: Side; readonly words: string }[] = [
    { name: 'plan', words: open.checked.problems.length > 0 ? 'To mend' : 'What it does' },
    { name: 'rules', words: 'Dry run' },
    { name: 'changes', words: 'Changes' },
  ];
  return (
    <>
      <EditorHead {...props} title={text(value['title']) || 'Without a title'} />
      <div class="columns">
        <section class="column" aria-label="Template">
          <Tabs label="Template" chosen={state.tab} tabs={tabs} onChoose={actions.show}>
            {state.tab === 'steps' ? <StepsTab {...props} /> : null}
            {state.tab === 'parameters' ? <ParametersTab {...props} /> : null}
            {state.tab === 'about' ? <AboutTab {...props} /> : null}
            {state.tab === 'text' ? <TextTab {...props} /> : null}
          </Tabs>
        </section>
        <aside class="column" aria-label="What it does">
          <Tabs label="What it does" chosen={state.side} tabs={sides} onChoose={actions.look}>
            {state.side === 'plan' ? <PlanView {...props} /> : null}
            {state.side === 'rules' ? <RulesView {...props} /> : null}
            {state.side === 'changes' ? <ChangesView {...props} /> : null}
          </Tabs>
        </aside>
      </div>
    </>
  );
}

function counted(word: string, count: number): string {
  return count === 0 ? word : `${word} ${count}`;
}

function EditorHead({ open, state, actions, title }: EditorProps & { readonly title: string }) {
  const changed = isChanged(state);
  const { word, about } = stateWords[open.state];
  const editable = isEditable(open);
  return (
    <div class="editor-head">
      <div class="editor-title">
        <h2>
          <Shown text={title} charactersMax={90} />
        </h2>
        <p class="soft">
          {changed ? 'Not saved yet' : word} · {open.source?.file ?? 'new'}
          {changed ? '' : ` · ${about}`}
        </p>
      </div>
      <div class="editor-buttons">
        <button type="button" onClick={() => void actions.copy()}>
          Copy
        </button>
        {editable ? (
          <>
            <button type="button" onClick={() => actions.ask(true)}>
              Record more
            </button>
            <button
              type="button"
              disabled={changed || open.checked.problems.length > 0 || open.source === null}
              title={
                changed ? 'Save it first.' : 'Writes down for a reviewer what it does and how to sign it.'
              }
              onClick={() => void actions.submit()}
            >
              Ask for review
            </button>
            <button type="button" class="primary" disabled={!changed} onClick={() => void actions.save()}>
              Save
            </button>
          </>
        ) : null}
      </div>
    </div>
  );
}
