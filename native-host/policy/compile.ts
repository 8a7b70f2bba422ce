import { Bucket } from '../../shared/actions.ts';
import { tools } from '../../shared/tools/index.ts';
import type { PolicyLayer, PolicyRuleSpec } from './policy-file.ts';
import { fixOf, type PolicyPart, type RuleScope, type RuleSource, titlesOf } from './policy-words.ts';
import type { ResourceRule } from './resource-rule.ts';
import type { Unasked } from './unasked.ts';

// A rule of a policy file becomes at most four Cedar policies. Lists become groups that the resource lies in or not, so a
// decision costs the same for one entry and for 50,000. Each mode has an explicit forbid, because a denial that no
// policy decided could not be explained. Ids: `write.allow-list`, `tool.download.deny-all`, `tool.click.delete.approve`
// (a tool of several buckets), `default.…` for the rules of a new installation, `organisation.…` for an organisation's.

export type CompiledPolicy = {
  readonly id: string;
  readonly effect: 'permit' | 'forbid';
  readonly title: string;
  readonly fix: string;
  readonly text: string;
};
/** `key` of a resource rule → the groups that its resource lies in. */
export type ListIndex = ReadonlyMap<string, readonly string[]>;

/** One rule with its scope, in the order of the file. */
export type PlacedRule = {
  readonly scope: RuleScope;
  readonly spec: PolicyRuleSpec;
  readonly prefix: string;
  /** What the person approved for good and this rule would ask about. */
  readonly unasked?: readonly Unasked[];
};

type Layered = {
  readonly source: RuleSource;
  /** Before each id: empty for policy.yaml, else `default.`, `organisation.machine.` and so on. */
  readonly prefix: string;
  readonly layer: PolicyLayer;
};

/** The person's rules, with the default's rule for each bucket that they leave out. */
export function personsRules(
  person: PolicyLayer,
  defaults: PolicyLayer,
  unasked: readonly Unasked[] = [],
): readonly PlacedRule[] {
  return Bucket.options.flatMap((bucket) => {
    const [layer, source, prefix] = person.has(bucket)
      ? [person, 'policy.yaml' as const, '']
      : [defaults, 'default' as const, 'default.'];
    const rules = placedRules({ source, prefix, layer }, bucket);
    return rules.map((rule) => ({
      ...rule,
      unasked: unasked.filter(({ tool }) => concerns(rule.scope, tool)),
    }));
  });
}

// Never for deleting, nor for what reaches beyond the page.
function concerns({ bucket, tool, setApart }: RuleScope, name: string): boolean {
  if (bucket !== 'read' && bucket !== 'write') return false;
  if (tools.get(name)?.buckets.includes(bucket) !== true) return false;
  return tool === null ? !setApart.includes(name) : tool === name;
}

/** An organisation's rules; what they leave out is left to the person. */
export function organisationsRules(layer: PolicyLayer, name: string): readonly PlacedRule[] {
  const layered = { source: 'organisation' as const, prefix: `organisation.${name}.`, layer };
  return Bucket.options.flatMap((bucket) => placedRules(layered, bucket));
}

function placedRules({ source, prefix, layer }: Layered, bucket: Bucket): readonly PlacedRule[] {
  const spec = layer.get(bucket);
  if (spec === undefined) return [];
  const setApart = [...spec.tools.keys()].sort();
  // A rule from which every tool is set apart says nothing, and the validator would call it impossible.
  const isEmpty = toolsOf(bucket).every((tool) => setApart.includes(tool));
  const whole = isEmpty ? [] : [{ scope: { source, bucket, tool: null, setApart }, spec, prefix }];
  const single = [...spec.tools].map(([tool, rule]) => ({
    scope: { source, bucket, tool, setApart: [] },
    spec: rule,
    prefix,
  }));
  return [...whole, ...single];
}

function toolsOf(bucket: Bucket): readonly string[] {
  return [...tools.values()]
    .filter((tool) => tool.group !== 'pattern' && tool.buckets.includes(bucket))
    .map((tool) => tool.name);
}

/** All rules as Cedar policies and the index of what their lists name. */
export function compileRules(rules: readonly PlacedRule[]): {
  readonly policies: readonly CompiledPolicy[];
  readonly lists: ListIndex;
} {
  const lists = new Map<string, string[]>();
  const policies = rules.flatMap((rule) => {
    const base = baseOf(rule);
    for (const [group, listed] of [
      ['listed', rule.spec.listed],
      ['except', rule.spec.except],
    ] as const) {
      for (const entry of listed) addTo(lists, entry, groupOf(base, group, entry));
    }
    for (const { tool, site } of rule.unasked ?? []) addTo(lists, site, unaskedGroup(tool));
    return policiesOf(rule, base);
  });
  return { policies, lists };
}

function addTo(lists: Map<string, string[]>, { key }: ResourceRule, group: string): void {
  const groups = lists.get(key);
  if (groups === undefined) lists.set(key, [group]);
  else if (!groups.includes(group)) groups.push(group);
}

// Domains have a group of their own, because what a domain allows is narrower (https, default port) than what it blocks.
function groupOf(base: string, group: 'listed' | 'except', { kind }: ResourceRule): string {
  return kind === 'domain' ? `${base}.domains` : `${base}.${group}`;
}

function unaskedGroup(tool: string): string {
  return `unasked.${tool}`;
}

/** What the ids of a rule's policies begin with: `write`, `organisation.machine.tool.download`. */
export function baseOf({ scope, prefix }: PlacedRule): string {
  if (scope.tool === null) return `${prefix}${scope.bucket}`;
  const several = (tools.get(scope.tool)?.buckets.length ?? 1) > 1;
  return `${prefix}tool.${scope.tool}${several ? `.${scope.bucket}` : ''}`;
}

type Part = {
  readonly part: PolicyPart;
  readonly effect: 'permit' | 'forbid';
  readonly when?: string;
  readonly unless?: string;
};

function policiesOf(rule: PlacedRule, base: string): readonly CompiledPolicy[] {
  const parts = [...modeParts(rule.spec, base), ...limitParts(rule), ...approvalParts(rule)];
  // An organisation tightens only: it has no permits, whatever its modes.
  const kept = parts.filter(({ effect }) => rule.scope.source !== 'organisation' || effect === 'forbid');
  return kept.map((part) => {
    const id = `${base}.${part.part}`;
    const head = { id, title: titlesOf(rule.scope)[part.part], fix: fixOf(rule.scope, part.part) };
    return { ...head, effect: part.effect, text: policyText(rule.scope, part, head) };
  });
}

function modeParts(spec: PolicyRuleSpec, base: string): readonly Part[] {
  const listed = isIn(`${base}.listed`);
  const inDomain = isIn(`${base}.domains`);
  const excepted = isIn(`${base}.except`);
  switch (spec.mode) {
    case 'allow-all':
      return [{ part: 'allow-all', effect: 'permit' }];
    case 'deny-all':
      return [{ part: 'deny-all', effect: 'forbid' }];
    case 'allow-list': {
      const allowed = `resource is LocalAgent::Browser || ${listed} || (resource is LocalAgent::Site && resource.standard && ${inDomain})`;
      return [
        { part: 'allow-list', effect: 'forbid', unless: allowed },
        { part: 'allow-list.listed', effect: 'permit', when: allowed },
      ];
    }
    case 'block-list': {
      return [
        { part: 'block-list', effect: 'forbid', when: `${listed} || ${inDomain}`, unless: excepted },
        {
          part: 'block-list.private',
          effect: 'forbid',
          when: `resource is LocalAgent::Site && (${unnamed})`,
          unless: excepted,
        },
        { part: 'block-list.others', effect: 'permit' },
      ];
    }
  }
}

const unnamed = 'resource.private || resource.ip || resource.opaque || !resource.secure';
const onlyFolders: ReadonlySet<string> = new Set(['save_file', 'find_filed']);

// What a rule that names nothing does not reach by itself, and no setting makes it: addresses of the local network and
// without encryption, and far-reaching acts that a program proposes. There the person is asked, or names it in a list.
function limitParts({ scope, spec, unasked = [] }: PlacedRule): readonly Part[] {
  if (scope.source === 'organisation' || scope.bucket === 'read') return [];
  const parts: Part[] = [];
  if (spec.mode === 'allow-all' && !onlyFolders.has(scope.tool ?? '')) {
    const when = `resource is LocalAgent::Site && (${unnamed})`;
    parts.push({
      part: 'unnamed',
      effect: 'forbid',
      when,
      // An approval for good names its origin exactly.
      unless: `context.approved${acceptedWaiver(scope)}${unaskedWaiver(unasked)}`,
    });
  }
  if (scope.bucket === 'admin' && (spec.mode === 'allow-all' || spec.mode === 'block-list')) {
    const when = '["agent", "code", "mcp", "job"].contains(context.caller)';
    parts.push({
      part: 'program',
      effect: 'forbid',
      when,
      unless: `context.approved${acceptedWaiver(scope)}`,
    });
  }
  return parts;
}

// A template that was reviewed and accepted once is not asked again for what it writes, downloads and uploads. Deleting is always
// asked, and an organisation's question always stands.
function approvalParts({ scope, spec, unasked = [] }: PlacedRule): readonly Part[] {
  if (!spec.approve) return [];
  const waived = `${acceptedWaiver(scope)}${unaskedWaiver(unasked)}`;
  return [{ part: 'approve', effect: 'forbid', unless: `context.approved${waived}` }];
}

function acceptedWaiver({ bucket, tool, source }: RuleScope): string {
  const acceptable = bucket === 'write' || tool === 'download' || tool === 'upload_file';
  if (!acceptable || source === 'organisation') return '';
  return ' || (context.template.reviewed && context.template.accepted)';
}

function unaskedWaiver(unasked: readonly Unasked[]): string {
  const named = [...new Set(unasked.map(({ tool }) => tool))].sort();
  return named
    .map((tool) => ` || (action == LocalAgent::Action::${cedarString(tool)} && ${isIn(unaskedGroup(tool))})`)
    .join('');
}

function isIn(group: string): string {
  return `resource in LocalAgent::List::${cedarString(group)}`;
}

type Head = { readonly id: string; readonly title: string; readonly fix: string };

function policyText(scope: RuleScope, { effect, when, unless }: Part, { id, title, fix }: Head): string {
  const action = (name: string): string => `LocalAgent::Action::${cedarString(name)}`;
  const scoped =
    scope.tool === null ? `action in ${action(scope.bucket)}` : `action == ${action(scope.tool)}`;
  const apart = scope.setApart.map(action).join(', ');
  return [
    `@id(${cedarString(id)})`,
    `@title(${cedarString(title)})`,
    `@fix(${cedarString(fix)})`,
    `${effect} (principal, ${scoped}, resource)`,
    `when { context.bucket == ${cedarString(scope.bucket)} }`,
    ...(when === undefined ? [] : [`when { ${when} }`]),
    ...(unless === undefined ? [] : [`unless { ${unless} }`]),
    ...(apart === '' ? [] : [`unless { action in [${apart}] }`]),
  ]
    .join('\n')
    .concat(';\n');
}

/** A Cedar string literal. */
export function cedarString(text: string): string {
  const escaped = text.replace(/[\\"]/g, (sign) => `\\${sign}`);
  const visible = escaped.replace(
    /[\u0000-\u001f\u007f]/g,
    (sign) => `\\u{${sign.charCodeAt(0).toString(16)}}`,
  );
  return `"${visible}"`;
}
