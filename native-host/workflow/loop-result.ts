import { type Fault, fault } from '../../shared/faults.ts';
import type { LoopStep } from '../../shared/template.ts';
import { resolveValue, type Scope } from './references.ts';

/** Entries that one loop may gather. */
const collectedMax = 100_000;

/** What a loop gathers round by round, by key. */
export type Collected = Readonly<Record<string, unknown[]>>;

export function nothingCollected(step: LoopStep): Collected {
  return Object.fromEntries(Object.keys(step.for_each.collect).map((key) => [key, []]));
}

/** Adds what a round gives; the fault says that it is too much. */
export function gather(step: LoopStep, scope: Scope, collected: Collected): Fault | null {
  for (const [key, value] of Object.entries(step.for_each.collect)) {
    const found = resolveValue(value, scope, () => undefined);
    if (found === undefined || found === null) continue;
    const gathered = collected[key] ?? [];
    const added = Array.isArray(found) ? found : [found];
    if (gathered.length + added.length > collectedMax) {
      return fault('too-large', `More than ${collectedMax} ${key} were gathered.`, 'Narrow the search.');
    }
    for (const entry of added) gathered.push(entry);
  }
  return null;
}
