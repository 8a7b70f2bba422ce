import { z } from 'zod';
import { CodeStep, Id, Review, Template, ToolStep } from './template.ts';

// A script that code steps cite as `id@version`: an artefact of its own, reviewed and signed like a template. It lies in the
// folder `scripts` beside templates, as ID@VERSION.yaml or .json.

/** A value that a citing step gives it. */
export const ScriptInput = z.strictObject({
  type: z.enum(['string', 'integer', 'number', 'boolean', 'list', 'object']),
  description: z.string().max(2000).default(''),
  required: z.boolean().default(false),
});

export const StepScript = z.strictObject({
  id: Template.shape.id,
  version: Template.shape.version,
  title: Template.shape.title,
  description: Template.shape.description,
  inputs: z.record(Id, ScriptInput).default({}),
  /** Every kind of act that it may turn out to be; the step that cites it declares them too. */
  buckets: ToolStep.shape.buckets,
  /** The only sites that a step may use it on, as http(s) URLs; left out: any that the step names. */
  sites: z.array(z.string().min(1).max(2000)).min(1).max(50).optional(),
  code: CodeStep.shape.code.unwrap(),
  /** JSON Schema of what it returns; a result that does not fit fails the step. */
  output_schema: z.record(z.string(), z.json()).optional(),
  review: Review.default({ state: 'draft' }),
});
export type StepScript = z.infer<typeof StepScript>;

/** JSON Schema (2020-12) of a script's file, for editors. */
export function stepScriptJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(StepScript, { io: 'input' });
  return { $schema, title: 'LocalAgent step script', ...schema };
}
