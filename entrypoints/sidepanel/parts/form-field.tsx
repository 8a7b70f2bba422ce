import type { TargetedInputEvent } from 'preact';
import type { TemplateParameter } from '../../../shared/protocol/control-messages.ts';
import { lastMonth } from '../amounts.ts';
import type { SecretName } from '../panel-state.ts';
import { fieldCharactersMax, secretNameOf } from '../template-form.ts';
import { humanName, placeOf } from '../words.ts';
import { Command } from './command.tsx';
import { Shown } from './shown.tsx';

export type FieldProps = {
  readonly parameter: TemplateParameter;
  readonly value: string;
  readonly secrets: readonly SecretName[] | null;
  readonly error: string | null;
  /** The command that stores the secret of this name. */
  readonly secretCommand: (name: string | null) => string;
  readonly onChange: (value: string) => void;
};

/** One parameter of a template: its label, its control, what it means, and what is wrong with it. */
export function FormField(props: FieldProps) {
  const { parameter, error } = props;
  const id = `field-${parameter.name}`;
  const title = parameter.title === '' ? humanName(parameter.name) : parameter.title;
  const label = (
    <label for={id}>
      <Shown text={title} />
      {mayStayEmpty(parameter) ? <span class="soft"> optional</span> : null}
    </label>
  );
  const description =
    parameter.description === '' ? null : (
      <p class="soft" id={`${id}-about`}>
        <Shown text={parameter.description} charactersMax={300} />
      </p>
    );
  return (
    <div class={error === null ? 'field' : 'field wrong'}>
      {parameter.type === 'boolean' ? (
        <div class="check">
          <Control {...props} id={id} />
          {label}
        </div>
      ) : (
        <>
          {label}
          <Control {...props} id={id} />
        </>
      )}
      {description}
      <p class="error" id={`${id}-error`} role="alert">
        {error ?? ''}
      </p>
    </div>
  );
}

/** With a default the field is filled already, and the word would say nothing. */
function mayStayEmpty({ required, type, default: preset }: TemplateParameter): boolean {
  return !required && type !== 'boolean' && (preset === null || preset === '');
}

type ControlProps = FieldProps & { readonly id: string };

function Control(props: ControlProps) {
  const { parameter, value, id, error, onChange } = props;
  const common = {
    id,
    'aria-describedby': `${id}-about ${id}-error`,
    'aria-invalid': error !== null,
    'aria-required': parameter.required,
  } as const;
  if (parameter.type === 'boolean') {
    return (
      <input
        {...common}
        type="checkbox"
        checked={value === 'true'}
        onChange={(event) => onChange(event.currentTarget.checked ? 'true' : '')}
      />
    );
  }
  if (parameter.type === 'secret') return <SecretControl {...props} common={common} />;
  if (parameter.options !== null) {
    return <Select common={common} value={value} options={parameter.options} onChange={onChange} />;
  }
  return <TextInput {...props} common={common} />;
}

function TextInput({ parameter, value, onChange, common }: ControlProps & { readonly common: Common }) {
  const text = {
    ...common,
    spellcheck: false,
    autocomplete: 'off',
    maxLength: fieldCharactersMax,
    value,
    onInput: (event: TargetedInputEvent<HTMLInputElement>) => onChange(event.currentTarget.value),
  } as const;
  switch (parameter.type) {
    case 'url':
      return <input {...text} type="url" placeholder="https://" />;
    case 'date':
      return <input {...text} type="date" />;
    case 'month':
      return (
        <div class="beside">
          <input {...text} type="month" />
          <button type="button" onClick={() => onChange(lastMonth(new Date()))}>
            Last month
          </button>
        </div>
      );
    default:
      return <input {...text} type="text" inputMode={parameter.type === 'integer' ? 'numeric' : 'text'} />;
  }
}

type Common = {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-required': boolean;
};
type SelectProps = {
  readonly common: Common;
  readonly value: string;
  readonly options: readonly string[];
  readonly words?: (option: string) => string;
  readonly onChange: (value: string) => void;
};

function Select({ common, value, options, words, onChange }: SelectProps) {
  return (
    <select {...common} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {value === '' ? <option value="">Choose…</option> : null}
      {/* A value that is no option any more stays visible, so that its message makes sense. */}
      {value === '' || options.includes(value) ? null : (
        <option value={value}>{words?.(value) ?? value}</option>
      )}
      {options.map((option) => (
        <option key={option} value={option}>
          {words?.(option) ?? option}
        </option>
      ))}
    </select>
  );
}

function SecretControl({
  value,
  secrets,
  secretCommand,
  onChange,
  common,
}: ControlProps & { readonly common: Common }) {
  const options = (secrets ?? []).map((secret) => `secret:${secret.name}`);
  const chosen = secretNameOf(value);
  const stored = secrets?.find((secret) => secret.name === chosen);
  const missing = secrets !== null && chosen !== null && stored === undefined;
  return (
    <>
      <Select
        common={common}
        value={value}
        options={options}
        words={(option) => secretNameOf(option) ?? option}
        onChange={onChange}
      />
      {stored === undefined || stored.sites.length === 0 ? null : (
        <p class="soft">
          Only for <Shown text={stored.sites.map(placeOf).join(', ')} />
        </p>
      )}
      {missing || secrets?.length === 0 ? (
        <div class="hint">
          <p>Store it once in a terminal. It never leaves this computer and is not shown here.</p>
          <Command text={secretCommand(chosen)} />
        </div>
      ) : null}
    </>
  );
}
