import type { z } from 'zod';
import type { Bucket } from '../../shared/actions.ts';
import type { PolicyRule } from '../../shared/protocol/control-messages.ts';
import { tools } from '../../shared/tools/index.ts';
import type { PolicyRuleSpec } from './policy-file.ts';
import type { Unasked } from './unasked.ts';

// What policies say to a person. `{resource}`, `{rule}` and `{policy_file}` are filled in when a verdict is made; nothing
// here ever comes from a page or a model.

export type RuleSource = 'policy.yaml' | 'default' | 'organisation';

/** Which calls a rule is about: a bucket without the tools set apart in it, or one tool of it. */
export type RuleScope = {
  readonly source: RuleSource;
  readonly bucket: Bucket;
  readonly tool: string | null;
  /** Tools of the bucket that have a rule of their own. */
  readonly setApart: readonly string[];
};

const bucketNouns: Readonly<Record<Bucket, string>> = {
  read: 'Reading',
  write: 'Writing',
  delete: 'Deleting',
  admin: 'A far-reaching act',
};

/** `Writing`, or `"Download a file"`: what begins each sentence. */
export function subjectOf({ bucket, tool }: Pick<RuleScope, 'bucket' | 'tool'>): string {
  if (tool === null) return bucketNouns[bucket];
  const title = `“${tools.get(tool)?.title ?? tool}”`;
  return (tools.get(tool)?.buckets.length ?? 1) > 1 ? `${title} (${bucket})` : title;
}

/** Titles of the policies that one rule becomes, by what each does. */
export function titlesOf(scope: RuleScope) {
  const act = `${subjectOf(scope)} on {resource}`;
  const denied = scope.source === 'organisation' ? 'is not allowed by your organisation' : 'is not allowed';
  return {
    'deny-all': `${act} ${denied}; it is switched off everywhere.`,
    'allow-all': `${act} is allowed, as everywhere.`,
    'allow-list': `${act} ${denied}: it is not on the list of allowed resources.`,
    'allow-list.listed': `${act} is allowed: it is on the list of allowed resources.`,
    'block-list': `${act} ${denied}: it is on the list of blocked resources.`,
    'block-list.private': `${act} ${denied}: private, unencrypted and numeric addresses must be named exactly.`,
    unnamed: `${act} needs your approval: the address is private, numeric or not encrypted, and no list names it.`,
    program: `${act} needs your approval, as a program proposes it and no list names it.`,
    'block-list.others': `${act} is allowed: it is not on the list of blocked resources.`,
    approve: `${act} needs your approval${scope.source === 'organisation' ? ', as your organisation asks' : ''}.`,
  } as const;
}
export type PolicyPart = keyof ReturnType<typeof titlesOf>;

/** What a person can do about a policy. */
export function fixOf(scope: RuleScope, part: PolicyPart): string {
  if (scope.source === 'organisation') return 'Only the administrator who set this rule can change it.';
  const place = scope.tool === null ? `“${scope.bucket}”` : `“${scope.bucket} → tools → ${scope.tool}”`;
  if (scope.source === 'default') {
    return `This is the rule of a new installation; a rule for ${place} in {policy_file} takes its place.`;
  }
  if (part === 'allow-list')
    return `To allow it, add "{rule}" to the resources of ${place} in {policy_file}.`;
  if (part === 'block-list') return `To allow it, take it off the resources of ${place} in {policy_file}.`;
  if (part === 'block-list.private')
    return `To allow it, add "{rule}" to "except" of ${place} in {policy_file}.`;
  if (part === 'unnamed' || part === 'program')
    return `To stop asking, set the mode allow-list at ${place} in {policy_file} and put "{rule}" on its list.`;
  if (part === 'approve') return `To stop asking, set "approve: false" at ${place} in {policy_file}.`;
  return `The rule stands at ${place} in {policy_file}.`;
}

/** The rule as the panel and `localagent policy` show it. */
export function shownRule(
  id: string,
  scope: RuleScope,
  spec: PolicyRuleSpec,
  unasked: readonly Unasked[] = [],
): z.infer<typeof PolicyRule> {
  return {
    id,
    bucket: scope.bucket,
    mode: spec.mode,
    approve: spec.approve,
    resources: [...spec.resources],
    source: scope.source,
    words: `${ruleWords(scope, spec)}${spec.approve ? unaskedWords(unasked) : ''}`,
  };
}

function unaskedWords(unasked: readonly Unasked[]): string {
  if (unasked.length === 0) return '';
  const shown = unasked
    .slice(0, listedMax)
    .map(({ tool, site }) => `“${tools.get(tool)?.title ?? tool}” on ${site.key.replace(/^origin:/, '')}`);
  const more = unasked.length - shown.length;
  return ` Not asked any more: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}

const modeWords: Readonly<Record<PolicyRuleSpec['mode'], string>> = {
  'allow-all': 'is allowed everywhere',
  'deny-all': 'is not allowed anywhere',
  'allow-list': 'is allowed only on',
  'block-list': 'is allowed everywhere except on private addresses and',
};

function ruleWords(scope: RuleScope, spec: PolicyRuleSpec): string {
  const listMode = spec.mode === 'allow-list' || spec.mode === 'block-list';
  const list = listMode ? ` ${listWords(spec.resources)}` : '';
  const kept =
    spec.except.length === 0 ? '' : `; ${listWords(spec.except.map(({ key }) => key))} stays allowed`;
  const asked = spec.approve ? ', after you approve it' : '';
  const apart = scope.setApart.length === 0 ? '' : ` (other rules for: ${scope.setApart.join(', ')})`;
  return `${subjectOf(scope)} ${modeWords[spec.mode]}${list}${kept}${asked}${apart}.${limitWords(scope, spec)}`;
}

// What compile.ts asks for of itself, where a rule names nothing.
function limitWords({ source, bucket }: RuleScope, { mode, approve }: PolicyRuleSpec): string {
  if (source === 'organisation' || approve || bucket === 'read') return '';
  const unnamed = mode === 'allow-all' ? ['on private, numeric and unencrypted addresses'] : [];
  const byProgram =
    bucket === 'admin' && (mode === 'allow-all' || mode === 'block-list')
      ? ['when a program proposes it']
      : [];
  const cases = [...unnamed, ...byProgram];
  return cases.length === 0 ? '' : ` It asks first ${cases.join(' and ')}.`;
}

const listedMax = 3;

function listWords(resources: readonly string[]): string {
  if (resources.length === 0) return 'nothing';
  const shown = resources
    .slice(0, listedMax)
    .map((resource) => resource.replace(/^(domain|origin|folder):/, ''));
  const more = resources.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}
