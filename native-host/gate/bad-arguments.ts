import type { z } from 'zod';
import { type Fault, fault } from '../../shared/faults.ts';
import { tools } from '../../shared/tools/index.ts';

/** What is wrong with a call's arguments, in words: which one, what was expected, which names exist. */
export function badArguments(tool: string, error: z.ZodError, known: readonly string[]): Fault {
  const lines = error.issues.slice(0, 5).map((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const near = issue.keys.map((key) => nearest(key, known)).filter((name) => name !== null);
      const meant = near.length === 0 ? '' : ` (did you mean ${near.map((name) => `"${name}"`).join(', ')}?)`;
      return `unknown argument ${issue.keys.map((key) => `"${key}"`).join(', ')}${meant}`;
    }
    const path = issue.path.join('.');
    return path === '' ? issue.message : `"${path}": ${issue.message}`;
  });
  return fault(
    'bad-arguments',
    `The arguments of ${tool} do not fit: ${lines.join('; ')}.`,
    `${tool} takes: ${known.join(', ') || 'no arguments'}.`,
  );
}

export function unknownTool(name: string): Fault {
  const near = nearest(name, [...tools.keys()]);
  return fault(
    'bad-arguments',
    `There is no tool "${name.slice(0, 100)}".`,
    near === null ? `The tools are: ${[...tools.keys()].join(', ')}.` : `Did you mean "${near}"?`,
  );
}

/** The name that needs the fewest changed letters, if that is at most a third of them; else null. */
export function nearest(name: string, known: readonly string[]): string | null {
  const ranked = known
    .map((candidate) => ({ candidate, distance: distance(name.slice(0, 60), candidate) }))
    .sort((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(2, name.length / 3) ? best.candidate : null;
}

// Levenshtein distance over two short names, one row at a time.
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
