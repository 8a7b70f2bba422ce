import { TemplateParameter } from '../../../shared/protocol/control-messages.ts';
import { fieldText, fieldValue } from '../argument-field.ts';
import { Choice, Entry } from '../parts/entry.tsx';
import { isEditable } from '../studio-state.ts';
import { entries, type Members, members, text } from '../template-value.ts';
import type { EditorProps } from './editor-view.tsx';

const typeWords: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'yes or no',
  url: 'web address',
  secret: 'stored secret',
  date: 'date',
  month: 'month',
};
const typeOptions = TemplateParameter.shape.type.options.map((value) => ({
  value,
  words: typeWords[value] ?? value,
}));

/** What a run is asked for. */
export function ParametersTab({ open, actions }: EditorProps) {
  const editable = isEditable(open);
  const parameters = Object.entries(members(members(open.checked.value ?? {})['parameters']));
  const add = (): void => {
    const taken = parameters.map(([name]) => name);
    const name = [...Array(taken.length + 1).keys()]
      .map((at) => `value_${at + 1}`)
      .find((one) => !taken.includes(one));
    const value = { type: 'string', title: 'New value' };
    void actions.edit([{ op: 'set', path: ['parameters', name ?? 'value'], value }]);
  };
  return (
    <fieldset disabled={!editable}>
      <p class="soft">What changes from run to run. Steps use a value as {'{{parameters.name}}'}.</p>
      <ul class="parameter-list">
        {parameters.map(([name, spec]) => (
          <li key={name}>
            <ParameterForm name={name} spec={members(spec)} actions={actions} />
          </li>
        ))}
      </ul>
      {editable ? (
        <button type="button" class="wide add" onClick={add}>
          Add a parameter
        </button>
      ) : null}
    </fieldset>
  );
}

type FormProps = { readonly name: string; readonly spec: Members; readonly actions: EditorProps['actions'] };

function ParameterForm({ name, spec, actions }: FormProps) {
  const id = `p-${name}`;
  const path = (key: string): string[] => ['parameters', name, key];
  const put = (key: string, kind: 'text' | 'data', given: string): void => {
    const value = kind === 'text' ? given || undefined : fieldValue('data', given);
    if (value === undefined && spec[key] === undefined) return;
    void actions.edit([
      value === undefined ? { op: 'remove', path: path(key) } : { op: 'set', path: path(key), value },
    ]);
  };
  const isSecret = spec['type'] === 'secret';
  const options = entries(spec['options']).map(text).join('\n');
  const setOptions = (given: string): void => {
    const list = given
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    void actions.edit([
      list.length === 0
        ? { op: 'remove', path: path('options') }
        : { op: 'set', path: path('options'), value: list },
    ]);
  };
  return (
    <section class="parameter" aria-label={name}>
      <div class="pair">
        <Entry
          id={`${id}-title`}
          label="Asked as"
          value={text(spec['title'])}
          onChange={(value) => put('title', 'text', value)}
        />
        <Choice
          id={`${id}-type`}
          label="Kind"
          value={text(spec['type'])}
          options={typeOptions}
          onChange={(value) => put('type', 'text', value)}
        />
      </div>
      <Entry
        id={`${id}-default`}
        label={isSecret ? 'Stored secret, such as secret:portal' : 'Taken if nothing is given'}
        code
        value={fieldText('text', spec['default'])}
        onChange={(value) => put('default', isText(spec) ? 'text' : 'data', value)}
      />
      {spec['type'] === 'string' ? (
        <Entry
          id={`${id}-options`}
          label="The only values allowed, one a line"
          lines
          value={options}
          onChange={setOptions}
        />
      ) : null}
      <div class="parameter-end">
        <Entry
          id={`${id}-name`}
          label="Name for references"
          code
          value={name}
          onChange={(to) => actions.rename('parameters', ['parameters', name], { from: name, to })}
        />
        <label>
          <input
            type="checkbox"
            checked={spec['required'] === true}
            onChange={(event) =>
              void actions.edit([{ op: 'set', path: path('required'), value: event.currentTarget.checked }])
            }
          />
          must be given
        </label>
        <button
          type="button"
          class="quiet bad"
          onClick={() => void actions.edit([{ op: 'remove', path: ['parameters', name] }])}
        >
          Remove
        </button>
      </div>
    </section>
  );
}

function isText(spec: Members): boolean {
  return !['integer', 'number', 'boolean'].includes(text(spec['type']));
}
