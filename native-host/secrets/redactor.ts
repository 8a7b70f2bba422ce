import { createFormMatcher, type FormMatch, type FormMatcher } from './form-matcher.ts';
import { formsOf, type NamedSecret } from './secret-forms.ts';

export type Redactor = {
  /** The text with every form of every secret replaced by `[secret:NAME]`. */
  redactText(text: string): string;
  /**
   * The same for every text in a JSON value, member names too; a long number that is a secret becomes a text.
   */
  redactJson<T>(value: T): T;
  finds(text: string): boolean;
};

const depthMax = 100;
/** A number of fewer digits is a count or a price far more often than a secret. */
const numberDigitsMin = 6;

/**
 * The last wall before text leaves the host: what keeps secrets in is that nothing outside the vault holds
 * them. `values` is asked each time; it gives the same array as long as nothing has changed.
 */
export function createRedactor(values: () => readonly NamedSecret[]): Redactor {
  let known: readonly NamedSecret[] | null = null;
  let matcher: FormMatcher = createFormMatcher([]);
  const current = (): FormMatcher => {
    const secrets = values();
    if (secrets === known) return matcher;
    matcher = createFormMatcher(formsOf(secrets, 'text'));
    known = secrets;
    return matcher;
  };
  return {
    redactText: (text) => redacted(current(), text),
    // The shape stays what it was, which no type can say of a walk over unknown members.
    redactJson: <T>(value: T): T => redactedJson(current(), value, 0) as T,
    finds: (text) => current().find(text, 1).length > 0,
  };
}

function redactedJson(matcher: FormMatcher, value: unknown, depth: number): unknown {
  if (depth > depthMax) throw new Error('A value is nested too deep to be redacted.');
  if (typeof value === 'string') return redacted(matcher, value);
  if (typeof value === 'number' && String(value).length >= numberDigitsMin) {
    const digits = String(value);
    const text = redacted(matcher, digits);
    return text === digits ? value : text;
  }
  if (Array.isArray(value)) return value.map((item) => redactedJson(matcher, item, depth + 1));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      redacted(matcher, name),
      redactedJson(matcher, member, depth + 1),
    ]),
  );
}

function redacted(matcher: FormMatcher, text: string): string {
  return replaced(text, matcher.find(text, text.length));
}

/** Matches that overlap, or follow at once on one of the same secret, are one. */
function replaced(text: string, matches: readonly FormMatch[]): string {
  if (matches.length === 0) return text;
  const inOrder = [...matches].sort((a, b) => a.start - b.start || b.end - a.end);
  const parts: string[] = [];
  let end = 0;
  let last = '';
  for (const match of inOrder) {
    const overlaps = match.start < end || (match.start === end && match.form.name === last);
    if (!overlaps || last === '') {
      parts.push(text.slice(end, match.start), `[secret:${match.form.name}]`);
      last = match.form.name;
    }
    end = Math.max(end, match.end);
  }
  parts.push(text.slice(end));
  return parts.join('');
}
