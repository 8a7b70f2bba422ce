import { createFormMatcher } from './form-matcher.ts';
import { formsOf, type NamedSecret, type SecretForm } from './secret-forms.ts';

export type Hit = {
  readonly name: string;
  readonly form: SecretForm['form'];
  /** Where it begins, in bytes. */
  readonly offset: number;
};

const hitsMax = 1_000;

/**
 * Looks for secrets in the raw bytes of a file, in every form that is redacted and in UTF-16 and Latin-1, as
 * databases and browsers write them. At most 1,000 hits. (What a program compressed or encrypted cannot be
 * seen.)
 */
export function findSecretForms(bytes: Buffer, values: readonly NamedSecret[]): Hit[] {
  const matcher = createFormMatcher(formsOf(values, 'bytes'));
  return matcher
    .find(bytes.toString('latin1'), hitsMax)
    .map(({ form, start }) => ({ name: form.name, form: form.form, offset: start }));
}
