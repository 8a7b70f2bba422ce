import { z } from 'zod';
import { Bucket } from './actions.ts';
import { Asking } from './asking.ts';
import { Condition } from './condition.ts';
import { ExtractionPlan } from './extraction.ts';
import { Fingerprint } from './fingerprint.ts';
import { ParameterSpec } from './parameter-spec.ts';
import { PromptAnswer } from './prompt-answer.ts';

// A template is a job that can be run again with other parameters. It is data, and a script in it is read before anything runs. It says in advance which
// sites it touches and what kind of acts each step makes, and it is judged whole before its first step runs.
// In `args`, conditions and `output`, `{{parameters.x}}`, `{{steps.id.field}}` and `{{item}}` stand for
// values; a text that is nothing but one reference becomes that value with its type, and no value is ever
// read as a reference again.

/** Steps of one template, nested ones counted. */
export const stepsMax = 200;
/** Characters of a script, as `execute_code` takes them. */
const sourceCharactersMax = 10_000;
/** Times that one `for_each` may go round. */
export const roundsMax = 1000;

/** Name of a step, a parameter, a key of the output. */
export const Id = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,59}$/, 'must be lower-case letters, digits and "_", starting with a letter');
const Title = z.string().min(1).max(200);

const Value = z.json();

/** Sites by http(s) URL, of which the origin counts, or by `{{parameters.x}}`. */
const Sites = z.array(z.string().min(1).max(2000)).min(1).max(50);

/** Text that steps read on one site and that goes into acts on another: each a site, as in `sites`. */
const Flow = z.strictObject({ from: Sites.element, to: Sites.element });

const stepBase = {
  id: Id,
  title: Title,
  /** The step runs only if this holds. */
  if: Condition.optional(),
  /** Where it is done; left out: `local`, on this machine. What only the cloud does is named in the extraction plan. */
  tier: z.enum(['local', 'cloud']).optional(),
};

const stepEnd = {
  /**
   * `abort` ends the run; `skip` goes on without a result; `retry` tries up to three times what was a read or
   * provably never left the host, then aborts. An act that may have happened is not repeated.
   */
  on_failure: z.enum(['abort', 'skip', 'retry']).default('abort'),
  /** Ends the run as succeeded, after this step, if it holds: there is nothing left to do. */
  finish_if: Condition.optional(),
  /** Also puts the step's result into the run's output under this key. */
  output: Id.optional(),
};
/** Milliseconds for the whole step, from 100 ms to 10 min. */
const StepMs = z.int().min(100).max(600_000);
/** `id@version`, of another template or of a script. */
const Cited = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,79}@\d{1,6}\.\d{1,6}\.\d{1,6}(?:-[0-9A-Za-z.-]{1,60})?$/, 'must be id@version');

/** A step that calls one tool: a primitive, a host tool or a pattern. */
export const ToolStep = z.strictObject({
  ...stepBase,
  tool: z.string().min(1).max(60),
  args: z.record(z.string(), Value).default({}),
  /** Every kind of act that the step may turn out to be; more than this is refused when it happens. */
  buckets: z.array(Bucket).min(1).max(4),
  /** Sites the step may touch; left out, the template's. */
  sites: Sites.optional(),
  /** Default 60 s. */
  timeout_ms: StepMs.default(60_000),
  ...stepEnd,
  /** As `stepEnd` says; `repair` has a model look for what the step meant, where the host's config allows it, then aborts. */
  on_failure: z.enum(['abort', 'skip', 'retry', 'repair']).default('abort'),
});
export type ToolStep = z.infer<typeof ToolStep>;

/**
 * A step that runs a script in the language of `execute_code`: written out here (`code`), or an artefact of its own (`script`).
 * What it returns is `{{steps.ID.result}}`, and each field of an object by its name too.
 */
export const CodeStep = z
  .strictObject({
    ...stepBase,
    code: z.string().min(1).max(sourceCharactersMax).optional(),
    script: Cited.optional(),
    /** Values for the script, where they are `inputs.NAME`; none is ever pasted into its text. */
    inputs: z.record(Id, Value).default({}),
    buckets: z.array(Bucket).min(1).max(4),
    sites: Sites.optional(),
    /** Default 60 s. */
    timeout_ms: StepMs.default(60_000),
    /** SHA-256 of the script as it is printed; a script of another hash is refused. Written by `template record`. */
    code_hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hex')
      .optional(),
    ...stepEnd,
  })
  .refine(({ code, script }) => code !== undefined || script !== undefined, {
    message: 'needs "code" or "script"',
    // Else every step with a strange key would be taken for one of these.
    abort: true,
  });
export type CodeStep = z.infer<typeof CodeStep>;

/** A step that asks a model one question about what other steps have read. It sees nothing else and can only answer. */
export const PromptStep = z.strictObject({
  ...stepBase,
  /** The question; only parameters may be named in it. */
  prompt: z.string().min(1).max(2000),
  /** Steps before this one whose results it may see, or the loop's item. */
  sees: z.array(Id).min(1).max(10),
  answer: PromptAnswer,
  buckets: z.tuple([z.literal('read')]).default(['read']),
  /** Default 120 s. */
  timeout_ms: StepMs.default(120_000),
  ...stepEnd,
});
export type PromptStep = z.infer<typeof PromptStep>;

/** A step that waits for the person: for a code that they were sent, a text, or until they have done something. */
export const AskStep = z.strictObject({
  ...stepBase,
  ask: Asking,
  buckets: z.tuple([z.literal('read')]).default(['read']),
  /** Default 5 min. */
  timeout_ms: StepMs.default(300_000),
  ...stepEnd,
});
export type AskStep = z.infer<typeof AskStep>;

/** A step that is one thing: everything but loops and uses. */
export type SingleStep = ToolStep | CodeStep | PromptStep | AskStep;
const Single = [ToolStep, CodeStep, PromptStep, AskStep] as const;

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
    /** Rounds that may go on at once, each with a page of its own: where every step only reads, or with `independent`. */
    at_once: z.int().min(1).max(8).optional(),
    /** Of a reviewed template: what one round does is nothing to the others. */
    independent: z.boolean().optional(),
  }),
  steps: z.array(z.union(Single)).min(1).max(50),
});
export type LoopStep = z.infer<typeof LoopStep>;

export type Step = SingleStep | LoopStep;
/** Any step of a template whose uses are in their place. */
export const AnyStep = z.union([...Single, LoopStep]);

/** A step that does what another template does, as part of this one. */
export const UseStep = z.strictObject({
  ...stepBase,
  /** The other template, as `id@version`. */
  use: Cited,
  /** Values of its parameters; `{{steps.ID.KEY}}` is then what its output has under that key. */
  with: z.record(Id, Value).default({}),
});
export type UseStep = z.infer<typeof UseStep>;

/** What somebody who has read it says of it. */
export const Review = z.strictObject({
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
  steps: z.array(AnyStep).min(1).max(stepsMax),
  /** Where each value comes from, here or in the cloud; with it, a job sends nothing that it does not name. */
  extraction: ExtractionPlan.optional(),
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
    .array(z.union([...Single, LoopStep, UseStep]))
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

/** True for a step that runs a script. */
export function isCode(step: Step | UseStep): step is CodeStep {
  return 'code' in step || 'script' in step;
}

/** True for a step that asks a model. */
export function isPrompt(step: Step | UseStep): step is PromptStep {
  return 'prompt' in step;
}

/** True for a step that waits for the person. */
export function isAsk(step: Step | UseStep): step is AskStep {
  return 'ask' in step;
}

/** True for a step that reaches no site: it asks somebody. */
export function isQuestion(step: Step | UseStep): step is PromptStep | AskStep {
  return isPrompt(step) || isAsk(step);
}

/** True for a step that calls one tool. */
export function isTool(step: Step | UseStep): step is ToolStep {
  return 'tool' in step;
}

/** What a step is called where its tool is told: its tool, or its kind. */
export function kindOf(step: Step): string {
  if (isTool(step)) return step.tool;
  if (isAsk(step)) return 'ask';
  return isLoop(step) ? 'for_each' : isCode(step) ? 'code' : 'prompt';
}

type PlacedStep<Kind extends SingleStep> = {
  readonly step: Kind;
  readonly path: readonly (string | number)[];
};

/** Every step of a template but its loops, with its path in the file, nested ones in their place. */
export function singleStepsOf(steps: readonly Step[]): readonly PlacedStep<SingleStep>[] {
  return steps.flatMap((step, index) => {
    const path = ['steps', index];
    if (!isLoop(step)) return [{ step, path }];
    return step.steps.map((inner, innerIndex) => ({ step: inner, path: [...path, 'steps', innerIndex] }));
  });
}

/** Those of them that call a tool. */
export function toolStepsOf(steps: readonly Step[]): readonly PlacedStep<ToolStep>[] {
  return singleStepsOf(steps).flatMap(({ step, path }) => (isTool(step) ? [{ step, path }] : []));
}

/** JSON Schema (2020-12) of a template file, for editors. */
export function templateJsonSchema(): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(WrittenTemplate, { io: 'input' });
  return { $schema, title: 'LocalAgent workflow template', ...schema };
}
