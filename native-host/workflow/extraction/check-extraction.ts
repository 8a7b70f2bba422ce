import type { ExtractionField, ExtractionPlan } from '../../../shared/extraction.ts';
import { readFormula } from '../../../shared/formula.ts';
import { didYouMean } from '../../../shared/nearest-name.ts';
import {
  isAsk,
  isTool,
  type SingleStep,
  singleStepsOf,
  type Template,
  toolStepsOf,
} from '../../../shared/template.ts';
import { screenshot } from '../../../shared/tools/screenshot.ts';
import { uploadArtifact } from '../../../shared/tools/upload-artifact.ts';
import type { Problem } from '../problems.ts';
import { referencesIn, wholeReference } from '../references.ts';

type Path = readonly PropertyKey[];

/**
 * What is wrong with a template's extraction plan, and with steps and outputs that would send what it does not name. That the
 * steps and fields of `from` exist is checked with all other references, by `localParts`.
 */
export function checkExtraction(template: Template): Problem[] {
  const { extraction: plan } = template;
  if (plan === undefined) return [];
  const fields = Object.entries(plan).flatMap(([name, field]) => checkField(name, field, template, plan));
  return [...fields, ...checkOutputs(template, plan), ...checkSenders(template)];
}

/** The references of a plan to what steps have read, at their places below `extraction`. */
export function localParts({ extraction = {} }: Template): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(extraction).map(([name, { from }]) => [name, { from }]));
}

function checkField(
  name: string,
  field: ExtractionField,
  template: Template,
  plan: ExtractionPlan,
): Problem[] {
  const path = ['extraction', name];
  return [
    ...(field.from === undefined ? [] : checkFrom(field.from, [...path, 'from'], template)),
    ...(field.screenshot === undefined
      ? []
      : checkScreenshot(field.screenshot, [...path, 'screenshot'], template)),
    ...(field.formula === undefined ? [] : checkFormula(name, field.formula, plan)),
  ];
}

function checkFrom(from: string, path: Path, template: Template): Problem[] {
  const reference = wholeReference(from);
  if (reference === null || reference.root !== 'steps' || reference.path.length < 2) {
    const message = `must be one reference to what a step has read, such as {{steps.ID.text}}; found ${JSON.stringify(from)}`;
    return [{ path, message }];
  }
  const step = stepOf(reference.path[0], template);
  if (step === undefined) return [];
  if (isAsk(step) && step.ask.kind === 'code') {
    return [{ path, message: `"${step.id}" asks for a code, which is given to nobody` }];
  }
  if (!isTool(step) || step.tool !== screenshot.name || reference.path[1] !== 'image') return [];
  const message = `a picture is no value read here; name its step as "screenshot" of a field that the cloud reads`;
  return [{ path, message }];
}

function checkScreenshot(text: string, path: Path, template: Template): Problem[] {
  const reference = wholeReference(text);
  const [id = '', ...rest] = reference?.path ?? [];
  if (reference === null || reference.root !== 'steps' || rest.length > 0) {
    return [{ path, message: `must name a step as a whole, {{steps.ID}}; found ${JSON.stringify(text)}` }];
  }
  const outside = template.steps.filter(isTool);
  const step = outside.find((one) => one.id === id);
  if (step?.tool === screenshot.name) return [];
  const inLoop = step === undefined && stepOf(id, template) !== undefined;
  if (inLoop) return [{ path, message: `the step "${id}" is in a loop: a picture is taken once a run` }];
  const pictures = outside.filter(({ tool }) => tool === screenshot.name).map((one) => one.id);
  const known =
    pictures.length === 0 ? 'no step takes one: add one with the tool "screenshot"' : pictures.join(', ');
  const message = `"${id}" is no step that takes a picture.${didYouMean(id, pictures)} There: ${known}`;
  return [{ path, message }];
}

function checkFormula(name: string, formula: string, plan: ExtractionPlan): Problem[] {
  const path = ['extraction', name, 'formula'];
  const read = readFormula(formula);
  if (!read.ok) return [{ path, message: `cannot be computed: ${read.why}` }];
  // What is derived is computed in the plan's order, from everything else and from what was derived before.
  const names = Object.keys(plan);
  const before = names.filter(
    (other) => plan[other]?.source !== 'derived_cloud' || names.indexOf(other) < names.indexOf(name),
  );
  return read.names
    .filter((used) => !before.includes(used))
    .map((used) => {
      const why =
        used in plan && used !== name
          ? `"${used}" is derived after it; put it before`
          : `there is no field "${used}".${didYouMean(used, before)}`;
      return { path, message: `cannot be computed: ${why}` };
    });
}

function checkOutputs({ output, steps }: Template, plan: ExtractionPlan): Problem[] {
  const doubled = Object.keys(output)
    .filter((key) => Object.hasOwn(plan, key))
    .map((key) => ({ path: ['output', key], message: 'is a field of the extraction plan already' }));
  const shots = new Set(
    toolStepsOf(steps).flatMap(({ step }) => (step.tool === screenshot.name ? [step.id] : [])),
  );
  const pictures = Object.entries(output).flatMap(([key, value]) =>
    referencesIn(JSON.stringify(value))
      .references.filter(({ root, path: [id = '', field = 'image'] }) => {
        return root === 'steps' && shots.has(id) && field === 'image';
      })
      .map(({ text }) => ({
        path: ['output', key],
        message: `${text} is a picture; it leaves only as "screenshot" of a field of the extraction plan`,
      })),
  );
  return [...doubled, ...pictures];
}

// With a plan, what leaves the machine is listed there: a step that sends or gives out more contradicts it.
function checkSenders(template: Template): Problem[] {
  const named = namedUploads(template);
  return singleStepsOf(template.steps).flatMap(({ step, path }) => {
    const output = step.output === undefined ? [] : [{ path: [...path, 'output'], message: ownOutput(step) }];
    if (!isTool(step) || step.tool !== uploadArtifact.name || named.has(step.id)) return output;
    const message =
      `stores a file for others that the extraction plan does not name; add a field ` +
      `{ source: dom_local, from: "{{steps.${step.id}.key}}" }, or leave the step out`;
    return [...output, { path: [...path, 'tool'], message }];
  });
}

function ownOutput({ id }: SingleStep): string {
  return `gives out the whole result of "${id}", which the extraction plan does not name; make it a field with "from"`;
}

/** Steps that store a file for others and that the plan has a field of. */
export function namedUploads({ extraction = {} }: Pick<Template, 'extraction'>): ReadonlySet<string> {
  return new Set(
    Object.values(extraction).flatMap(({ from }) => {
      const reference = from === undefined ? null : wholeReference(from);
      return reference?.root === 'steps' ? reference.path.slice(0, 1) : [];
    }),
  );
}

function stepOf(id: string | undefined, { steps }: Template): SingleStep | undefined {
  return singleStepsOf(steps).find(({ step }) => step.id === id)?.step;
}
