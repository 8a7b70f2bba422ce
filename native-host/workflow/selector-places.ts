import { z } from 'zod';
import { parseSelector } from '../../shared/selector.ts';
import { Selector, type ToolDeclaration } from '../../shared/tools/define-tool.ts';
import type { Problem } from './problems.ts';
import { referencesIn } from './references.ts';

// Where the arguments of a tool hold selectors, read from its schema. In a template such an argument may be a list: the
// first choice and those to use in its place, in order, when it finds nothing.

/** Choices that one place may have. */
const choicesMax = 8;

export type SelectorPlace = {
  /** `selector`, `fields.0.selector`. */
  readonly place: string;
  readonly path: readonly (string | number)[];
  readonly choices: readonly string[];
};

type Args = Readonly<Record<string, unknown>>;
type Visit = (schema: z.core.$ZodType, value: unknown, path: readonly (string | number)[]) => unknown;

/** Every selector in the arguments, with its choices. */
export function selectorPlaces(tool: ToolDeclaration, args: Args): readonly SelectorPlace[] {
  const found: SelectorPlace[] = [];
  walk(tool.input, args, [], (value, path) => {
    const choices = (Array.isArray(value) ? value : [value]).filter((one) => typeof one === 'string');
    if (choices.length > 0) found.push({ place: path.join('.'), path, choices });
    return value;
  });
  return found;
}

/** The arguments with one selector at each place: the first, or what `instead` names for it. */
export function withOneSelector(
  tool: ToolDeclaration,
  args: Args,
  instead: ReadonlyMap<string, string> = new Map(),
): Record<string, unknown> {
  const changed = walk(tool.input, args, [], (value, path) => {
    const other = instead.get(path.join('.'));
    return other ?? (Array.isArray(value) && typeof value[0] === 'string' ? value[0] : value);
  });
  return { ...args, ...(typeof changed === 'object' && changed !== null ? changed : {}) };
}

function walk(
  schema: z.core.$ZodType,
  value: unknown,
  path: readonly (string | number)[],
  change: (value: unknown, path: readonly (string | number)[]) => unknown,
): unknown {
  const again: Visit = (inner, member, at) => walk(inner, member, at, change);
  if (value === undefined) return value;
  if (schema === Selector) return change(value, path);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return again(schema.unwrap(), value, path);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((entry, index) => again(schema.element, entry, [...path, index]));
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value;
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => {
      const inner = shape[key];
      return [key, inner === undefined ? member : again(inner, member, [...path, key])];
    }),
  );
}

/** Selectors that cannot be read, and lists of choices that are none. */
export function checkSelectors(tool: ToolDeclaration, args: Args): Problem[] {
  const problems: Problem[] = [];
  walk(tool.input, args, [], (value, path) => {
    if (Array.isArray(value) && (value.length === 0 || value.length > choicesMax))
      problems.push({ path, message: `a list of selectors holds 1 to ${choicesMax}` });
    const listed = Array.isArray(value);
    (listed ? value : [value]).forEach((one, index) => {
      if (typeof one !== 'string') {
        if (listed) problems.push({ path: [...path, index], message: 'a selector is a text' });
        return;
      }
      if (referencesIn(one).references.length > 0) return;
      const parsed = parseSelector(one);
      if (!parsed.ok)
        problems.push({
          path: listed ? [...path, index] : path,
          message: `${parsed.fault.message} ${parsed.fault.hint}`,
        });
    });
    return value;
  });
  return problems;
}
