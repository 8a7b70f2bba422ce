import { mistake, plain, textOf, toJson, truthy } from './conversions.ts';
import { dataDepthMax, jsonCharactersMax, messageCharactersMax } from './limits.ts';
import type { Means } from './means.ts';
import { deepLabel, type Label, Stop, type Value } from './values.ts';

const numbers: Readonly<Record<string, (...values: number[]) => number>> = {
  'Math.abs': Math.abs,
  'Math.ceil': Math.ceil,
  'Math.floor': Math.floor,
  'Math.max': Math.max,
  'Math.min': Math.min,
  'Math.round': Math.round,
  'Math.sign': Math.sign,
  'Math.sqrt': Math.sqrt,
  'Math.trunc': Math.trunc,
};

/** One of `functions` of the language, by its whole name. */
export function callFunction(means: Means, name: string, args: readonly Value[], label: Label): Value {
  const { make } = means;
  const first = args[0] ?? make.undefined(0);
  const numeric = Object.hasOwn(numbers, name) ? numbers[name] : undefined;
  if (numeric !== undefined) {
    const given = args.map((value) => Number(plain(make, value)));
    return make.number(
      given.length === 0 && !/m(?:ax|in)$/.test(name) ? Number.NaN : numeric(...given),
      label,
    );
  }
  switch (name) {
    case 'Array.isArray':
      return make.boolean(first.kind === 'list', label);
    case 'Boolean':
      return make.boolean(truthy(first), label);
    case 'Number':
      return make.number(args.length === 0 ? 0 : Number(plain(make, first)), label);
    case 'String':
      return make.text(args.length === 0 ? '' : textOf(make, first), label);
    case 'Number.isFinite':
      return make.boolean(first.kind === 'number' && Number.isFinite(first.value), label);
    case 'Number.isInteger':
      return make.boolean(first.kind === 'number' && Number.isInteger(first.value), label);
    case 'Number.isNaN':
      return make.boolean(first.kind === 'number' && Number.isNaN(first.value), label);
    case 'isNaN':
      return make.boolean(Number.isNaN(Number(plain(make, first))), label);
    case 'parseFloat':
      return make.number(Number.parseFloat(textOf(make, first)), label);
    case 'parseInt':
      return make.number(Number.parseInt(textOf(make, first), radix(means, args[1])), label);
    case 'Date.parse':
      return make.number(dateOf(textOf(make, first)), label);
    default:
      return dataFunction(means, name, first, args, label);
  }
}

function dataFunction(means: Means, name: string, first: Value, args: readonly Value[], label: Label): Value {
  const { make, budget } = means;
  switch (name) {
    case 'JSON.parse':
      return parseJson(means, textOf(make, first), label);
    case 'JSON.stringify':
      return stringify(means, first, args, label);
    case 'Object.keys':
    case 'Object.values':
    case 'Object.entries': {
      const entries = entriesOf(means, first);
      budget.spend(entries.length);
      return make.list(
        entries.map(([key, value]) => {
          if (name === 'Object.values') return value;
          const named = make.text(key, label);
          return name === 'Object.keys' ? named : make.list([named, value], label);
        }),
        label,
      );
    }
    default:
      throw new Stop('not-in-language', `There is no function "${name.slice(0, 50)}".`);
  }
}

// Keys that are whole numbers come first and in their order, as JavaScript has it.
function entriesOf({ make }: Means, value: Value): readonly (readonly [string, Value])[] {
  if (value.kind === 'list') return value.items.map((item, index) => [String(index), item] as const);
  if (value.kind !== 'fields')
    return mistake(make, 'Object.keys, values and entries take an object.', value.label);
  return orderedEntries(value.fields);
}

export function orderedEntries(fields: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] {
  const entries = [...fields];
  const numbered = entries.filter(([key]) => isIndex(key));
  if (numbered.length === 0) return entries;
  numbered.sort(([a], [b]) => Number(a) - Number(b));
  return [...numbered, ...entries.filter(([key]) => !isIndex(key))];
}

function isIndex(key: string): boolean {
  return /^(?:0|[1-9][0-9]{0,9})$/.test(key) && Number(key) < 4_294_967_295;
}

function radix({ make }: Means, value: Value | undefined): number | undefined {
  if (value === undefined || value.kind === 'undefined') return undefined;
  return Number(plain(make, value));
}

/** Only the forms that mean the same everywhere; anything else is NaN. */
function dateOf(text: string): number {
  const form = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2}))?$/;
  return form.test(text) ? Date.parse(text) : Number.NaN;
}

function parseJson(means: Means, text: string, label: Label): Value {
  const { make, budget } = means;
  if (text.length > jsonCharactersMax)
    throw new Stop('too-large', `JSON.parse takes ${jsonCharactersMax} characters.`);
  budget.spend(text.length >> 3);
  if (deepest(text) > dataDepthMax)
    throw new Stop('too-large', `JSON nested more than ${dataDepthMax} deep.`);
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    return mistake(make, 'The text is no JSON.', label);
  }
  return make.fromJson(data, label);
}

function deepest(text: string): number {
  let [depth, most, inText] = [0, 0, false];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (inText) {
      if (sign === '\\') at += 1;
      else if (sign === '"') inText = false;
    } else if (sign === '"') inText = true;
    else if (sign === '[' || sign === '{') most = Math.max(most, ++depth);
    else if (sign === ']' || sign === '}') depth -= 1;
  }
  return most;
}

function stringify(means: Means, value: Value, args: readonly Value[], label: Label): Value {
  const { make, budget } = means;
  const [, filter, indent] = args;
  if (filter !== undefined && filter.kind !== 'null' && filter.kind !== 'undefined') {
    return mistake(make, 'JSON.stringify takes null as its second argument.', label);
  }
  const spaces = indent === undefined ? undefined : plain(make, indent);
  const data = toJson(make, value);
  const text = JSON.stringify(data, null, typeof spaces === 'boolean' ? undefined : (spaces ?? undefined));
  const all = label | deepLabel(value);
  if (text === undefined) return make.undefined(all);
  if (text.length > messageCharactersMax) throw new Stop('too-large', 'The JSON is too long.');
  budget.spend(text.length >> 3);
  return make.text(text, all);
}
