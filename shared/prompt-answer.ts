import { z } from 'zod';

// What a prompt step may answer. The form is the schema that a model's server enforces, so there is little to get wrong; and
// "the text does not say" is always an answer, which is null.

/** Options of one choice, and fields of one extraction. */
export const optionsMax = 50;
export const fieldsMax = 20;

const Name = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,59}$/, 'must be lower-case letters, digits and "_", starting with a letter');

/** A value to be found in what the step sees; one that does not stand there becomes null. */
export const ExtractField = z.strictObject({
  type: z.enum(['string', 'number', 'date']),
  description: z.string().min(1).max(500),
});
export type ExtractField = z.infer<typeof ExtractField>;

export const PromptAnswer = z.union([
  /** One of these, or of the list that a reference brings. */
  z.strictObject({
    choose: z.union([z.array(z.string().min(1).max(200)).min(2).max(optionsMax), z.string()]),
  }),
  z.strictObject({ yes_no: z.literal(true) }),
  z.strictObject({
    extract: z
      .record(Name, ExtractField)
      .refine((fields) => Object.keys(fields).length > 0 && Object.keys(fields).length <= fieldsMax, {
        message: `needs 1 to ${fieldsMax} fields`,
      }),
  }),
]);
export type PromptAnswer = z.infer<typeof PromptAnswer>;

/** What a prompt step asks: a question about texts, with the form of its answer. */
export type StepQuestion = {
  readonly question: string;
  readonly seen: readonly { readonly title: string; readonly text: string }[];
  readonly form:
    | { readonly kind: 'choose'; readonly options: readonly string[] }
    | { readonly kind: 'yes_no' }
    | { readonly kind: 'extract'; readonly fields: Readonly<Record<string, ExtractField>> };
};
export type StepAnswer = {
  /** Null: what was shown does not say. */
  readonly answer: string | boolean | null | Readonly<Record<string, string | number | null>>;
  /** Fields that were answered with what does not stand in what was shown. */
  readonly unsupported: readonly string[];
};
