import { z } from 'zod';
import { TemplateParameter } from './protocol/control-messages.ts';

/** A parameter: what TemplateParameter tells of it, less its name, which is its key. */
export const ParameterSpec = z.strictObject({
  type: TemplateParameter.shape.type,
  title: z.string().min(1).max(200),
  description: z.string().max(2000).default(''),
  required: z.boolean().default(false),
  /** Regular expression that the whole text must match. */
  pattern: z.string().max(500).optional(),
  /** The only values allowed. */
  options: z.array(z.string().max(200)).min(1).max(200).optional(),
  default: z.json().optional(),
  /** `{name}` in the value stands for the value of that other parameter: for file names. */
  fields: z.boolean().default(false),
});
export type ParameterSpec = z.infer<typeof ParameterSpec>;
