import { jsonrepair } from 'jsonrepair';
import type { z } from 'zod';
import { parseJson } from '../../shared/protocol/json.ts';
import { jsonSpans } from './json-spans.ts';
import { looserForms, otherNotation, unescaped, withOpeningBrace } from './loose-form.ts';
import { keysOf, plainWord, shapesOf, withKnownKeys, withOwnInput } from './reply-shapes.ts';
import { stripThinking } from './strip-thinking.ts';

/** Longer replies are not answers but a model that went round in circles. */
const replyCharactersMax = 200_000;
const keysDroppedMax = 20;
const depthMax = 32;

export type Reply<Value> =
  | {
      readonly ok: true;
      readonly value: Value;
      /** What had to be put right, for the trace: `fence`, `thinking`, `repaired`, `unwrapped`, `letter case`, … */
      readonly repairs: readonly string[];
    }
  | {
      readonly ok: false;
      /** `none`: no JSON in it. `cut`: it ends in the middle. `invalid`: JSON of another form. `endless`: far too long. */
      readonly kind: 'none' | 'cut' | 'invalid' | 'endless';
      /** One sentence that tells the model what to do otherwise. */
      readonly hint: string;
    };

/**
 * The one JSON value of a model's reply, as small models write it: in fences, with thinking, with words before and after,
 * with raw line breaks, quotes and commas that JSON does not know, as a tool call. Only form is repaired, never content:
 * a value that was cut off, or whose fields are missing or of another type, is refused. Of several values the first counts
 * or none: the second may be what the model took back.
 */
export function readReply<Value>(raw: string, schema: z.ZodType<Value>): Reply<Value> {
  if (raw.length > replyCharactersMax) {
    return refused('endless', 'The answer did not end. Answer with one short JSON object.');
  }
  const clean = raw.replace(unprintable, '');
  const said = stripThinking(clean);
  const repairs = said === clean ? [] : ['thinking'];
  const fenced = fencedIn(said);
  const text = withoutMarks(fenced ?? said);
  if (fenced !== null) repairs.push('fence');
  const asIs = firstOf(text, schema, repairs);
  if (asIs.ok || asIs.kind === 'cut') return fromEscaped(text, schema, repairs) ?? asIs;
  const opened = withOpeningBrace(text);
  if (opened !== null) return firstOf(opened, schema, [...repairs, 'repaired']);
  if (asIs.kind !== 'none') return asIs;
  const written = otherNotation(text);
  return written === null ? asIs : fitted(written, schema, [...repairs, 'other notation']);
}

/** Signs that no one meant: control characters but for line breaks and tabs, and what takes no room. */
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\ufeff]/g;

/** Words of the model's own format, which its server should have kept to itself. */
function withoutMarks(text: string): string {
  return text.replace(/<\|[a-z_]{1,30}\|>|\[\/?(?:TOOL_CALLS|INST)\]|<\/s>\s*$/g, '');
}

function fromEscaped<Value>(
  text: string,
  schema: z.ZodType<Value>,
  repairs: readonly string[],
): Reply<Value> | null {
  const inner = unescaped(text);
  return inner === null ? null : firstOf(inner, schema, [...repairs, 'unwrapped']);
}

/** What the first JSON value of a text says. */
function firstOf<Value>(text: string, schema: z.ZodType<Value>, repairs: readonly string[]): Reply<Value> {
  const plain = jsonSpans(text).length > 0 ? text : (looserForms(text)[0] ?? text);
  for (const { text: span, whole } of jsonSpans(plain)) {
    if (!whole) return refused('cut', 'The JSON object was not closed. Answer again, shorter.');
    const parsed = parseLoosely(span);
    // Words in braces are no answer; what comes after them may be.
    if (parsed === null) continue;
    if (parsed === 'broken')
      return refused('invalid', 'That is not JSON. Answer with one JSON object, each key in it once.');
    return fitted(parsed.value, schema, parsed.repaired ? [...repairs, 'repaired'] : repairs);
  }
  return refused('none', 'Answer with one JSON object and nothing else.');
}

/** What stands in the first fence; a fence that is not closed reaches to the end. */
function fencedIn(text: string): string | null {
  const inside =
    /(?:```|~~~)(?:json[5c]?|JSON|javascript|js)?[^\S\n]*\n([\s\S]*?)(?:\n[^\S\n]*(?:```|~~~)|$)/.exec(
      text,
    )?.[1];
  return inside !== undefined && /[{[]/.test(inside) ? inside : null;
}

type Parsed = { readonly value: unknown; readonly repaired: boolean };

/** As it stands, or in the first looser form that is JSON. */
function parseLoosely(span: string): Parsed | 'broken' | null {
  const parsed = parse(span);
  if (parsed !== null && parsed !== 'broken') return parsed;
  for (const form of looserForms(span)) {
    const again = parse(form);
    if (again !== null && again !== 'broken') return { ...again, repaired: true };
  }
  return parsed;
}

/** Null for braces that hold no JSON; `broken` for JSON that cannot be read in one way alone. */
function parse(span: string): Parsed | 'broken' | null {
  const strict = parsedStrictly(span);
  if (strict !== null) return { ...strict, repaired: false };
  if (!/^\{\s*\}$|["'\w]\s*:|^\[\s*[{["'\d]/.test(span)) return null;
  try {
    const mended = parsedStrictly(jsonrepair(span));
    return mended === null ? 'broken' : { ...mended, repaired: true };
  } catch {
    return 'broken';
  }
}

/** A key that is there twice says two things, so that is not read at all. */
function parsedStrictly(text: string): { readonly value: unknown } | null {
  const parsed = parseJson(new TextEncoder().encode(text), depthMax);
  return parsed.ok ? { value: parsed.value } : null;
}

function fitted<Value>(value: unknown, schema: z.ZodType<Value>, repairs: readonly string[]): Reply<Value> {
  const tries: readonly (readonly [unknown, readonly string[]])[] = [
    [value, repairs],
    ...shapesOf(value).map(([inner, how]) => [inner, [...repairs, how]] as const),
  ];
  let first: Reply<Value> | null = null;
  for (const [candidate, how] of tries) {
    const tried = fittedAsIs(candidate, schema, how);
    if (tried.ok) return tried;
    first ??= tried;
  }
  return first ?? refused('invalid', 'Answer with one JSON object and nothing else.');
}

function fittedAsIs<Value>(
  value: unknown,
  schema: z.ZodType<Value>,
  repairs: readonly string[],
): Reply<Value> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data, repairs };
  const spelled = withKnownKeys(withOwnInput(value), keysOf(schema));
  const respelled = schema.safeParse(spelled);
  if (respelled.success) return { ok: true, value: respelled.data, repairs: [...repairs, 'letter case'] };
  const [mended, how] = mend(spelled, respelled.error);
  if (how.length > 0) {
    const again = schema.safeParse(mended);
    if (again.success) return { ok: true, value: again.data, repairs: [...repairs, ...how] };
  }
  const issue = parsed.error.issues[0];
  const where = issue?.path.join('.') ?? '';
  const what = issue?.message ?? 'it has another form';
  return refused(
    'invalid',
    `The JSON object is not as asked${where === '' ? '' : ` at "${where}"`}: ${what}.`,
  );
}

/** Puts letter case right and leaves out keys that nobody asked for; changes nothing that says what to do. */
function mend(value: unknown, error: z.ZodError): readonly [unknown, readonly string[]] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [value, []];
  const copy: Record<string, unknown> = { ...value };
  const how = new Set<string>();
  for (const issue of error.issues.flatMap(issuesIn)) {
    const key = issue.path.length === 1 ? String(issue.path[0]) : null;
    if (issue.code === 'unrecognized_keys' && issue.path.length === 0) {
      for (const extra of issue.keys.slice(0, keysDroppedMax)) delete copy[extra];
      how.add('extra keys');
    }
    const given = key === null ? undefined : copy[key];
    if (key === null || typeof given !== 'string') continue;
    const allowed = allowedBy(issue);
    const meant = allowed.filter((one) => plainWord(one) === plainWord(given));
    if (meant.length !== 1) continue;
    copy[key] = meant[0];
    how.add('letter case');
  }
  return [copy, [...how]];
}

type Issue = z.core.$ZodIssue;

/** A choice between forms tells what was wrong with each of them. */
function issuesIn(issue: Issue): readonly Issue[] {
  return issue.code === 'invalid_union' ? [issue, ...issue.errors.flat().flatMap(issuesIn)] : [issue];
}

function allowedBy(issue: Issue): readonly string[] {
  if (issue.code === 'invalid_value') return issue.values.filter((one) => typeof one === 'string');
  if (issue.code !== 'invalid_union' || !('options' in issue)) return [];
  return Array.isArray(issue.options) ? issue.options.filter((one) => typeof one === 'string') : [];
}

function refused(kind: 'none' | 'cut' | 'invalid' | 'endless', hint: string) {
  return { ok: false, kind, hint } as const;
}
