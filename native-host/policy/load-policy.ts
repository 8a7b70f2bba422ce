import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { canonicalJson } from '../../shared/canonical-json.ts';
import type { PolicyRule } from '../../shared/protocol/control-messages.ts';
import { tools } from '../../shared/tools/index.ts';
import {
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
  type LayerResult,
  type PolicyLayer,
  type PolicyProblem,
  parsePolicyObject,
  parsePolicyText,
} from './policy-file.ts';
import type { PolicySources } from './policy-sources.ts';
import { shownRule } from './policy-words.ts';
import { realFolder } from './real-folder.ts';

/** A policy in force: what decides, what it is called, and what it was made of. */
export type LoadedPolicy = {
  readonly engine: PolicyEngine;
  readonly lists: ListIndex;
  readonly policies: ReadonlyMap<string, LoadedPolicyText>;
  readonly rules: readonly z.infer<typeof PolicyRule>[];
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
  ];
  const started = await PolicyEngine.start({ ...options, schema: sources.schema.text, texts });
  if (!started.ok) return started;
  const policy = {
    engine: started.engine,
    lists: await withRealFolders(compiled.lists),
    policies: new Map(started.policies.map((one) => [one.id, one])),
    rules: placed.map(({ scope, spec }) => shownRule(scope, spec)),
    hops: hopReach(placed, sources.overlays.length > 0),
    version: versionOf(sources, managed),
  };
  return { ok: true, policy };
}

type Layers =
  | { readonly ok: true; readonly rules: readonly PlacedRule[] }
  | { readonly ok: false; readonly problems: readonly PolicyProblem[] };

function readLayers(sources: PolicySources, managed: ManagedPolicies): Layers {
  const read = (file: { path: string; text: string } | null): LayerResult =>
    file === null ? { ok: true, layer: new Map() } : parsePolicyText(file.text, file.path);
  const [defaults, person, machine] = [read(sources.defaults), read(sources.person), read(sources.machine)];
  const browsers = managedLayers(managed);
  const problems = [defaults, person, machine, ...browsers].flatMap((one) => (one.ok ? [] : one.problems));
  if (problems.length > 0) return { ok: false, problems };
  const rules = [
    ...organisationsRules(layerOf(machine), 'machine'),
    ...browsers.flatMap((one, index) =>
      organisationsRules(layerOf(one), index === 0 ? 'browser' : `browser-${index + 1}`),
    ),
    ...personsRules(layerOf(person), layerOf(defaults)),
  ];
  return { ok: true, rules };
}

function layerOf(result: LayerResult): PolicyLayer {
  return result.ok ? result.layer : new Map();
}

// Profiles of one organisation mostly carry the same policy, which is then one layer.
function managedLayers(managed: ManagedPolicies): readonly LayerResult[] {
  const different = new Map<string, LayerResult>();
  for (const [profile, value] of [...managed].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const text = canonicalJson(value);
    if (different.has(text)) continue;
    different.set(text, parsePolicyObject(value, `managed policy of the browser profile "${profile}"`));
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
