import type { TemplateEdit } from '../../../shared/protocol/studio-messages.ts';
import { fieldText, fieldValue } from '../argument-field.ts';
import { Entry } from '../parts/entry.tsx';
import { isEditable } from '../studio-state.ts';
import { entries, members, text } from '../template-value.ts';
import type { EditorProps } from './editor-view.tsx';

/** What the template is called, where it may go, what it gives back. */
export function AboutTab({ open, actions }: EditorProps) {
  const value = members(open.checked.value ?? {});
  const set = (key: string, given: string): void =>
    void actions.edit([{ op: 'set', path: [key], value: given }]);
  const setSites = (given: string): void => {
    const sites = given
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    void actions.edit([{ op: 'set', path: ['sites'], value: sites }]);
  };
  const setOutput = (given: string): void => {
    const edits = outputEdit(given);
    void actions.edit([edits]);
  };
  return (
    <fieldset disabled={!isEditable(open)}>
      <Entry
        id="a-title"
        label="Title"
        value={text(value['title'])}
        onChange={(given) => set('title', given)}
      />
      <Entry
        id="a-description"
        label="Description"
        lines
        value={text(value['description'])}
        onChange={(given) => set('description', given)}
      />
      <div class="pair">
        <Entry
          id="a-id"
          label="Id"
          code
          value={text(value['id'])}
          onChange={(given) => set('id', given)}
          about="Names its file and what runs it."
        />
        <Entry
          id="a-version"
          label="Version"
          code
          value={text(value['version'])}
          onChange={(given) => set('version', given)}
          about="Another version gets a file of its own."
        />
      </div>
      <Entry
        id="a-sites"
        label="Sites, one a line"
        lines
        code
        value={entries(value['sites']).map(text).join('\n')}
        onChange={setSites}
        about="It reaches no other. Only the part up to the first slash counts."
      />
      <Entry
        id="a-output"
        label="What a run gives back, one a line"
        lines
        code
        value={outputText(value['output'])}
        onChange={setOutput}
        about="Such as rows = {{steps.orders.rows}}"
      />
    </fieldset>
  );
}

function outputText(output: Parameters<typeof members>[0]): string {
  return Object.entries(members(output))
    .map(([key, value]) => `${key} = ${fieldText('text', value)}`)
    .join('\n');
}

function outputEdit(given: string): TemplateEdit {
  const pairs = given.split('\n').flatMap((line) => {
    const [key = '', ...rest] = line.split('=');
    const value = fieldValue('text', rest.join('=').trim());
    return key.trim() === '' || value === undefined ? [] : [[key.trim(), value] as const];
  });
  return { op: 'set', path: ['output'], value: Object.fromEntries(pairs) };
}
