import { raise } from '../../shared/faults.ts';

// `{{parameters.x}}`, `{{steps.id.field}}`, `{{item.field}}`. A value that a reference brings in is a value:
// it is never searched for references again, so that text from a page cannot reach a parameter or another
// step's result.

export type Reference = { readonly text: string; readonly root: string; readonly path: readonly string[] };

const referencePattern = /\{\{([^{}]*)\}\}/g;
const innerPattern = /^\s*([a-z][a-z0-9_]*)((?:\.[A-Za-z0-9_-]+)*)\s*$/;

/**
 * Every reference in a text, in order; a place that is no reference, such as `{{ a b }}`, is among
 * `malformed`.
 */
export function referencesIn(text: string): {
  readonly references: readonly Reference[];
  readonly malformed: readonly string[];
} {
  const references: Reference[] = [];
  const malformed: string[] = [];
  for (const [whole, inner = ''] of text.matchAll(referencePattern)) {
    const parsed = parseInner(whole, inner);
    if (parsed === null) malformed.push(whole);
    else references.push(parsed);
  }
  const rest = text.replace(referencePattern, '');
  if (rest.includes('{{')) malformed.push(rest.slice(rest.indexOf('{{'), rest.indexOf('{{') + 60));
  return { references, malformed };
}

function parseInner(text: string, inner: string): Reference | null {
  const match = innerPattern.exec(inner);
  if (match === null) return null;
  const [, root = '', rest = ''] = match;
  return { text, root, path: rest.split('.').filter((part) => part !== '') };
}

/** The reference that a text is as a whole, or null. */
export function wholeReference(text: string): Reference | null {
  const match = /^\{\{([^{}]*)\}\}$/.exec(text.trim());
  return match === null ? null : parseInner(text.trim(), match[1] ?? '');
}

/** What references can name. A root or field that is missing has no value: `undefined`. */
export type Scope = Readonly<Record<string, unknown>>;

/** The value of a reference; own members only, so that nothing of the language itself can be named. */
export function lookUp(reference: Reference, scope: Scope): unknown {
  let value: unknown = scope;
  for (const key of [reference.root, ...reference.path]) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** Called for a reference without a value; what it gives takes the value's place. */
type Missing = (reference: Reference) => unknown;

/**
 * A value with its references replaced, however deep they stand. A text that is one reference becomes the
 * value itself, others become text. Raises `bad-arguments` for a reference without a value unless `missing`
 * says otherwise.
 */
export function resolveValue(value: unknown, scope: Scope, missing: Missing = raiseMissing): unknown {
  if (typeof value === 'string') return resolveText(value, scope, missing);
  if (Array.isArray(value)) return value.map((entry) => resolveValue(entry, scope, missing));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, resolveValue(member, scope, missing)]);
  return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
}

function resolveText(text: string, scope: Scope, missing: Missing): unknown {
  const whole = wholeReference(text);
  if (whole !== null) {
    const value = lookUp(whole, scope);
    return value === undefined ? missing(whole) : value;
  }
  return text.replace(referencePattern, (place, inner: string) => {
    const reference = parseInner(place, inner);
    if (reference === null) return place;
    const value = lookUp(reference, scope) ?? missing(reference);
    if (value === undefined || value === null) return '';
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  });
}

function raiseMissing(reference: Reference): never {
  return raise(
    'bad-arguments',
    `${reference.text} has no value: the step it names was skipped, or its result has no such field.`,
    'Guard the step with "if", or name a field that the result has.',
  );
}
