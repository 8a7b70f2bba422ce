import { z } from 'zod';

// A template's value as the forms see it: whatever the text says, right or wrong. Only its outer shape is known; what is wrong
// with the rest is the host's to say.

type Json = z.core.util.JSONType;
export type Members = Readonly<Record<string, Json>>;
const Members = z.record(z.string(), z.json());

/** The members of a value; none where it is no object. */
export function members(value: Json | undefined): Members {
  return Members.catch({}).parse(value ?? {});
}

/** The entries of a value; none where it is no list. */
export function entries(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

export function text(value: Json | undefined): string {
  return typeof value === 'string'
    ? value
    : value === undefined || value === null
      ? ''
      : JSON.stringify(value);
}

/** One step of the list, with its place in the file. */
export type PlacedStep = {
  readonly path: readonly (string | number)[];
  readonly value: Members;
  readonly depth: 0 | 1;
};

/** Every step in the order of the file, those of loops under them. */
export function placedSteps(value: Json): readonly PlacedStep[] {
  return entries(members(value)['steps']).flatMap((step, index) => {
    const path = ['steps', index];
    const own: PlacedStep = { path, value: members(step), depth: 0 };
    const inner = entries(own.value['steps']).map(
      (one, at): PlacedStep => ({ path: [...path, 'steps', at], value: members(one), depth: 1 }),
    );
    return [own, ...inner];
  });
}

/** What kind of step it is, by the key that says so. */
export function stepKind(step: Members): string {
  const kinds = ['tool', 'for_each', 'use', 'code', 'script', 'prompt', 'ask'];
  return kinds.find((kind) => step[kind] !== undefined) ?? 'tool';
}

/** References that can be written at a step: parameters, and what steps before it give. */
export function referencesBefore(value: Json, path: readonly (string | number)[]): readonly string[] {
  const parameters = Object.keys(members(members(value)['parameters'])).map(
    (name) => `{{parameters.${name}}}`,
  );
  const steps = placedSteps(value);
  const here = steps.findIndex((step) => step.path.join() === path.join());
  const before = steps.slice(0, Math.max(here, 0)).map((step) => `{{steps.${text(step.value['id'])}}}`);
  return [...parameters, ...before];
}
