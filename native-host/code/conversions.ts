import { isDeniedKey } from './language.ts';
import { dataDepthMax, messageCharactersMax } from './limits.ts';
import { type Label, type Maker, ScriptError, Stop, type Value } from './values.ts';

/** Ends the present statement with a mistake of the script, which it can catch. */
export function mistake(make: Maker, message: string, label: Label = 0): never {
  throw new ScriptError(make.text(message, label));
}

export function truthy(value: Value): boolean {
  switch (value.kind) {
    case 'undefined':
    case 'null':
      return false;
    case 'boolean':
    case 'number':
      return Boolean(value.value);
    case 'text':
      return value.value !== '';
    default:
      return true;
  }
}

/** Whether `&&`, `||` or `??` looks at its right side. */
export function goesOn(operator: string, left: Value): boolean {
  if (operator === '&&') return truthy(left);
  if (operator === '||') return !truthy(left);
  return left.kind === 'undefined' || left.kind === 'null';
}

type Plain = string | number | boolean | null | undefined;

/** The plain value of what is no list and no object; those are turned into text by JSON.stringify or join alone. */
export function plain(make: Maker, value: Value): Plain {
  switch (value.kind) {
    case 'undefined':
      return undefined;
    case 'null':
      return null;
    case 'text':
      return make.flat(value);
    case 'boolean':
    case 'number':
      return value.value;
    default: {
      const what = value.kind === 'list' ? 'a list' : 'an object';
      return mistake(
        make,
        `Not possible with ${what}. Use JSON.stringify, join, or one of its parts.`,
        value.label,
      );
    }
  }
}

export function textOf(make: Maker, value: Value): string {
  return value.kind === 'text' ? value.value : String(plain(make, value));
}

export function typeOf(value: Value): string {
  if (value.kind === 'text') return 'string';
  return value.kind === 'list' || value.kind === 'fields' || value.kind === 'null' ? 'object' : value.kind;
}

/** The key that a value names; never one that is denied. */
export function keyOf(make: Maker, value: Value): string {
  const key = textOf(make, value);
  if (isDeniedKey(key)) throw new Stop('not-in-language', `The key "${key.slice(0, 30)}" is not available.`);
  return key;
}

/** JSON data for the world outside. `undefined` in lists is null, in objects it is left out, as JSON.stringify has it. */
export function toJson(make: Maker, value: Value): unknown {
  let characters = 0;
  const count = (more: number): void => {
    characters += more + 4;
    if (characters > messageCharactersMax)
      throw new Stop('too-large', 'The data is too long to be given out.');
  };
  const convert = (one: Value, depth: number): unknown => {
    if (depth > dataDepthMax) throw new Stop('too-large', `Data nested more than ${dataDepthMax} deep.`);
    switch (one.kind) {
      case 'list':
        count(one.items.length);
        return one.items.map((item) => convert(item, depth + 1) ?? null);
      case 'fields': {
        // Without a prototype a key is a key, whatever it is called.
        const out: Record<string, unknown> = Object.create(null);
        for (const [key, item] of one.fields) {
          const data = convert(item, depth + 1);
          if (data === undefined) continue;
          count(key.length);
          out[key] = data;
        }
        return out;
      }
      case 'number':
        count(8);
        return Number.isFinite(one.value) ? one.value : null;
      default: {
        const data = plain(make, one);
        count(typeof data === 'string' ? data.length : 1);
        return data;
      }
    }
  };
  return convert(value, 0);
}
