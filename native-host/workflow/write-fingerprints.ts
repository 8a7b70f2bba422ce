import { isMap, isPair, isScalar, parseDocument, stringify } from 'yaml';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { Fingerprint } from '../../shared/fingerprint.ts';

const key = 'fingerprints';

/**
 * The text of a template file with these fingerprints beside those that it had of other selectors. Everything else stays as it was
 * written, comments too.
 */
export function writeFingerprints(
  text: string,
  prints: Readonly<Record<string, Fingerprint>>,
): Result<string> {
  if (text.trimStart().startsWith('{')) {
    const template: unknown = JSON.parse(text);
    const all = merged(template, prints);
    return ok(`${JSON.stringify({ ...Object(template), [key]: all }, null, 2)}\n`);
  }
  const document = parseDocument(text, { prettyErrors: false });
  if (document.errors.length > 0 || !isMap(document.contents)) {
    return failed(fault('bad-arguments', 'The file is no YAML with keys.', 'Validate the template first.'));
  }
  const added = stringify({ [key]: merged(document.toJS(), prints) }, { lineWidth: 0 });
  const { items } = document.contents;
  const at = items.findIndex((pair) => isPair(pair) && isScalar(pair.key) && pair.key.value === key);
  const start = startOf(items[at]);
  if (start === null) return ok(`${text.trimEnd()}\n\n${added}`);
  const next = startOf(items[at + 1]);
  return ok(`${text.slice(0, start)}${added}${next === null ? '' : `\n${text.slice(next)}`}`);
}

function merged(template: unknown, prints: Readonly<Record<string, Fingerprint>>) {
  const before: unknown = Reflect.get(Object(template), key);
  const all = Object.entries({ ...Object(before), ...prints });
  return Object.fromEntries(all.sort(([one], [other]) => one.localeCompare(other)));
}

function startOf(pair: unknown): number | null {
  return isPair(pair) && isScalar(pair.key) ? (pair.key.range?.[0] ?? null) : null;
}
