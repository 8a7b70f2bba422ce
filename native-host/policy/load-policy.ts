import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import type { z } from 'zod';
import { canonicalJson } from '../../shared/canonical-json.ts';
import type { PolicyRule, StandingRule } from '../../shared/protocol/control-messages.ts';
import { tools } from '../../shared/tools/index.ts';
import {
  baseOf,
  compileRules,
  type ListIndex,
  organisationsRules,
  type PlacedRule,
  personsRules,
} from './compile.ts';
import { PolicyEngine } from './engine.ts';
import type { LoadedPolicyText, PolicyText } from './engine-messages.ts';
import { type HopReach, hopReach } from './hop-terms.ts';
import {
  type LayerKind,
  type LayerResult,
  noOrders,
  type PolicyLayer,
  type PolicyProblem,
  parsePolicyObject,
  parsePolicyText,
} from './policy-file.ts';
import type { PolicyFile, PolicySources } from './policy-sources.ts';
import { shownRule } from './policy-words.ts';
import { realFolder } from './real-folder.ts';
import { type OrderedBy, switchedOffWords, switchOffPolicies } from './switch-off.ts';

/** A policy in force: what decides, what it is called, and what it was made of. */
export type LoadedPolicy = {
  readonly engine: PolicyEngine;
  readonly lists: ListIndex;
  readonly policies: ReadonlyMap<string, LoadedPolicyText>;
  readonly rules: readonly z.infer<typeof PolicyRule>[];
  /** Rules that stand beside the buckets: those that always hold, and overlays. */
  readonly standing: readonly z.infer<typeof StandingRule>[];
  /** Who switched LocalAgent off and why, in a sentence; null while nobody has. */
  readonly switchedOff: string | null;
  /** Keys of organisations; a template signed with one counts as reviewed and accepted. */
  readonly templateKeys: readonly string[];
  /** What a verdict on opening an address says of other addresses. */
  readonly hops: HopReach;
  /** SHA-256 (hex) over schema, rules, lists and the tools that they speak about. */
  readonly version: string;
};
export type PolicyLoad =
  | { readonly ok: true; readonly policy: LoadedPolicy }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

/** The policy of each browser profile's managed storage, by profile. */
export type ManagedPolicies = ReadonlyMap<string, unknown>;

/** Stands for the file of what is made from an organisation's orders. */
const organisationFile = 'organisation';

type LoadOptions = { readonly workerUrl: URL; readonly decisionMs?: number };

/** Parses, compiles and validates everything; one problem anywhere and nothing is loaded. */
export async function loadPolicy(
  sources: PolicySources,
  managed: ManagedPolicies,
  options: LoadOptions,
): Promise<PolicyLoad> {
  const layers = readLayers(sources, managed);
  if (!layers.ok) return layers;
  const placed = layers.rules;
  const compiled = compileRules(placed);
  const texts: readonly PolicyText[] = [
    { file: sources.always.path, text: sources.always.text, forbidsOnly: true },
    ...sources.overlays.map(({ path, text }) => ({ file: path, text, forbidsOnly: true })),
    ...compiled.policies.map(({ text }) => ({ file: 'policy', text, forbidsOnly: false })),
    ...layers.orders
      .flatMap(switchOffPolicies)
      .map(({ text }) => ({ file: organisationFile, text, forbidsOnly: true })),
  ];
  const started = await PolicyEngine.start({ ...options, schema: sources.schema.text, texts });
  if (!started.ok) return started;
  const switchedOff = layers.orders.map(switchedOffWords).find((words) => words !== null) ?? null;
  const policy = {
    engine: started.engine,
    lists: await withRealFolders(compiled.lists),
    policies: new Map(started.policies.map((one) => [one.id, one])),
    rules: placed.map((rule) => shownRule(baseOf(rule), rule.scope, rule.spec, rule.unasked)),
    // While it is switched off no address is free.
    hops: hopReach(placed, sources.overlays.length > 0 || switchedOff !== null),
    standing: started.policies.flatMap(({ id, file, words }) =>
      file === 'policy' ? [] : [{ id, words, source: standingSource(file, sources) }],
    ),
    switchedOff,
    templateKeys: [...new Set(layers.orders.flatMap(({ orders }) => orders.templateKeys))],
    version: versionOf(sources, managed),
  };
  return { ok: true, policy };
}

type Layers =
  | { readonly ok: true; readonly rules: readonly PlacedRule[]; readonly orders: readonly OrderedBy[] }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

function readLayers(sources: PolicySources, managed: ManagedPolicies): Layers {
  const read = (file: PolicyFile | null, kind: LayerKind): LayerResult =>
    file === null ? empty : parsePolicyText(file.text, file.path, undefined, kind);
  const [defaults, person] = [read(sources.defaults, 'person'), read(sources.person, 'person')];
  const organisations = [
    { layer: 'machine', place: sources.machine?.path ?? '', result: read(sources.machine, 'organisation') },
    ...managedLayers(managed),
  ];
  const all = [defaults, person, ...organisations.map(({ result }) => result)];
  const problems = all.flatMap((one) => (one.ok ? [] : one.problems));
  if (problems.length > 0) return { ok: false, problems };
  const rules = [
    ...organisations.flatMap(({ layer, result }) => organisationsRules(layerOf(result), layer)),
    ...personsRules(layerOf(person), layerOf(defaults), person.ok ? person.unasked : []),
  ];
  const orders = organisations.map(({ layer, place, result }) => ({
    layer,
    place,
    orders: result.ok ? result.orders : noOrders,
  }));
  return { ok: true, rules, orders };
}

const empty: LayerResult = { ok: true, layer: new Map(), orders: noOrders };

function standingSource(file: string, { always }: PolicySources): string {
  if (file === always.path) return 'always';
  return file === organisationFile ? 'organisation' : basename(file);
}

function layerOf(result: LayerResult): PolicyLayer {
  return result.ok ? result.layer : new Map();
}

type ManagedLayer = { readonly layer: string; readonly place: string; readonly result: LayerResult };

// Profiles of one organisation mostly carry the same policy, which is then one layer.
function managedLayers(managed: ManagedPolicies): readonly ManagedLayer[] {
  const different = new Map<string, ManagedLayer>();
  for (const [profile, value] of [...managed].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const text = canonicalJson(value);
    if (different.has(text)) continue;
    const place = `managed policy of the browser profile "${profile}"`;
    const layer = different.size === 0 ? 'browser' : `browser-${different.size + 1}`;
    different.set(text, { layer, place, result: parsePolicyObject(value, place) });
  }
  return [...different.values()];
}

// A rule may name a folder by a link; requests come with the links followed.
async function withRealFolders(lists: ListIndex): Promise<ListIndex> {
  const all = new Map(lists);
  for (const [key, groups] of lists) {
    if (!key.startsWith('folder:')) continue;
    const real = `folder:${await realFolder(key.slice('folder:'.length))}`;
    all.set(real, [...new Set([...(all.get(real) ?? []), ...groups])]);
  }
  return all;
}

function versionOf(sources: PolicySources, managed: ManagedPolicies): string {
  const spoken = [...tools.values()].map(({ name, buckets }) => [name, buckets]);
  const whole = canonicalJson([sources, [...managed].sort(([a], [b]) => (a < b ? -1 : 1)), spoken]);
  return createHash('sha256').update(whole).digest('hex');
}
