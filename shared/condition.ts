import { z } from 'zod';

// What `if`, `finish_if` and `until` of a template compare.

const Value = z.json();
const operators = {
  equals: Value.optional(),
  not_equals: Value.optional(),
  /** Text within a text, or entry of a list. */
  contains: z.string().optional(),
  /** True: there is a value, and it is neither null nor an empty text or list. */
  exists: z.boolean().optional(),
  greater_than: z.number().optional(),
  less_than: z.number().optional(),
};
export const operatorNames = [
  'equals',
  'not_equals',
  'contains',
  'exists',
  'greater_than',
  'less_than',
] as const;

/** One comparison: a value, usually a reference, and exactly one operator. */
export const Test = z
  .strictObject({ value: Value, ...operators })
  .refine((test) => operatorNames.filter((name) => test[name] !== undefined).length === 1, {
    message: `needs exactly one of ${operatorNames.join(', ')}`,
  });
export type Test = z.infer<typeof Test>;

export const Condition = z.union([
  Test,
  z.strictObject({ all: z.array(Test).min(1).max(20) }),
  z.strictObject({ any: z.array(Test).min(1).max(20) }),
]);
export type Condition = z.infer<typeof Condition>;
