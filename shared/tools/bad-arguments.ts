import type { z } from 'zod';
import { type Fault, fault } from '../faults.ts';
import { nearestName } from '../nearest-name.ts';
import { tools } from './index.ts';

/** Of a name that came from outside, so much is shown. */
const nameCharactersMax = 100;
/** Mistakes that are told at once. */
const issuesMax = 5;

/** What is wrong with a call's arguments, in words: which one, what was expected, which names exist. */
export function badArguments(tool: string, error: z.ZodError, known: readonly string[]): Fault {
  const lines = error.issues.slice(0, issuesMax).map((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const keys = issue.keys.slice(0, issuesMax);
      const near = keys.map((key) => nearestName(key, known)).filter((name) => name !== null);
      const meant = near.length === 0 ? '' : ` (did you mean ${near.map(quoted).join(', ')}?)`;
      return `unknown argument ${keys.map(quoted).join(', ')}${meant}`;
    }
    const path = issue.path.join('.').slice(0, nameCharactersMax);
    return path === '' ? issue.message : `"${path}": ${issue.message}`;
  });
  return fault(
    'bad-arguments',
    `The arguments of ${tool} do not fit: ${lines.join('; ')}.`,
    `${tool} takes: ${known.join(', ') || 'no arguments'}.`,
  );
}

function quoted(name: string): string {
  return `"${name.slice(0, nameCharactersMax)}"`;
}

export function unknownTool(name: string): Fault {
  const near = nearestName(name, [...tools.keys()]);
  return fault(
    'bad-arguments',
    `There is no tool ${quoted(name)}.`,
    near === null ? `The tools are: ${[...tools.keys()].join(', ')}.` : `Did you mean "${near}"?`,
  );
}
