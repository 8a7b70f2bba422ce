import type { z } from 'zod';
import { type Fault, fault } from '../faults.ts';
import { nearestName } from '../nearest-name.ts';
import { tools } from './index.ts';

/** What is wrong with a call's arguments, in words: which one, what was expected, which names exist. */
export function badArguments(tool: string, error: z.ZodError, known: readonly string[]): Fault {
  const lines = error.issues.slice(0, 5).map((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const near = issue.keys.map((key) => nearestName(key, known)).filter((name) => name !== null);
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
  const near = nearestName(name, [...tools.keys()]);
  return fault(
    'bad-arguments',
    `There is no tool "${name.slice(0, 100)}".`,
    near === null ? `The tools are: ${[...tools.keys()].join(', ')}.` : `Did you mean "${near}"?`,
  );
}
