import { z } from 'zod';
import { raise } from '../../../shared/faults.ts';
import type { evaluateScript as declaration } from '../../../shared/tools/evaluate-script.ts';
import type { Behaviour } from '../page.ts';

const functionSource = /^\s*(?:async\s+)?(?:function\b|(?:\([^()]*(?:\([^()]*\)[^()]*)*\)|[\w$]+)\s*=>)/;

export const evaluateScript: Behaviour<typeof declaration> = async (page, args, _targets, context) => {
  const value = await page.evaluate(bodyOf(args.script), args.args, args.world, context.deadline);
  const json = z.json().safeParse(value ?? null);
  if (!json.success) {
    return raise(
      'bad-arguments',
      'The script gave a value that is not JSON.',
      'Return texts, numbers, lists or objects.',
    );
  }
  return { result: { value: json.data }, verified: true };
};

/** A script that is a function itself is called with `args`; anything else is a function's body already. */
export function bodyOf(script: string): string {
  return functionSource.test(script) ? `return await (${script.trim().replace(/;$/, '')})(args);` : script;
}
