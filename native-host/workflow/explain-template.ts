import type { Bucket } from '../../shared/actions.ts';
import {
  type Condition,
  isLoop,
  type LoopStep,
  operatorNames,
  type Step,
  type Template,
  type Test,
  type ToolStep,
} from '../../shared/template.ts';
import { tools } from '../../shared/tools/index.ts';
import { plannedAct } from './planned-act.ts';
import { plannedBuckets } from './planned-buckets.ts';
import type { Patterns } from './ports.ts';
import { selectorPlaces, withOneSelector } from './selector-places.ts';

/** One step as a person reads it. */
export type ExplainedStep = {
  /** `3`, or `6.2` inside a loop. */
  readonly number: string;
  readonly id: string;
  readonly title: string;
  /** What it can do, in words made from its arguments and never from its title. */
  readonly acts: readonly { readonly words: string; readonly bucket: Bucket }[];
  /** When it runs, how often, what follows a failure, how its selectors can be mended. */
  readonly remarks: readonly string[];
};

/** A template as a plan that a person can read. */
export type ExplainedTemplate = {
  readonly sites: readonly string[];
  readonly secrets: readonly string[];
  /** Where text of one site may go into acts on another. */
  readonly flows: readonly string[];
  readonly steps: readonly ExplainedStep[];
  readonly output: readonly string[];
};

/** What a template does, before it is given parameters. */
export function explainTemplate(template: Template, patterns: Patterns): ExplainedTemplate {
  const { parameters } = template;
  return {
    sites: template.sites.map(shown),
    secrets: Object.keys(parameters).filter((name) => parameters[name]?.type === 'secret'),
    flows: (template.flows ?? []).map(({ from, to }) => `${shown(from)} → ${shown(to)}`),
    steps: template.steps.flatMap((step, index) => explained(step, `${index + 1}`, template, patterns)),
    output: Object.keys(template.output),
  };
}

function explained(
  step: Step,
  number: string,
  template: Template,
  patterns: Patterns,
): readonly ExplainedStep[] {
  if (!isLoop(step)) return [explainedTool(step, number, template, patterns)];
  const inner = step.steps.map((one, index) =>
    explainedTool(one, `${number}.${index + 1}`, template, patterns),
  );
  const { id, title } = step;
  return [{ number, id, title, acts: [], remarks: loopRemarks(step) }, ...inner];
}

function explainedTool(
  step: ToolStep,
  number: string,
  template: Template,
  patterns: Patterns,
): ExplainedStep {
  const tool = tools.get(step.tool);
  if (tool === undefined) throw new Error(`the template passed its check with the tool ${step.tool}`);
  const args = withOneSelector(tool, step.args);
  const { planned } = plannedBuckets(step, tool, args, patterns);
  const acts = planned.map((call) => {
    const { words } = plannedAct({ step_id: step.id, ...call, resource: '', args });
    return { words: shown(words), bucket: call.bucket };
  });
  const { id, title } = step;
  return { number, id, title, acts, remarks: remarksOf(step, template) };
}

function remarksOf(step: ToolStep, { fingerprints = {} }: Template): readonly string[] {
  const tool = tools.get(step.tool);
  const places = tool === undefined ? [] : selectorPlaces(tool, step.args);
  const more = places.filter(({ choices }) => choices.length > 1);
  const known = places.filter(({ place }) => fingerprints[`${step.id}.${place}`] !== undefined);
  return [
    ...(step.if === undefined ? [] : [`only if ${conditionWords(step.if)}`]),
    ...(step.finish_if === undefined ? [] : [`the run ends here if ${conditionWords(step.finish_if)}`]),
    ...(step.on_failure === 'skip' ? ['if it fails, the run goes on without it'] : []),
    ...(step.on_failure === 'retry' ? ['if it fails and provably did nothing, it is tried again'] : []),
    ...(step.sites === undefined ? [] : [`on ${step.sites.map(shown).join(', ')} alone`]),
    ...more.map(({ place, choices }) => `${place} has ${choices.length - 1} further choices`),
    ...(known.length === 0
      ? []
      : [`can be found again when the page changes: ${known.map(({ place }) => place).join(', ')}`]),
  ];
}

function loopRemarks({ for_each: loop, if: condition }: LoopStep): readonly string[] {
  const each =
    loop.in === undefined
      ? `up to ${loop.max} times`
      : `for each of ${shown(typeof loop.in === 'string' ? loop.in : JSON.stringify(loop.in))}, ${loop.max} at most`;
  return [
    ...(condition === undefined ? [] : [`only if ${conditionWords(condition)}`]),
    each,
    ...(loop.until === undefined ? [] : [`until ${conditionWords(loop.until)}`]),
  ];
}

const operatorWords: Readonly<Record<(typeof operatorNames)[number], string>> = {
  equals: 'is',
  not_equals: 'is not',
  contains: 'contains',
  exists: 'exists',
  greater_than: 'is more than',
  less_than: 'is less than',
};

/** `parameter "period" is "2026-06" and step look: count is more than 0`. */
export function conditionWords(condition: Condition): string {
  if ('all' in condition) return condition.all.map(testWords).join(' and ');
  if ('any' in condition) return condition.any.map(testWords).join(' or ');
  return testWords(condition);
}

function testWords(test: Test): string {
  const name = operatorNames.find((one) => test[one] !== undefined) ?? 'exists';
  const value = shown(typeof test.value === 'string' ? test.value : JSON.stringify(test.value));
  if (name === 'exists') return test.exists === true ? `${value} has a value` : `${value} has no value`;
  return `${value} ${operatorWords[name]} ${shown(JSON.stringify(test[name]))}`;
}

/** References in words: `{{parameters.period}}` as `<period>`, `{{steps.look.count}}` as `<count of look>`. */
function shown(text: string): string {
  return text
    .replace(/\{\{\s*parameters\.([a-z0-9_]+)\s*\}\}/g, '<$1>')
    .replace(/\{\{\s*steps\.([a-z0-9_]+)\.([A-Za-z0-9_.-]+)\s*\}\}/g, '<$2 of $1>')
    .replace(/\{\{\s*steps\.([a-z0-9_]+)\s*\}\}/g, '<result of $1>')
    .replace(/\{\{\s*([A-Za-z0-9_.-]+)\s*\}\}/g, '<$1>');
}
