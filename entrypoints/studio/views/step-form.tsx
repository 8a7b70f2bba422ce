import { Bucket } from '../../../shared/actions.ts';
import type { TemplateEdit } from '../../../shared/protocol/studio-messages.ts';
import { tools } from '../../../shared/tools/index.ts';
import { type ArgumentField, argumentFields, fieldText, fieldValue } from '../argument-field.ts';
import { bucketWords } from '../parts/bucket-tag.tsx';
import { Choice, Entry } from '../parts/entry.tsx';
import { entries, members, type PlacedStep, referencesBefore, stepKind, text } from '../template-value.ts';
import type { EditorProps } from './editor-view.tsx';
import { isUnder } from './steps-tab.tsx';

type Props = EditorProps & { readonly step: PlacedStep; readonly editable: boolean };

const toolOptions = [...tools.values()].map(({ name, title, category }) => ({
  value: name,
  words: title,
  group: category,
}));
const failureOptions = [
  { value: 'abort', words: 'end the run' },
  { value: 'skip', words: 'go on without it' },
  { value: 'retry', words: 'try again, where nothing was done' },
];

/** The fields of one step, made from its tool's declaration. */
export function StepForm(props: Props) {
  const { step, open, editable, actions } = props;
  const id = `f-${step.path.join('-')}`;
  const set = (key: readonly (string | number)[], value: string): void => {
    const path = [...step.path, ...key];
    void actions.edit([value === '' ? { op: 'remove', path } : { op: 'set', path, value }]);
  };
  const problems = open.checked.problems.filter(({ path }) => isUnder(path, step.path));
  const references = referencesBefore(open.checked.value ?? {}, step.path);
  return (
    <fieldset disabled={!editable}>
      <datalist id={`${id}-references`}>
        {references.map((reference) => (
          <option key={reference} value={reference} />
        ))}
      </datalist>
      {problems.length === 0 ? null : (
        <ul class="problems" role="alert">
          {problems.map(({ path, message }) => (
            <li key={`${path}${message}`}>{message}</li>
          ))}
        </ul>
      )}
      <div class="pair">
        <Entry
          id={`${id}-title`}
          label="What it is for"
          value={text(step.value['title'])}
          onChange={(value) => set(['title'], value)}
        />
        <Entry
          id={`${id}-id`}
          label="Name for references"
          code
          value={text(step.value['id'])}
          onChange={(to) => actions.rename('steps', step.path, { from: text(step.value['id']), to })}
        />
      </div>
      {stepKind(step.value) === 'tool' ? (
        <ToolFields {...props} id={id} />
      ) : (
        <p class="soft">The rest of this step is written as text. Its place is marked under "Text".</p>
      )}
      <StepButtons {...props} />
    </fieldset>
  );
}

function ToolFields({ step, actions, id }: Props & { readonly id: string }) {
  const tool = tools.get(text(step.value['tool']));
  const fields = tool === undefined ? [] : argumentFields(tool);
  const args = members(step.value['args']);
  const shown = fields.filter(
    ({ name, required, kind }) => required || args[name] !== undefined || kind === 'selector',
  );
  const folded = fields.filter((field) => !shown.includes(field));
  const choose = (name: string): void => {
    const next = tools.get(name);
    if (next === undefined) return;
    const known = Object.keys(next.input.shape);
    const gone = Object.keys(args).filter((key) => !known.includes(key));
    void actions.edit([
      { op: 'set', path: [...step.path, 'tool'], value: name },
      { op: 'set', path: [...step.path, 'buckets'], value: [next.buckets[0]] },
      ...gone.map((key): TemplateEdit => ({ op: 'remove', path: [...step.path, 'args', key] })),
    ]);
  };
  const field = (one: ArgumentField) => (
    <ArgumentEntry key={one.name} field={one} id={id} step={step} actions={actions} />
  );
  return (
    <>
      <Choice
        id={`${id}-tool`}
        label="Tool"
        value={text(step.value['tool'])}
        options={toolOptions}
        onChange={choose}
        about={(tool?.summary ?? 'This tool is not known here.').replaceAll('`', '')}
      />
      {shown.map(field)}
      <Buckets
        step={step}
        actions={actions}
        offered={tool?.group === 'pattern' ? Bucket.options : (tool?.buckets ?? Bucket.options)}
      />
      <details class="more">
        <summary>More</summary>
        {folded.map(field)}
        <Choice
          id={`${id}-failure`}
          label="If it fails"
          value={text(step.value['on_failure']) || 'abort'}
          options={failureOptions}
          onChange={(value) => void actions.edit([{ op: 'set', path: [...step.path, 'on_failure'], value }])}
        />
        {(['if', 'finish_if'] as const).map((key) => (
          <Entry
            key={key}
            id={`${id}-${key}`}
            label={key === 'if' ? 'Only if' : 'The run is finished if'}
            code
            value={fieldText('data', step.value[key])}
            about={'Such as {"value": "{{steps.look.count}}", "greater_than": 0}; empty for always.'}
            onChange={(value) => setData(actions, [...step.path, key], value)}
          />
        ))}
      </details>
    </>
  );
}

function setData(actions: Props['actions'], path: readonly (string | number)[], given: string): void {
  const value = fieldValue('data', given);
  void actions.edit([
    value === undefined ? { op: 'remove', path: [...path] } : { op: 'set', path: [...path], value },
  ]);
}

type ArgumentProps = {
  readonly field: ArgumentField;
  readonly id: string;
  readonly step: PlacedStep;
  readonly actions: Props['actions'];
};

function ArgumentEntry({
  field: { name, kind, required, options, preset },
  id,
  step,
  actions,
}: ArgumentProps) {
  const path = [...step.path, 'args', name];
  const value = members(step.value['args'])[name];
  const commit = (given: string): void => {
    const meant = fieldValue(kind, given);
    if (meant === undefined && value === undefined) return;
    void actions.edit([meant === undefined ? { op: 'remove', path } : { op: 'set', path, value: meant }]);
  };
  const words = name.replaceAll('_', ' ');
  const label = `${words.charAt(0).toUpperCase()}${words.slice(1)}${required ? '' : ' (may stay empty)'}`;
  if (kind === 'choice' || kind === 'boolean') {
    const all = kind === 'boolean' ? ['true', 'false'] : options;
    const empty = { value: '', words: preset === '' ? 'not said' : `as usual: ${preset}` };
    const choices = [empty, ...all.map((one) => ({ value: one, words: one }))];
    return (
      <Choice
        id={`${id}-${name}`}
        label={label}
        value={fieldText(kind, value)}
        options={choices}
        onChange={commit}
      />
    );
  }
  if (kind === 'selector') {
    const about =
      'What a person calls it: role=button[name="Search"], label="Month". Further lines are tried when it is not found.';
    return (
      <Entry
        id={`${id}-${name}`}
        label={label}
        value={fieldText(kind, value)}
        lines
        code
        about={about}
        onChange={commit}
      />
    );
  }
  const about = preset === '' ? {} : { about: `As usual: ${preset}` };
  return (
    <Entry
      id={`${id}-${name}`}
      label={label}
      value={fieldText(kind, value)}
      code
      list={`${id}-references`}
      {...about}
      onChange={commit}
    />
  );
}

type BucketsProps = {
  readonly step: PlacedStep;
  readonly actions: Props['actions'];
  readonly offered: readonly Bucket[];
};

function Buckets({ step, actions, offered }: BucketsProps) {
  const chosen = entries(step.value['buckets']).map(text);
  const toggle = (bucket: Bucket): void => {
    const next = Bucket.options.filter((one) => (one === bucket) !== chosen.includes(one));
    void actions.edit([{ op: 'set', path: [...step.path, 'buckets'], value: next }]);
  };
  return (
    <fieldset class="field">
      <legend>What it may turn out to be; more is refused when it happens</legend>
      <div class="buckets">
        {Bucket.options
          .filter((bucket) => offered.includes(bucket) || chosen.includes(bucket))
          .map((bucket) => (
            <label key={bucket} title={bucketWords[bucket].long}>
              <input type="checkbox" checked={chosen.includes(bucket)} onChange={() => toggle(bucket)} />
              {bucketWords[bucket].short}
            </label>
          ))}
      </div>
    </fieldset>
  );
}

function StepButtons({ step, open, actions, editable }: Props) {
  const list = step.path.slice(0, -1);
  const at = Number(step.path.at(-1));
  const siblings = entries(
    list.reduce(
      (value, part) =>
        Array.isArray(value) ? (value[Number(part)] ?? null) : (members(value)[part] ?? null),
      open.checked.value,
    ),
  );
  const move = (to: number): void => {
    void actions.edit([{ op: 'move', path: list, from: at, to }]);
    actions.choose([...list, to].join());
  };
  if (!editable) return null;
  return (
    <div class="step-buttons">
      <button type="button" disabled={at === 0} onClick={() => move(at - 1)}>
        Move up
      </button>
      <button type="button" disabled={at + 1 >= siblings.length} onClick={() => move(at + 1)}>
        Move down
      </button>
      <button
        type="button"
        class="quiet bad"
        onClick={() => {
          actions.choose('');
          void actions.edit([{ op: 'remove', path: [...step.path] }]);
        }}
      >
        Remove
      </button>
    </div>
  );
}
