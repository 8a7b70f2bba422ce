import { type Condition, operatorNames, type Test } from '../../shared/condition.ts';
import {
  type AskStep,
  isAsk,
  isCode,
  isLoop,
  isPrompt,
  type LoopStep,
  type PromptStep,
  type SingleStep,
  type Step,
  type Template,
  type ToolStep,
} from '../../shared/template.ts';
import type { PlanStep, TemplatePlan } from '../../shared/template-plan.ts';
import { tools } from '../../shared/tools/index.ts';
import { plannedSites, readCodeStep, siteWords } from './code-step.ts';
import { explainExtraction } from './extraction/explain-extraction.ts';
import { plannedAct } from './planned-act.ts';
import { plannedBuckets } from './planned-buckets.ts';
import type { Patterns } from './ports.ts';
import { selectorPlaces, withOneSelector } from './selector-places.ts';

/** What a template does, before it is given parameters. */
export function explainTemplate(template: Template, patterns: Patterns): TemplatePlan {
  const { parameters } = template;
  return {
    sites: template.sites.map(shown),
    secrets: Object.keys(parameters).filter((name) => parameters[name]?.type === 'secret'),
    flows: (template.flows ?? []).map(({ from, to }) => `${shown(from)} → ${shown(to)}`),
    steps: template.steps.flatMap((step, index) => explained(step, `${index + 1}`, template, patterns)),
    output: Object.keys(template.output),
    ...explainExtraction(template, shown),
  };
}

function explained(step: Step, number: string, template: Template, patterns: Patterns): readonly PlanStep[] {
  if (!isLoop(step)) return [explainedSingle(step, number, template, patterns)];
  const inner = step.steps.map((one, index) =>
    explainedSingle(one, `${number}.${index + 1}`, template, patterns),
  );
  const { id, title } = step;
  return [{ number, id, title, acts: [], remarks: loopRemarks(step) }, ...inner];
}

function explainedSingle(step: SingleStep, number: string, template: Template, patterns: Patterns): PlanStep {
  if (isPrompt(step)) return explainedPrompt(step, number);
  if (isAsk(step)) return explainedAsk(step, number);
  if (!isCode(step)) return explainedTool(step, number, template, patterns);
  const { script } = readCodeStep(step, template, patterns);
  if (script === null) throw new Error(`the template passed its check with the script of ${step.id}`);
  const acts = plannedSites(step, script).map((one) => ({ words: siteWords(one, ''), bucket: one.bucket }));
  const { id, title } = step;
  const given = Object.entries(step.inputs).map(([name, value]) => `${name} = ${shownValue(value)}`);
  const remarks = [
    `a script${step.script === undefined ? '' : ` (${step.script})`} with the hash ${script.code_hash}${step.code_hash === undefined ? ', not pinned' : ', pinned'}`,
    ...(given.length === 0 ? [] : [`it is given ${given.join(', ')}`]),
    ...manner(step),
    ...(step.sites === undefined ? [] : [`on ${step.sites.map(shown).join(', ')} alone`]),
  ];
  return { number, id, title, acts, remarks };
}

const askWords = {
  code: 'for a code, which is written down nowhere and goes into fields of these sites alone',
  text: 'for a text',
  done: 'to say that it is done',
} as const;

function explainedAsk(step: AskStep, number: string): PlanStep {
  const { id, title, ask } = step;
  const remarks = [
    `waits for you ${askWords[ask.kind]}: "${shown(ask.question)}"`,
    'never runs unattended',
    ...manner(step),
  ];
  return { number, id, title, acts: [], remarks };
}

function explainedPrompt(step: PromptStep, number: string): PlanStep {
  const { id, title, answer } = step;
  const may =
    'yes_no' in answer
      ? 'answers yes, no, or that it is not said'
      : 'extract' in answer
        ? `finds ${Object.keys(answer.extract).join(', ')}, each as it stands there or not at all`
        : `answers one of ${shownValue(answer.choose)}, or that it is not said`;
  const remarks = [
    `asks a model: "${shown(step.prompt)}"`,
    `which sees what ${step.sees.join(', ')} read and nothing else`,
    may,
    ...manner(step),
  ];
  return { number, id, title, acts: [], remarks };
}

function shownValue(value: unknown): string {
  return shown(typeof value === 'string' ? value : JSON.stringify(value));
}

function explainedTool(step: ToolStep, number: string, template: Template, patterns: Patterns): PlanStep {
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

function remarksOf(step: ToolStep, { fingerprints = {} }: Template): string[] {
  const tool = tools.get(step.tool);
  const places = tool === undefined ? [] : selectorPlaces(tool, step.args);
  const more = places.filter(({ choices }) => choices.length > 1);
  const known = places.filter(({ place }) => fingerprints[`${step.id}.${place}`] !== undefined);
  return [
    ...manner(step),
    ...(step.sites === undefined ? [] : [`on ${step.sites.map(shown).join(', ')} alone`]),
    ...more.map(({ place, choices }) => `${place} has ${choices.length - 1} further choices`),
    ...(known.length === 0
      ? []
      : [`can be found again when the page changes: ${known.map(({ place }) => place).join(', ')}`]),
  ];
}

/** When a step runs, and what follows when it fails. */
function manner(step: SingleStep): string[] {
  return [
    ...(step.if === undefined ? [] : [`only if ${conditionWords(step.if)}`]),
    ...(step.finish_if === undefined ? [] : [`the run ends here if ${conditionWords(step.finish_if)}`]),
    ...(step.on_failure === 'skip' ? ['if it fails, the run goes on without it'] : []),
    ...(step.on_failure === 'retry' ? ['if it fails and provably did nothing, it is tried again'] : []),
    ...(step.on_failure === 'repair'
      ? ['if it does not find its control, a model may look for what it meant']
      : []),
  ];
}

function loopRemarks({ for_each: loop, if: condition }: LoopStep): string[] {
  const each =
    loop.in === undefined
      ? `up to ${loop.max} times`
      : `for each of ${shown(typeof loop.in === 'string' ? loop.in : JSON.stringify(loop.in))}, ${loop.max} at most`;
  return [
    ...(condition === undefined ? [] : [`only if ${conditionWords(condition)}`]),
    each,
    ...(loop.at_once === undefined || loop.at_once < 2
      ? []
      : [
          `${loop.at_once} at once, each on a page of its own${loop.independent === true ? ', as what one does is nothing to the others' : ''}`,
        ]),
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
