import { lookUp, type Reference, referencesIn, wholeReference } from './references.ts';

/** What takes a reference's place: another reference, or a value that may itself be one; null: it stays. */
export type Substitute = (
  reference: Reference,
) =>
  | { readonly rename: readonly string[] }
  | { readonly value: unknown; readonly rest: readonly string[] }
  | null;

/** A value with its references exchanged, however deep they stand; what they mean is found when the template runs. */
export function substituted(value: unknown, substitute: Substitute): unknown {
  if (typeof value === 'string') return inText(value, substitute);
  if (Array.isArray(value)) return value.map((entry) => substituted(entry, substitute));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, substituted(member, substitute)]),
  );
}

function inText(text: string, substitute: Substitute): unknown {
  const whole = wholeReference(text);
  if (whole !== null) return exchanged(whole, substitute);
  return referencesIn(text).references.reduce((so, reference) => {
    const other = exchanged(reference, substitute);
    if (other === null) return so.replace(reference.text, '');
    return so.replace(reference.text, () =>
      typeof other === 'object' ? JSON.stringify(other) : String(other),
    );
  }, text);
}

function exchanged(reference: Reference, substitute: Substitute): unknown {
  const found = substitute(reference);
  if (found === null) return reference.text;
  if ('rename' in found) return `{{${found.rename.join('.')}}}`;
  const { value, rest } = found;
  if (rest.length === 0) return value;
  const inner = typeof value === 'string' ? wholeReference(value) : null;
  if (inner !== null) return `{{${[inner.root, ...inner.path, ...rest].join('.')}}}`;
  return lookUp({ text: '', root: 'value', path: rest }, { value }) ?? null;
}
