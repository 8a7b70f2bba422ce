import { z } from 'zod';
import { type Fault, fault } from '../../shared/faults.ts';
import type { Template } from '../../shared/template.ts';
import { type Problem, pathText } from './problems.ts';

type Schema = NonNullable<Template['output_schema']>;

/** What is wrong with a template's `output_schema` itself. */
export function checkOutputSchema({ output_schema: schema, output, extraction = {} }: Template): Problem[] {
  if (schema === undefined) return [];
  const path = ['output_schema'];
  if (readSchema(schema) === null) return [{ path, message: 'is no JSON Schema that can be checked' }];
  const { properties, required } = schema;
  const told = Array.isArray(required) ? required : [];
  // What the cloud reads or computes is not there when the run ends.
  const local = Object.keys(extraction).filter((name) => extraction[name]?.from !== undefined);
  const given = new Set([...Object.keys(output), ...local]);
  const missing = told.filter((key) => typeof key !== 'string' || !given.has(key));
  const unknown = told.filter((key) => !Object.hasOwn(Object(properties), String(key)));
  return [
    ...missing.map((key) => ({ path, message: `requires "${String(key)}", which "output" does not give` })),
    ...unknown.map((key) => ({ path, message: `requires "${String(key)}" without saying what it is` })),
  ];
}

/** Why an output is not what the template promises; null when it is. */
export function outputFault(
  { output_schema: schema }: Template,
  output: Readonly<Record<string, unknown>>,
): Fault | null {
  if (schema === undefined) return null;
  const parsed = readSchema(schema)?.safeParse(output);
  if (parsed === undefined) throw new Error('the template passed its check with an output schema');
  if (parsed.success) return null;
  const told = parsed.error.issues.slice(0, 5).map(({ path, message }) => `${pathText(path)}: ${message}`);
  return fault(
    'not-found',
    `Every step was done, but the output is not what the template promises: ${told.join('; ')}.`,
    'Look at what the steps gave, in the report; the page may hold something else than before.',
    { problems: told },
  );
}

/** A JSON Schema that values can be checked by; null when it is none. */
export function readSchema(schema: Schema): z.ZodType | null {
  try {
    return z.fromJSONSchema(schema);
  } catch {
    return null;
  }
}
