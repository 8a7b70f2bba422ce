import type { Seeded } from '../../proof/seeded.ts';
import { type ModelCall, type ModelPolicy, type ModelRule, places, ruleTexts } from './reference-model.ts';

// Policies and calls by chance, from a seed, for everything that compares what is decided with what should be.

export const modelDefaults: ModelPolicy = {
  read: { mode: 'allow-all' },
  write: { mode: 'allow-all', approve: true },
  delete: { mode: 'allow-all', approve: true },
  admin: { mode: 'deny-all', tools: { download: { mode: 'allow-all', approve: true } } },
};

const toolsSetApart = {
  read: ['get_text', 'screenshot'],
  write: ['click', 'fill'],
  delete: ['click'],
  admin: ['download', 'evaluate_script'],
} as const;
const buckets = ['read', 'write', 'delete', 'admin'] as const;

type Act = readonly [tool: string, bucket: ModelCall['bucket']];
const acts: readonly [Act, ...Act[]] = [
  ['get_text', 'read'],
  ['screenshot', 'read'],
  ['click', 'write'],
  ['press_key', 'write'],
  ['click', 'delete'],
  ['download', 'admin'],
  ['evaluate_script', 'admin'],
];
const modes: readonly [ModelRule['mode'], ...ModelRule['mode'][]] = [
  'allow-all',
  'deny-all',
  'allow-list',
  'block-list',
];
const placeNames: readonly string[] = Object.keys(places);

/** A policy in which each bucket may be missing and may set tools apart. */
export function randomPolicy(chance: Seeded): ModelPolicy {
  const some = buckets.filter(() => chance.below(4) > 0);
  return Object.fromEntries(
    some.map((bucket) => {
      const apart = toolsSetApart[bucket].filter(() => chance.below(3) === 0);
      const tools = Object.fromEntries(apart.map((tool) => [tool, randomRule(chance)]));
      return [bucket, { ...randomRule(chance), tools }];
    }),
  );
}

function randomRule(chance: Seeded): ModelRule {
  const mode = chance.pick(modes);
  const some = (texts: readonly string[]) => texts.filter(() => chance.below(2) === 0);
  if (mode === 'deny-all') return { mode };
  const approve = chance.below(2) === 0;
  if (mode === 'allow-all') return { mode, approve };
  const resources = some(ruleTexts);
  if (mode === 'allow-list') return { mode, approve, resources };
  return { mode, approve, resources, except: some(ruleTexts.filter((text) => text.startsWith('origin:'))) };
}

export function randomCall(chance: Seeded): ModelCall {
  const [tool, bucket] = chance.pick(acts);
  const place = placeNames[chance.below(placeNames.length)];
  if (place === undefined || !isPlace(place)) throw new Error('there is no place');
  const flip = () => chance.below(2) === 0;
  return {
    ...{ tool, bucket, place },
    ...{ unattended: flip(), granted: flip(), accepted: flip(), tainted: flip(), program: flip() },
  };
}

function isPlace(name: string): name is keyof typeof places {
  return name in places;
}
