import { z } from 'zod';
import { Bucket } from './actions.ts';
import { Fingerprint } from './fingerprint.ts';
import { TemplateParameter } from './protocol/control-messages.ts';

// A template is a job that can be run again with other parameters: data, never code. It says in advance which
// sites it touches and what kind of acts each step makes, and it is judged whole before its first step runs.
// In `args`, conditions and `output`, `{{parameters.x}}`, `{{steps.id.field}}` and `{{item}}` stand for
// values; a text that is nothing but one reference becomes that value with its type, and no value is ever
// read as a reference again.

/** Steps of one template, nested ones counted. */
export const stepsMax = 200;
/** Times that one `for_each` may go round. */
export const roundsMax = 1000;

const Id = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,59}$/, 'must be lower-case letters, digits and "_", starting with a letter');
const Title = z.string().min(1).max(200);

/** A parameter: what TemplateParameter tells of it, less its name, which is its key. */
export const ParameterSpec = z.strictObject({
  type: TemplateParameter.shape.type,
  title: Title,
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

/** Sites by http(s) URL, of which the origin counts, or by `{{parameters.x}}`. */
const Sites = z.array(z.string().min(1).max(2000)).min(1).max(50);

/** Text that steps read on one site and that goes into acts on another: each a site, as in `sites`. */
const Flow = z.strictObject({ from: Sites.element, to: Sites.element });

const stepBase = {
  id: Id,
  title: Title,
  /** The step runs only if this holds. */
  if: Condition.optional(),
};

/** A step that calls one tool: a primitive, a host tool or a pattern. */
export const ToolStep = z.strictObject({
  ...stepBase,
  tool: z.string().min(1).max(60),
  args: z.record(z.string(), Value).default({}),
  /** Every kind of act that the step may turn out to be; more than this is refused when it happens. */
  buckets: z.array(Bucket).min(1).max(4),
  /** Sites the step may touch; left out, the template's. */
  sites: Sites.optional(),
  /** Milliseconds for the whole step: default 60 s, from 100 ms to 10 min. */
  timeout_ms: z.int().min(100).max(600_000).default(60_000),
  /**
   * `abort` ends the run; `skip` goes on without a result; `retry` tries up to three times what was a read or
   * provably never left the host, then aborts. An act that may have happened is not repeated.
   */
  on_failure: z.enum(['abort', 'skip', 'retry']).default('abort'),
  /** Ends the run as succeeded, after this step, if it holds: there is nothing left to do. */
  finish_if: Condition.optional(),
  /** Also puts the step's result into the run's output under this key. */
  output: Id.optional(),
});
export type ToolStep = z.infer<typeof ToolStep>;

/** A step that repeats others, for each entry of a list, or `max` times at most until a condition holds. */
export const LoopStep = z.strictObject({
  ...stepBase,
  for_each: z.strictObject({
    /** A list, usually by reference; left out, the numbers from 1 to `max`. */
    in: z.union([z.string(), z.array(Value)]).optional(),
    as: Id.default('item'),
    /** Rounds at most. A longer list, or an `until` that does not come true, ends the run as failed. */
    max: z.int().min(1).max(roundsMax),
    /** Looked at after each round; true ends the loop. */
    until: Condition.optional(),
    /**
     * Evaluated after each round and gathered under the key: a list adds its entries, anything else itself.
     */
    collect: z.record(Id, Value).default({}),
  }),
  steps: z.array(ToolStep).min(1).max(50),
});
export type LoopStep = z.infer<typeof LoopStep>;

export type Step = ToolStep | LoopStep;

/** A step that does what another template does, as part of this one. */
export const UseStep = z.strictObject({
  ...stepBase,
  /** The other template, as `id@version`. */
  use: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,79}@\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[0-9A-Za-z.-]{1,60})?$/, 'must be id@version'),
  /** Values of its parameters; `{{steps.ID.KEY}}` is then what its output has under that key. */
  with: z.record(Id, Value).default({}),
});
export type UseStep = z.infer<typeof UseStep>;

const Review = z.strictObject({
  state: z.enum(['draft', 'reviewed']),
  by: z.string().max(200).optional(),
  at: z.iso.date().optional(),
  signature: z.string().max(1000).optional(),
});

export const Template = z.strictObject({
  id: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,79}$/, 'must be lower-case letters, digits and "-", starting with a letter'),
  version: z
    .string()
    .regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[0-9A-Za-z.-]{1,60})?$/, 'must be a version such as 1.0.0'),
  title: Title,
  description: z.string().max(4000),
  parameters: z.record(Id, ParameterSpec).default({}),
  sites: Sites,
  /**
   * Which text of one site may go into acts on another. Once the template is reviewed these are done unasked; any other such act
   * is asked about, and refused where nobody is there.
   */
  flows: z.array(Flow).min(1).max(50).optional(),
  steps: z
    .array(z.union([ToolStep, LoopStep]))
    .min(1)
    .max(stepsMax),
  /** What the run gives back, by key; a reference without a value becomes null. */
  output: z.record(Id, Value).default({}),
  /** JSON Schema of the output. A run whose output does not fit it has failed, whatever it did. */
  output_schema: z.record(z.string(), z.json()).optional(),
  /**
   * What selectors meant when the template last worked, by step and argument, as `open_reports.selector`; written by
   * `localagent template record`. A selector that no longer finds its control is mended by it.
   */
  fingerprints: z
    .record(
      z.string().regex(/^[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+$/, 'must name a step and an argument'),
      Fingerprint,
    )
    .optional(),
  review: Review.default({ state: 'draft' }),
});
export type Template = z.infer<typeof Template>;

/** A template as it is written: its steps may use other templates. */
export const WrittenTemplate = Template.extend({
  steps: z
    .array(z.union([ToolStep, LoopStep, UseStep]))
    .min(1)
    .max(stepsMax),
});
export type WrittenTemplate = z.infer<typeof WrittenTemplate>;

/** True for a step that uses another template. */
export function isUse(step: Step | UseStep): step is UseStep {
  return 'use' in step;
}

/** True for a step that repeats others. */
export function isLoop(step: Step): step is LoopStep {
  return 'for_each' in step;
}

/** Every tool step of a template with its path in the file, nested ones in their place. */
export function toolStepsOf(
  steps: readonly Step[],
): readonly { readonly step: ToolStep; readonly path: readonly (string | number)[] }[] {
  return steps.flatMap((step, index) => {
    const path = ['steps', index];
    if (!isLoop(step)) return [{ step, path }];
    return step.steps.map((inner, innerIndex) => ({ step: inner, path: [...path, 'steps', innerIndex] }));
  });
}

/** JSON Schema (2020-12) of a template file, for editors. */
export function templateJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(WrittenTemplate, { io: 'input' });
  return { $schema, title: 'LocalAgent workflow template', ...schema };
}
