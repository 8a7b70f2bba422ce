import type { z } from 'zod';
import type { Condition } from '../../shared/condition.ts';
import { didYouMean } from '../../shared/nearest-name.ts';
import {
  isAsk,
  isCode,
  isLoop,
  isPrompt,
  isQuestion,
  type LoopStep,
  type SingleStep,
  singleStepsOf,
  stepsMax,
  type Template,
  type ToolStep,
  toolStepsOf,
} from '../../shared/template.ts';
import { CommonResult, type ToolDeclaration } from '../../shared/tools/define-tool.ts';
import { tools } from '../../shared/tools/index.ts';
import { checkAskStep } from './ask-step.ts';
import { checkArgs } from './check-args.ts';
import { checkOutputSchema } from './check-output.ts';
import { checkParallel } from './check-parallel.ts';
import { checkTier } from './check-tier.ts';
import { checkCodeStep } from './code-step.ts';
import { checkExtraction, localParts } from './extraction/check-extraction.ts';
import { plannedBuckets } from './planned-buckets.ts';
import type { Patterns } from './ports.ts';
import type { Problem } from './problems.ts';
import { checkPromptStep, fieldsOf } from './prompt-step.ts';
import { type Reference, referencesIn, wholeReference } from './references.ts';
import { checkSelectors, selectorPlaces, withOneSelector } from './selector-places.ts';

type Path = readonly PropertyKey[];
/** What can be named at one place: the fields of each known step (null: any), and names of loop items. */
type Known = {
  readonly parameters: ReadonlySet<string>;
  readonly steps: ReadonlyMap<string, ReadonlySet<string> | null>;
  readonly items: ReadonlySet<string>;
};

/** Everything wrong with a template that shows without its parameters; empty when nothing is. */
export function checkTemplate(template: Template, patterns: Patterns): Problem[] {
  return [
    ...checkIds(template),
    ...checkSites(template),
    ...checkPatterns(template),
    ...singleStepsOf(template.steps).flatMap(({ step, path }) => checkStep(step, path, template, patterns)),
    ...checkReferences(template),
    ...checkFingerprints(template),
    ...checkParallel(template),
    ...checkOutputSchema(template),
    ...checkExtraction(template),
  ];
}

function checkIds(template: Template): Problem[] {
  const problems: Problem[] = [];
  const seen = new Set<string>();
  const add = (id: string, path: Path): void => {
    if (seen.has(id)) problems.push({ path: [...path, 'id'], message: `the id "${id}" is used twice` });
    seen.add(id);
  };
  template.steps.forEach((step, index) => {
    add(step.id, ['steps', index]);
    if (isLoop(step)) step.steps.forEach((inner, at) => void add(inner.id, ['steps', index, 'steps', at]));
  });
  if (seen.size > stepsMax) problems.push({ path: ['steps'], message: `has more than ${stepsMax} steps` });
  return problems;
}

function checkSites(template: Template): Problem[] {
  const lists: { readonly sites: readonly string[]; readonly path: Path }[] = [
    { sites: template.sites, path: ['sites'] },
    ...singleStepsOf(template.steps).flatMap(({ step, path }) =>
      isQuestion(step) || step.sites === undefined ? [] : [{ sites: step.sites, path: [...path, 'sites'] }],
    ),
  ];
  template.flows?.forEach(({ from, to }, index) => {
    lists.push(
      { sites: [from], path: ['flows', index, 'from'] },
      { sites: [to], path: ['flows', index, 'to'] },
    );
  });
  return lists.flatMap(({ sites, path }) =>
    sites.flatMap((site, index) =>
      siteIsFit(site, template)
        ? []
        : [
            {
              path: [...path, index],
              message: `"${site}" is not a site: give an http(s) URL, or {{parameters.x}} of type url`,
            },
          ],
    ),
  );
}

function checkPatterns(template: Template): Problem[] {
  return Object.entries(template.parameters).flatMap(([name, { pattern }]) => {
    if (pattern === undefined || isExpression(pattern)) return [];
    return [{ path: ['parameters', name, 'pattern'], message: 'is not a regular expression' }];
  });
}

function isExpression(pattern: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

function siteIsFit(site: string, template: Template): boolean {
  const reference = wholeReference(site);
  if (reference !== null) {
    const name = reference.path[0] ?? '';
    return reference.root === 'parameters' && template.parameters[name]?.type === 'url';
  }
  return URL.canParse(site) && ['http:', 'https:'].includes(new URL(site).protocol);
}

function checkStep(step: SingleStep, path: Path, template: Template, patterns: Patterns): Problem[] {
  if (isCode(step)) return [...checkTier(step, path), ...checkCodeStep(step, path, template, patterns)];
  if (isPrompt(step)) return [...checkTier(step, path), ...checkPromptStep(step, path)];
  if (isAsk(step)) return [...checkTier(step, path), ...checkAskStep(step, path)];
  const tier = checkTier(step, path);
  return tier.length > 0 ? tier : checkToolStep(step, path, patterns);
}

function checkToolStep(step: ToolStep, path: Path, patterns: Patterns): Problem[] {
  const tool = tools.get(step.tool);
  if (tool === undefined) {
    const message = `there is no tool "${step.tool}".${didYouMean(step.tool, tools.keys())}`;
    return [{ path: [...path, 'tool'], message }];
  }
  const args = withOneSelector(tool, step.args);
  const undeclared = plannedBuckets(step, tool, args, patterns).undeclared;
  return [
    ...[...checkSelectors(tool, step.args), ...checkArgs(tool, args)].map((problem) => ({
      ...problem,
      path: [...path, 'args', ...problem.path],
    })),
    ...undeclared.map(({ tool: name, bucket }) => ({
      path: [...path, 'buckets'],
      message: `"${name}" is of bucket ${bucket}, which the step does not declare; add it to "buckets"`,
    })),
  ];
}

function checkReferences(template: Template): Problem[] {
  const problems: Problem[] = [];
  const steps = new Map<string, ReadonlySet<string> | null>();
  const parameters = new Set(Object.keys(template.parameters));
  const known = (items: readonly string[] = []): Known => ({ parameters, steps, items: new Set(items) });
  template.steps.forEach((step, index) => {
    const path = ['steps', index];
    problems.push(...inCondition(step.if, [...path, 'if'], known()));
    if (!isLoop(step)) problems.push(...checkStepReferences(step, path, known(), steps));
    else problems.push(...checkLoopReferences(step, path, known, steps));
  });
  problems.push(...inValue(template.output, ['output'], known()));
  problems.push(...inValue(localParts(template), ['extraction'], known()));
  return problems;
}

// A fingerprint that belongs to nothing would be carried along unseen.
function checkFingerprints(template: Template): Problem[] {
  const steps = toolStepsOf(template.steps).map(({ step }) => ({ step, tool: tools.get(step.tool) }));
  const places = steps.flatMap(({ step, tool }) =>
    tool === undefined ? [] : selectorPlaces(tool, step.args).map(({ place }) => `${step.id}.${place}`),
  );
  // Of a tool that is not known, nothing is; that it is not is told at its step.
  const unknown = steps.filter(({ tool }) => tool === undefined).map(({ step }) => `${step.id}.`);
  return Object.keys(template.fingerprints ?? {})
    .filter((key) => !places.includes(key) && !unknown.some((start) => key.startsWith(start)))
    .map((key) => ({ path: ['fingerprints', key], message: `no step has the selector "${key}"` }));
}

type StepFields = Map<string, ReadonlySet<string> | null>;

function checkStepReferences(step: SingleStep, path: Path, known: Known, steps: StepFields): Problem[] {
  const problems = namedIn(step, path, known);
  steps.set(step.id, 'tool' in step ? resultFields(tools.get(step.tool)) : fieldsOf(step));
  return [...problems, ...inCondition(step.finish_if, [...path, 'finish_if'], known)];
}

function namedIn(step: SingleStep, path: Path, known: Known): Problem[] {
  if (isCode(step)) return inValue(step.inputs, [...path, 'inputs'], known);
  if (isAsk(step)) return inValue(step.ask.question, [...path, 'ask', 'question'], known);
  if (!isPrompt(step)) return inValue(step.args, [...path, 'args'], known);
  const strangers = step.sees.flatMap((name, index) => {
    if (known.items.has(name) || known.steps.has(name)) return [];
    const message = `no step before this one has the id "${name}".${didYouMean(name, known.steps.keys())}`;
    return [{ path: [...path, 'sees', index], message }];
  });
  return [
    ...strangers,
    ...inValue(step.prompt, [...path, 'prompt'], known),
    ...inValue(step.answer, [...path, 'answer'], known),
  ];
}

function checkLoopReferences(
  step: LoopStep,
  path: Path,
  known: (items?: readonly string[]) => Known,
  steps: StepFields,
): Problem[] {
  const items = [step.for_each.as];
  const problems = inValue(step.for_each.in, [...path, 'for_each', 'in'], known());
  step.steps.forEach((inner, at) => {
    const innerPath = [...path, 'steps', at];
    problems.push(...inCondition(inner.if, [...innerPath, 'if'], known(items)));
    problems.push(...checkStepReferences(inner, innerPath, known(items), steps));
  });
  problems.push(...inCondition(step.for_each.until, [...path, 'for_each', 'until'], known(items)));
  problems.push(...inValue(step.for_each.collect, [...path, 'for_each', 'collect'], known(items)));
  steps.set(step.id, new Set(['rounds', ...Object.keys(step.for_each.collect)]));
  return problems;
}

function resultFields(tool: ToolDeclaration | undefined): ReadonlySet<string> | null {
  if (tool === undefined) return null;
  const common = tool.runs_in === 'extension' ? Object.keys(CommonResult.shape) : [];
  return new Set([...Object.keys(shapeOf(tool)), ...common]);
}

function shapeOf(tool: ToolDeclaration): z.ZodObject['shape'] {
  return tool.output.shape;
}

function inCondition(condition: Condition | undefined, path: Path, known: Known): Problem[] {
  return condition === undefined ? [] : inValue(condition, path, known);
}

function inValue(value: unknown, path: Path, known: Known): Problem[] {
  if (Array.isArray(value)) return value.flatMap((entry, index) => inValue(entry, [...path, index], known));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, member]) => inValue(member, [...path, key], known));
  }
  if (typeof value !== 'string') return [];
  const { references, malformed } = referencesIn(value);
  const bad = malformed.map((text) => ({
    path,
    message: `"${text}" is not a reference; write {{parameters.x}}, {{steps.id.field}} or {{item.field}}`,
  }));
  return [...bad, ...references.flatMap((reference) => checkReference(reference, path, known))];
}

function checkReference(reference: Reference, path: Path, known: Known): Problem[] {
  const [name = '', field] = reference.path;
  const problem = (message: string): Problem[] => [{ path, message: `${reference.text}: ${message}` }];
  if (known.items.has(reference.root)) return [];
  if (reference.root === 'parameters') {
    if (known.parameters.has(name)) return [];
    return problem(`there is no parameter "${name}".${didYouMean(name, known.parameters)}`);
  }
  if (reference.root !== 'steps') {
    const roots = ['parameters', 'steps', ...known.items];
    return problem(`nothing is called "${reference.root}" here; there are ${roots.join(', ')}`);
  }
  const fields = known.steps.get(name);
  if (fields === undefined) {
    return problem(`no step before this one has the id "${name}".${didYouMean(name, known.steps.keys())}`);
  }
  if (field === undefined || fields === null || fields.has(field)) return [];
  const hint = didYouMean(field, fields);
  return problem(`the step "${name}" gives no "${field}"; it gives ${[...fields].join(', ')}.${hint}`);
}
