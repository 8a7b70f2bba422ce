import { useRef, useState } from 'preact/hooks';
import type { TemplateSummary } from '../../../shared/protocol/control-messages.ts';
import { countText } from '../amounts.ts';
import type { ViewProps } from '../app.tsx';
import type { View } from '../panel-state.ts';
import { FormField } from '../parts/form-field.tsx';
import { Icon } from '../parts/icon.tsx';
import { ProfileField } from '../parts/profile-field.tsx';
import { Shown } from '../parts/shown.tsx';
import { StudioButton } from '../parts/studio-button.tsx';
import {
  formErrors,
  formParts,
  initialValues,
  optionsOf,
  parametersOf,
  secretCommand,
} from '../template-form.ts';
import { bucketWords } from '../words.ts';

type Props = ViewProps & { readonly view: Extract<View, { name: 'form' }> };

/** A template's form; waits until the template is known. */
export function FormView({ view, state, actions }: Props) {
  const template = state.templates?.find((each) => each.id === view.templateId);
  return (
    <>
      <button type="button" class="quiet back" onClick={() => actions.open({ name: 'home' })}>
        <Icon name="back" /> All tasks
      </button>
      {template === undefined ? (
        <p class="soft">This task is no longer installed.</p>
      ) : (
        <TemplateForm key={view.from} template={template} from={view.from} state={state} actions={actions} />
      )}
    </>
  );
}

type FormProps = ViewProps & { readonly template: TemplateSummary; readonly from: string | null };

function TemplateForm({ template, from, state, actions }: FormProps) {
  const earlier = state.runs?.find((run) => run.run_id === from) ?? null;
  const [values, setValues] = useState(() => initialValues(template, earlier?.parameters ?? null));
  const [profile, setProfile] = useState('');
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const secretNames = state.secrets?.map((secret) => secret.name) ?? null;
  const errors = formErrors(template, values, secretNames);
  // A message that came on leaving a field would move the page under the next click; so none before the first try.
  const shown = (name: string) => (tried ? (errors[name] ?? null) : null);

  const parts = formParts(template);
  const profiles = state.status?.profiles ?? [];

  const submit = (event: Event) => {
    event.preventDefault();
    setTried(true);
    const first = template.parameters.find((parameter) => errors[parameter.name] !== undefined);
    if (first === undefined) {
      return actions.start(template.id, parametersOf(template, values), optionsOf(profile));
    }
    const control = form.current?.querySelector<HTMLElement>(`#field-${CSS.escape(first.name)}`);
    // A field that is folded away cannot take the focus.
    const fold = control?.closest('details') ?? null;
    if (fold !== null) fold.open = true;
    control?.focus();
  };
  const field = (parameter: TemplateSummary['parameters'][number]) => (
    <FormField
      key={parameter.name}
      parameter={parameter}
      value={values[parameter.name] ?? ''}
      secrets={state.secrets}
      error={shown(parameter.name)}
      secretCommand={(name) => secretCommand(template, values, name)}
      onChange={(value) => setValues((all) => ({ ...all, [parameter.name]: value }))}
    />
  );
  const wrong = tried ? Object.keys(errors).length : 0;
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <h1 tabIndex={-1}>
        <Shown text={template.title} />
      </h1>
      <p class="soft">
        <Shown text={template.description} charactersMax={600} />
      </p>
      {earlier === null ? null : <p class="soft">Filled in from your last run.</p>}
      {parts.first.map(field)}
      {parts.more.length === 0 ? null : (
        <details>
          <summary>More choices</summary>
          {parts.more.map(field)}
        </details>
      )}
      {parts.place.length === 0 ? null : (
        <details>
          <summary>Where to put it</summary>
          {parts.place.map(field)}
        </details>
      )}
      <ProfileField value={profile} profiles={profiles} onChange={setProfile} />
      <Preview template={template} />
      <StudioButton template={template.id} words="Look at it in the studio" />
      <div class="form-end">
        <p role="status" class="error">
          {wrong === 0 ? '' : `${countText(wrong, 'field')} to mend before it can run.`}
        </p>
        <button type="submit" class="primary wide" aria-disabled={state.starting}>
          {state.starting ? 'Starting…' : 'Run'}
        </button>
      </div>
    </form>
  );
}

/** What it will do, step by step, before anything is done. */
function Preview({ template }: { readonly template: TemplateSummary }) {
  return (
    <details>
      <summary>What it will do</summary>
      <ol class="preview">
        {template.steps.map((step) => (
          <li key={step.id}>
            <Shown text={step.title} />
            <span class={`tag bucket-${step.bucket}`}>{bucketWords[step.bucket].title}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
