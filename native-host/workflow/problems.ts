import type { z } from 'zod';
import { type Fault, fault } from '../../shared/faults.ts';
import { didYouMean } from '../../shared/nearest-name.ts';

/** Something wrong in a template: where, and what would be right. */
export type Problem = {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** Line and column, from 1, within the text that stands there. */
  readonly within?: TextPlace;
};
export type TextPlace = { readonly line: number; readonly column: number };

/** Where a part of the file stands, both counted from 1; null when it is not known. */
export type PlaceOf = (
  path: readonly PropertyKey[],
  within?: TextPlace,
) => { readonly line: number; readonly column: number } | null;

/** Problems told in one message; the rest are in the fault's detail. */
const toldMax = 5;
const problemsMax = 50;

/** `steps[2].args.selector`; `(whole file)` for the root. */
export function pathText(path: readonly PropertyKey[]): string {
  const text = path.reduce<string>(
    (so, part) =>
      typeof part === 'number' ? `${so}[${part}]` : so === '' ? String(part) : `${so}.${String(part)}`,
    '',
  );
  return text === '' ? '(whole file)' : text;
}

/** One fault for everything that is wrong in a template: file, line, path, what was expected. */
export function templateFault(file: string, problems: readonly Problem[], placeOf: PlaceOf): Fault {
  const told = problems.map(({ path, message, within }) => {
    const at = placeOf(path, within);
    const where = at === null ? '' : `, line ${at.line}, column ${at.column}`;
    return `${file}${where}, ${pathText(path)}: ${message}`;
  });
  const more = told.length > toldMax ? [`… and ${told.length - toldMax} more.`] : [];
  return fault(
    'bad-arguments',
    [...told.slice(0, toldMax), ...more].join('\n'),
    'Mend the template and check it with "localagent template validate".',
    { file, problems: told.slice(0, problemsMax), places: placesOf(problems, placeOf) },
  );
}

function placesOf(problems: readonly Problem[], placeOf: PlaceOf) {
  return problems.slice(0, problemsMax).map(({ path, message }) => {
    const at = placeOf(path);
    return { line: at?.line ?? null, column: at?.column ?? null, path: pathText(path), message };
  });
}

/** The issues of a strict parse as problems, those of a union told for the branch that was meant. */
export function problemsOf(
  error: z.ZodError,
  input: unknown,
  keysAt: (path: readonly PropertyKey[]) => string[],
) {
  return error.issues.flatMap((issue) => fromIssue(issue, [], input, keysAt));
}

type Issue = z.core.$ZodIssue;

function fromIssue(
  issue: Issue,
  base: readonly PropertyKey[],
  input: unknown,
  keysAt: (path: readonly PropertyKey[]) => string[],
): Problem[] {
  const path = [...base, ...issue.path];
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const branch = [...issue.errors].sort((one, other) => weight(one) - weight(other))[0] ?? [];
    return branch.flatMap((inner) => fromIssue(inner, path, input, keysAt));
  }
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...path, key],
      message: `"${key}" is not known here.${didYouMean(key, keysAt(path))}`,
    }));
  }
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') {
    return issue.issues.map((inner) => ({ path, message: inner.message }));
  }
  const value = valueAt(input, path);
  if (value === undefined && issue.code !== 'custom') return [{ path, message: missingText(issue) }];
  return [{ path, message: `${issue.message}${shown(value)}` }];
}

// The branch that was meant is the one that knows the keys; what it misses counts less than what it does not
// know.
function weight(issues: readonly Issue[]): number {
  return issues.reduce(
    (sum, issue) => sum + (issue.code === 'unrecognized_keys' ? 10 * issue.keys.length : 1),
    0,
  );
}

function missingText(issue: Issue): string {
  return 'expected' in issue ? `is missing; expected ${String(issue.expected)}` : 'is missing';
}

function shown(value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return '';
  return ` (found ${JSON.stringify(value).slice(0, 80)})`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
