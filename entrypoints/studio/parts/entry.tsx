import type { ComponentChildren, TargetedEvent } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

type EntryProps = {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Words under the field. */
  readonly about?: string;
  readonly lines?: boolean;
  readonly code?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  /** Id of a list of suggestions. */
  readonly list?: string;
};

/** A field whose value counts once it is left, so that half a word is never checked. */
export function Entry({ id, label, value, onChange, about, lines, code, ...more }: EntryProps) {
  const [draft, setDraft] = useState(value);
  // At once, and not after the next frame: what was typed by then would be taken back.
  useLayoutEffect(() => setDraft(value), [value]);
  const field = {
    ...more,
    id,
    value: draft,
    spellcheck: code !== true,
    class: code === true ? 'code' : '',
    autocomplete: 'off',
    'aria-describedby': about === undefined ? undefined : `${id}-about`,
  } as const;
  const onInput = (event: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>): void =>
    setDraft(event.currentTarget.value);
  const onLeave = (event: TargetedEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    if (event.currentTarget.value !== value) onChange(event.currentTarget.value);
  };
  return (
    <Field id={id} label={label} about={about}>
      {lines === true ? (
        <textarea {...field} rows={2} onInput={onInput} onChange={onLeave} />
      ) : (
        <input {...field} type="text" onInput={onInput} onChange={onLeave} />
      )}
    </Field>
  );
}

type ChoiceProps = {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly words: string; readonly group?: string }[];
  readonly onChange: (value: string) => void;
  readonly about?: string;
  readonly disabled?: boolean;
};

/** One of a few values. A value that is none of them stays to be seen. */
export function Choice({ id, label, value, options, onChange, about, disabled }: ChoiceProps) {
  const groups = [...new Set(options.map(({ group }) => group ?? ''))];
  const known = options.some((option) => option.value === value);
  return (
    <Field id={id} label={label} about={about}>
      <select
        id={id}
        value={value}
        disabled={disabled}
        aria-describedby={about === undefined ? undefined : `${id}-about`}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {known ? null : <option value={value}>{value === '' ? 'Choose…' : value}</option>}
        {groups.map((group) => {
          const those = options
            .filter((option) => (option.group ?? '') === group)
            .map((option) => (
              <option key={option.value} value={option.value}>
                {option.words}
              </option>
            ));
          return group === '' ? (
            those
          ) : (
            <optgroup key={group} label={group}>
              {those}
            </optgroup>
          );
        })}
      </select>
    </Field>
  );
}

type FieldProps = {
  readonly id: string;
  readonly label: string;
  readonly about?: string | undefined;
  readonly children: ComponentChildren;
};

function Field({ id, label, about, children }: FieldProps) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children}
      {about === undefined ? null : (
        <p class="soft" id={`${id}-about`}>
          {about}
        </p>
      )}
    </div>
  );
}
