import { canonicalJson } from '../../shared/canonical-json.ts';
import { isCode, isLoop, isQuestion, kindOf, type Step, type Template } from '../../shared/template.ts';
import { scriptChanges } from './diff-scripts.ts';
import type { Patterns } from './ports.ts';

// What changed between two versions of a template, in words, most weighty first: what it may touch, then what it does, then
// how it is described. Fingerprints say what a page looked like and change nothing of what is done.

export type TemplateChange = {
  /** `reach`: sites, kinds of act or secrets are more or other than before; a reviewer looks there first. */
  readonly weight: 'reach' | 'doing' | 'words';
  readonly text: string;
};

/** Every change from one version to another; empty when they do the same in the same words. */
export function diffTemplates(
  before: Template,
  after: Template,
  patterns: Patterns,
): readonly TemplateChange[] {
  const changes = [
    ...versionChange(before, after),
    ...siteChanges('sites', before.sites, after.sites),
    ...siteChanges('flows', flowWords(before), flowWords(after)),
    ...parameterChanges(before, after),
    ...stepChanges(before, after, patterns),
    ...outputChanges(before, after),
    ...extractionChanges(before, after),
    ...(['title', 'description'] as const).flatMap((key) =>
      before[key] === after[key] ? [] : [words(`${key}: ${quoted(before[key])} → ${quoted(after[key])}`)],
    ),
    ...fingerprintChanges(before, after),
  ];
  const order = ['reach', 'doing', 'words'];
  return changes.sort((one, other) => order.indexOf(one.weight) - order.indexOf(other.weight));
}

const reach = (text: string): TemplateChange => ({ weight: 'reach', text });
const doing = (text: string): TemplateChange => ({ weight: 'doing', text });
const words = (text: string): TemplateChange => ({ weight: 'words', text });

function versionChange(before: Template, after: Template): readonly TemplateChange[] {
  if (before.id !== after.id) return [doing(`another template: ${before.id} → ${after.id}`)];
  return before.version === after.version ? [] : [words(`version: ${before.version} → ${after.version}`)];
}

function siteChanges(
  where: string,
  before: readonly string[],
  after: readonly string[],
): readonly TemplateChange[] {
  const added = after.filter((site) => !before.includes(site)).map((site) => reach(`${where}: + ${site}`));
  const removed = before.filter((site) => !after.includes(site)).map((site) => doing(`${where}: - ${site}`));
  return [...added, ...removed];
}

function flowWords({ flows = [] }: Template): readonly string[] {
  return flows.map(({ from, to }) => `text of ${from} into acts on ${to}`);
}

function parameterChanges(before: Template, after: Template): readonly TemplateChange[] {
  return changedKeys(before.parameters, after.parameters).map(([name, was, is]) => {
    const secret = is?.type === 'secret' && was?.type !== 'secret';
    const text =
      was === undefined
        ? `parameter "${name}" is new: ${is?.type ?? ''}`
        : is === undefined
          ? `parameter "${name}" is gone`
          : `parameter "${name}": ${fieldChanges(was, is).join('; ')}`;
    return secret ? reach(text) : doing(text);
  });
}

function stepChanges(before: Template, after: Template, patterns: Patterns): readonly TemplateChange[] {
  const [was, is] = [placed(before.steps), placed(after.steps)];
  const keys = changedKeys(was, is).flatMap(([id, one, other]) => [
    ...stepChange(id, one, other),
    ...scriptChanges(
      id,
      { step: one?.step, template: before },
      { step: other?.step, template: after },
      patterns,
    ),
  ]);
  const shared = (steps: typeof was, others: typeof was): string[] =>
    Object.keys(steps).filter((id) => others[id] !== undefined);
  const [first, second] = [shared(was, is), shared(is, was)];
  const sameOrder = first.every((id, index) => second[index] === id);
  return sameOrder ? keys : [...keys, doing(`steps are in another order: ${second.join(', ')}`)];
}

type Placed = Readonly<Record<string, { readonly step: Step; readonly within: string }>>;

function placed(steps: readonly Step[]): Placed {
  return Object.fromEntries(
    steps.flatMap((step) => [
      [step.id, { step, within: '' }] as const,
      ...(isLoop(step)
        ? step.steps.map((inner) => [inner.id, { step: inner, within: step.id }] as const)
        : []),
    ]),
  );
}

function stepChange(
  id: string,
  was: Placed[string] | undefined,
  is: Placed[string] | undefined,
): readonly TemplateChange[] {
  if (is === undefined) return [doing(`step "${id}" is gone`)];
  const buckets = isLoop(is.step) ? [] : is.step.buckets;
  if (was === undefined) {
    const what = isLoop(is.step) ? 'a loop' : `${kindOf(is.step)} (${buckets.join(', ')})`;
    const reads = buckets.every((bucket) => bucket === 'read');
    return [reads ? doing(`step "${id}" is new: ${what}`) : reach(`step "${id}" is new: ${what}`)];
  }
  const known = isLoop(was.step) ? [] : was.step.buckets;
  const more = buckets.filter((bucket) => !known.includes(bucket));
  const escalates = more.map((bucket) => reach(`step "${id}" may now be ${bucket} too`));
  const moved =
    was.within === is.within
      ? []
      : [
          doing(
            `step "${id}" moved ${is.within === '' ? 'out of' : 'into'} ${is.within === '' ? was.within : is.within}`,
          ),
        ];
  const sites = siteChanges(`sites of step "${id}"`, sitesOf(was.step), sitesOf(is.step));
  const [one, other] = [plainStep(was.step), plainStep(is.step)];
  const fields = fieldChanges(one, other).map((text) => doing(`step "${id}": ${text}`));
  return [...escalates, ...sites, ...moved, ...fields];
}

function sitesOf(step: Step): readonly string[] {
  return isLoop(step) || isQuestion(step) ? [] : (step.sites ?? []);
}

// What is told by itself is left out here.
function plainStep(step: Step): Readonly<Record<string, unknown>> {
  if (isLoop(step)) {
    const { steps: _inner, ...loop } = step;
    return loop;
  }
  // A script is told by what it calls and how its lines changed.
  if (isCode(step)) {
    const { sites: _sites, code: _code, code_hash: _hash, ...rest } = step;
    return rest;
  }
  if (isQuestion(step)) return step;
  const { sites: _sites, ...rest } = step;
  return rest;
}

function outputChanges(before: Template, after: Template): readonly TemplateChange[] {
  return changedKeys(before.output, after.output).map(([key, was, is]) =>
    doing(`output "${key}": ${quoted(was)} → ${quoted(is)}`),
  );
}

// What leaves the machine is told first: every field of the plan does, and a picture with all that is in it.
function extractionChanges(before: Template, after: Template): readonly TemplateChange[] {
  return changedKeys(before.extraction ?? {}, after.extraction ?? {}).map(([name, was, is]) => {
    if (is === undefined) return doing(`extraction of "${name}" is gone`);
    const changes = was === undefined ? quoted(is) : fieldChanges(was, is).join('; ');
    return reach(`extraction of "${name}": ${changes}`);
  });
}

function fingerprintChanges(before: Template, after: Template): readonly TemplateChange[] {
  const changed = changedKeys(before.fingerprints ?? {}, after.fingerprints ?? {}).map(([key]) => key);
  return changed.length === 0 ? [] : [words(`selectors are remembered anew: ${changed.join(', ')}`)];
}

function changedKeys<T>(
  before: Readonly<Record<string, T>>,
  after: Readonly<Record<string, T>>,
): readonly (readonly [string, T | undefined, T | undefined])[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((key) => [key, before[key], after[key]] as const)
    .filter(([, was, is]) => !same(was, is));
}

/** `args.selector: "a" → "b"` for every member that differs, one level into objects. */
function fieldChanges(before: object, after: object, prefix = ''): readonly string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return keys.flatMap((key) => {
    const [was, is]: unknown[] = [Reflect.get(before, key), Reflect.get(after, key)];
    if (same(was, is)) return [];
    if (prefix === '' && isRecord(was) && isRecord(is)) return fieldChanges(was, is, `${key}.`);
    return [`${prefix}${key}: ${quoted(was)} → ${quoted(is)}`];
  });
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function same(one: unknown, other: unknown): boolean {
  if (one === undefined || other === undefined) return one === other;
  return canonicalJson(one) === canonicalJson(other);
}

const shownMax = 200;

function quoted(value: unknown): string {
  if (value === undefined) return '(none)';
  const text = JSON.stringify(value);
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}
