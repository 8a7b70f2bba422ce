import { z } from 'zod';
import type { Condition } from '../../shared/condition.ts';
import { ExtractionPlan } from '../../shared/extraction.ts';
import { Fingerprint } from '../../shared/fingerprint.ts';
import { didYouMean } from '../../shared/nearest-name.ts';
import type { ParameterSpec } from '../../shared/parameter-spec.ts';
import {
  AnyStep,
  isAsk,
  isPrompt,
  isUse,
  type SingleStep,
  type Step,
  type Template,
  ToolStep,
  type UseStep,
  type WrittenTemplate,
} from '../../shared/template.ts';
import type { Problem } from './problems.ts';
import { wholeReference } from './references.ts';
import { type Substitute, substituted } from './substitute.ts';

// A step that uses another template becomes that template's steps, under names of their own and with the values that it is
// given. So what a template does is judged, asked and told whole, however it is put together; and a used template reaches
// no site that the one that uses it does not name.

/** Finds a template by `id@version`; null when there is none. */
export type Library = (name: string) => Template | null;

export type Expanded = {
  readonly template: Template;
  readonly problems: readonly Problem[];
  /** For each step of the template, the place in the file of the step that it comes from. */
  readonly origins: readonly number[];
  readonly used: readonly string[];
};

/** A template with the steps of those that it uses in their place. */
export function expandUses(written: WrittenTemplate, library: Library): Expanded {
  const plain = written.steps.flatMap((step) => (isUse(step) ? [] : [step]));
  if (plain.length === written.steps.length) {
    const origins = plain.map((_, index) => index);
    return { template: { ...written, steps: plain }, problems: [], origins, used: [] };
  }
  const problems: Problem[] = [];
  const steps: Step[] = [];
  const origins: number[] = [];
  const used: string[] = [];
  const outputs = new Map<string, Outputs>();
  const prints = { ...written.fingerprints };
  const own: Substitute = (reference) => usedOutput(reference, outputs);
  written.steps.forEach((step, index) => {
    const add = (one: Step): void => {
      steps.push(one);
      origins.push(index);
    };
    if (!isUse(step)) {
      add(AnyStep.parse(exchangedIn(step, own)));
      return;
    }
    const path = ['steps', index];
    const found = library(step.use);
    if (found === null) {
      problems.push({
        path: [...path, 'use'],
        message: `there is no template "${step.use}" that can be used`,
      });
      return;
    }
    used.push(step.use);
    const given = UsePlain.parse(substituted({ with: step.with, ...(step.if && { if: step.if }) }, own));
    const wrong = checkUse(step, found, written).map((one) => ({ ...one, path: [...path, ...one.path] }));
    problems.push(...wrong);
    if (wrong.length > 0) return;
    const inner = innerOf(step.id, found, given.with);
    outputs.set(step.id, Outputs.parse(substituted(found.output, inner)));
    for (const one of found.steps) add(taken(one, { use: step, from: found, inner, condition: given.if }));
    for (const [key, print] of Object.entries(found.fingerprints ?? {}))
      prints[`${step.id}_${key}`] = Fingerprint.parse(substituted(print, inner));
  });
  const { fingerprints: _own, steps: _written, ...rest } = written;
  const template: Template = {
    ...rest,
    steps,
    output: Outputs.parse(substituted(written.output, own)),
    ...(written.extraction && { extraction: ExtractionPlan.parse(substituted(written.extraction, own)) }),
    ...(Object.keys(prints).length === 0 ? {} : { fingerprints: prints }),
  };
  return { template, problems: [...problems, ...outsideProblems(template, origins)], origins, used };
}

const Outputs = z.record(z.string(), z.json());
type Outputs = z.infer<typeof Outputs>;
const UsePlain = z.object({ with: Outputs, if: ToolStep.shape.if });
const titleMax = 200;

/** References inside a used template: its parameters are what it was given, its steps have the use's name before theirs. */
function innerOf(id: string, from: Template, given: Outputs): Substitute {
  return ({ root, path: [name = '', ...rest] }) => {
    if (root === 'steps') return { rename: ['steps', `${id}_${name}`, ...rest] };
    if (root !== 'parameters') return null;
    return { value: given[name] ?? from.parameters[name]?.default ?? null, rest };
  };
}

function usedOutput(
  { root, path: [name = '', key, ...rest] }: Parameters<Substitute>[0],
  outputs: ReadonlyMap<string, Outputs>,
): ReturnType<Substitute> {
  const output = root === 'steps' ? outputs.get(name) : undefined;
  if (output === undefined) return null;
  return key === undefined ? { value: output, rest: [] } : { value: output[key] ?? null, rest };
}

function taken(
  step: Step,
  of: {
    readonly use: UseStep;
    readonly from: Template;
    readonly inner: Substitute;
    readonly condition: Condition | undefined;
  },
): Step {
  const { use, from, inner, condition } = of;
  const named = (one: SingleStep): Record<string, unknown> => {
    const { output: _output, ...plain } = one;
    const id = `${use.id}_${one.id}`;
    if (isAsk(one)) return { ...plain, id };
    if (!isPrompt(one)) return { ...plain, id, sites: one.sites ?? from.sites };
    const ids = from.steps.flatMap((other) => ('for_each' in other ? [other, ...other.steps] : [other]));
    const sees = one.sees.map((name) =>
      ids.some((other) => other.id === name) ? `${use.id}_${name}` : name,
    );
    return { ...plain, id, sees };
  };
  const title = `${use.title}: ${step.title}`.slice(0, titleMax);
  const renamed =
    'for_each' in step
      ? { ...step, title, id: `${use.id}_${step.id}`, steps: step.steps.map(named) }
      : { ...named(step), title };
  const result = AnyStep.parse(exchangedIn(renamed, inner));
  if (condition === undefined) return result;
  return { ...result, if: result.if === undefined ? condition : both(condition, result.if) };
}

// A script's text is no place for values, whatever it looks like.
function exchangedIn(step: object, substitute: Substitute): unknown {
  const { code, ...rest } = { code: undefined, ...step };
  const inner: unknown = Reflect.get(rest, 'steps');
  const plain = Object(substituted(rest, substitute));
  if (Array.isArray(inner)) return { ...plain, steps: inner.map((one) => exchangedIn(one, substitute)) };
  return code === undefined ? plain : { ...plain, code };
}

function both(one: Condition, other: Condition): Condition {
  const tests = [one, other].flatMap((condition) => {
    if ('all' in condition) return condition.all;
    // Checked before: `any` beside another condition cannot be told as one.
    return 'any' in condition ? [] : [condition];
  });
  return { all: tests };
}

function checkUse(step: UseStep, from: Template, written: WrittenTemplate): Problem[] {
  const problems: Problem[] = [];
  const names = Object.keys(from.parameters);
  for (const name of Object.keys(step.with)) {
    if (!names.includes(name)) {
      const message = `"${from.id}" has no parameter "${name}".${didYouMean(name, names)}`;
      problems.push({ path: ['with', name], message });
    }
  }
  for (const [name, spec] of Object.entries(from.parameters)) {
    const value = step.with[name];
    if (value === undefined) {
      if (spec.required && spec.default === undefined)
        problems.push({
          path: ['with'],
          message: `"${from.id}" needs the parameter "${name}" (${spec.title})`,
        });
      continue;
    }
    const wrong = wrongValue(value, spec, written);
    if (wrong !== null) problems.push({ path: ['with', name], message: wrong });
  }
  const conditions = from.steps.flatMap((one) => ('for_each' in one ? [one, ...one.steps] : [one]));
  if (conditions.some((one) => 'finish_if' in one && one.finish_if !== undefined))
    problems.push({
      path: ['use'],
      message: `"${from.id}" ends its run by itself ("finish_if") and cannot be used`,
    });
  const hasAny = (condition: Condition | undefined): boolean => condition !== undefined && 'any' in condition;
  const mixed = from.steps.some((one) => one.if !== undefined && (hasAny(one.if) || hasAny(step.if)));
  if (step.if !== undefined && mixed)
    problems.push({ path: ['if'], message: 'cannot be joined with an "any" of the used template' });
  return problems;
}

// What decides about sites and secrets comes from a parameter of the same kind, or stands here.
function wrongValue(value: unknown, spec: ParameterSpec, written: WrittenTemplate): string | null {
  if (spec.type !== 'url' && spec.type !== 'secret') return null;
  const text = typeof value === 'string' ? value : '';
  const reference = wholeReference(text);
  if (reference !== null) {
    const type = written.parameters[reference.path[0] ?? '']?.type;
    return reference.root === 'parameters' && type === spec.type
      ? null
      : `must be a parameter of type ${spec.type}`;
  }
  const fits = spec.type === 'secret' ? /^secret:[A-Za-z0-9_.-]{1,100}$/.test(text) : URL.canParse(text);
  return fits ? null : `must be a ${spec.type}`;
}

// Judged as texts: two spellings of one site are two here, and the template has to name what it reaches.
function outsideProblems(template: Template, origins: readonly number[]): Problem[] {
  return template.steps.flatMap((step, index) => {
    const steps = 'for_each' in step ? step.steps : [step];
    const outside = steps
      .flatMap((one) => ('sites' in one ? (one.sites ?? []) : []))
      .filter((site) => !covered(site, template.sites));
    return [...new Set(outside)].map((site) => ({
      path: ['steps', origins[index] ?? index],
      message: `reaches ${site}, which is not among the template's sites`,
    }));
  });
}

function covered(site: string, sites: readonly string[]): boolean {
  const origin = (text: string): string => (URL.canParse(text) ? new URL(text).origin : text.trim());
  return sites.some((one) => origin(one) === origin(site));
}
