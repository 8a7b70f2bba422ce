import { jsonrepair } from 'jsonrepair';
import { z } from 'zod';
import { parseJson } from '../../shared/protocol/json.ts';
import { jsonSpans } from './json-spans.ts';
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
  const clean = raw.replaceAll('\u0000', '');
  const said = stripThinking(clean);
  const repairs = said === clean ? [] : ['thinking'];
  const fenced = fencedIn(said);
  const text = fenced ?? said;
  if (fenced !== null) repairs.push('fence');
  for (const { text: span, whole } of jsonSpans(text)) {
    if (!whole) return refused('cut', 'The JSON object was not closed. Answer again, shorter.');
    const parsed = parse(span);
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
  const inside = /```(?:json|JSON|javascript|js)?[^\S\n]*\n([\s\S]*?)(?:\n[^\S\n]*```|$)/.exec(text)?.[1];
  return inside !== undefined && /[{[]/.test(inside) ? inside : null;
}

type Parsed = { readonly value: unknown; readonly repaired: boolean };

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
    ...unwrapped(value).map(([inner, how]) => [inner, [...repairs, how]] as const),
  ];
  let first: Reply<Value> | null = null;
  for (const [candidate, how] of tries) {
    const tried = fittedAsIs(candidate, schema, how);
    if (tried.ok) return tried;
    first ??= tried;
  }
  return first ?? refused('invalid', 'Answer with one JSON object and nothing else.');
}

/** The value inside what models wrap it in: a list of one, or a call with a name and arguments. */
function unwrapped(value: unknown): readonly (readonly [unknown, string])[] {
  if (Array.isArray(value)) return value.length === 1 ? [[value[0], 'unwrapped']] : [];
  const call = ToolCall.safeParse(value);
  if (!call.success) return [];
  const { name, arguments: given, parameters } = call.data;
  const args = Args.safeParse(
    typeof given === 'string' ? parsedStrictly(given)?.value : (given ?? parameters),
  ).data;
  if (args === undefined || 'action' in args) return [];
  return [[{ action: name, ...args }, 'tool call']];
}

const Args = z.record(z.string(), z.unknown());
const ToolCall = z.strictObject({
  name: z.string(),
  arguments: z.union([Args, z.string()]).optional(),
  parameters: Args.optional(),
  id: z.unknown().optional(),
  type: z.unknown().optional(),
});

function fittedAsIs<Value>(
  value: unknown,
  schema: z.ZodType<Value>,
  repairs: readonly string[],
): Reply<Value> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data, repairs };
  const [mended, how] = mend(value, parsed.error);
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
    const meant = allowed.filter((one) => one.toLowerCase() === given.trim().toLowerCase());
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
