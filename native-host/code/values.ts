import type { Budget } from './budget.ts';
import { dataDepthMax, itemsMax, stringCharactersMax } from './limits.ts';

// What a script works on: records of our own, never an object of the engine, so there is no property that leads out. Every
// value carries a label: where what it says came from.

/** A set of origins as bits; `LabelTable` knows which. 0: nothing but the script itself. */
export type Label = number;

export type Text = { readonly kind: 'text'; readonly value: string; readonly label: Label; flat: boolean };
export type List = { readonly kind: 'list'; items: Value[]; label: Label };
export type Fields = { readonly kind: 'fields'; readonly fields: Map<string, Value>; label: Label };
export type Value =
  | { readonly kind: 'undefined'; readonly label: Label }
  | { readonly kind: 'null'; readonly label: Label }
  | { readonly kind: 'boolean'; readonly value: boolean; readonly label: Label }
  | { readonly kind: 'number'; readonly value: number; readonly label: Label }
  | Text
  | List
  | Fields;

/** What ends a script, and what no script can catch. */
export type StopReason = 'fuel' | 'memory' | 'time' | 'calls' | 'not-in-language' | 'too-large';
export class Stop extends Error {
  readonly reason: StopReason;
  constructor(reason: StopReason, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** What a script can catch: its own `throw`, a mistake on its data, a call that failed. */
export class ScriptError extends Error {
  readonly value: Value;
  constructor(value: Value) {
    super('an error of the script');
    this.value = value;
  }
}

export const valueBytes = 32;
const listBytes = 64;
const slotBytes = 8;
const fieldsBytes = 128;
const fieldBytes = 64;

/** Makes values, and counts what they take. */
export class Maker {
  readonly #budget: Budget;
  constructor(budget: Budget) {
    this.#budget = budget;
  }

  undefined(label: Label): Value {
    this.#budget.charge(valueBytes);
    return { kind: 'undefined', label };
  }
  null(label: Label): Value {
    this.#budget.charge(valueBytes);
    return { kind: 'null', label };
  }
  boolean(value: boolean, label: Label): Value {
    this.#budget.charge(valueBytes);
    return { kind: 'boolean', value, label };
  }
  number(value: number, label: Label): Value {
    this.#budget.charge(valueBytes);
    return { kind: 'number', value, label };
  }
  text(value: string, label: Label): Text {
    checkLength(value.length);
    this.#budget.charge(valueBytes + 2 * value.length);
    return { kind: 'text', value, label, flat: true };
  }
  /** A text joined from two: the engine keeps both and copies nothing until somebody looks into it. */
  joined(left: string, right: string, label: Label): Text {
    checkLength(left.length + right.length);
    this.#budget.charge(2 * valueBytes + 2 * Math.min(left.length, right.length));
    return { kind: 'text', value: left + right, label, flat: false };
  }
  list(items: Value[], label: Label): List {
    if (items.length > itemsMax) throw new Stop('memory', `A list of more than ${itemsMax} items.`);
    this.#budget.charge(listBytes + slotBytes * items.length);
    return { kind: 'list', items, label };
  }
  fields(fields: Map<string, Value>, label: Label): Fields {
    this.#budget.charge(fieldsBytes + fieldBytes * fields.size);
    return { kind: 'fields', fields, label };
  }

  /** One more place in a list or object. */
  grow(size: number, key = ''): void {
    if (size > itemsMax) throw new Stop('memory', `More than ${itemsMax} items in one list or object.`);
    this.#budget.charge(fieldBytes + 2 * key.length);
  }

  /** The text's characters, counted once when they are first looked into. */
  flat(text: Text): string {
    if (!text.flat) {
      this.#budget.charge(2 * text.value.length);
      text.flat = true;
    }
    return text.value;
  }

  /** Data from outside, every part of it with the label. */
  fromJson(data: unknown, label: Label, depth = 0): Value {
    this.#budget.spend();
    if (depth > dataDepthMax) throw new Stop('too-large', `Data nested more than ${dataDepthMax} deep.`);
    if (data === null) return this.null(label);
    if (typeof data === 'string') return this.text(data, label);
    if (typeof data === 'number') return this.number(data, label);
    if (typeof data === 'boolean') return this.boolean(data, label);
    if (Array.isArray(data)) {
      if (data.length > itemsMax) throw new Stop('memory', `A list of more than ${itemsMax} items.`);
      return this.list(
        data.map((item: unknown) => this.fromJson(item, label, depth + 1)),
        label,
      );
    }
    if (typeof data !== 'object') return this.undefined(label);
    const fields = new Map<string, Value>();
    for (const [key, value] of Object.entries(data)) {
      this.grow(fields.size, key);
      fields.set(key, this.fromJson(value, label, depth + 1));
    }
    return this.fields(fields, label);
  }
}

function checkLength(length: number): void {
  if (length > stringCharactersMax)
    throw new Stop('memory', `A text of more than ${stringCharactersMax} characters.`);
}

/** The same value, said to depend on `label` as well; lists and objects are the same ones, marked. */
export function labelled(value: Value, label: Label): Value {
  if ((value.label | label) === value.label) return value;
  if (value.kind === 'list' || value.kind === 'fields') {
    value.label |= label;
    return value;
  }
  return { ...value, label: value.label | label };
}

/** Calls `visit` for every value that can be reached, each once. */
export function reach(roots: Iterable<Value>, visit: (value: Value) => void): void {
  const seen = new Set<Value>();
  const open: Value[] = [...roots];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (seen.has(value)) continue;
    seen.add(value);
    visit(value);
    if (value.kind === 'list') for (const item of value.items) open.push(item);
    else if (value.kind === 'fields') for (const item of value.fields.values()) open.push(item);
  }
}

/** Everything that the value and its parts depend on. */
export function deepLabel(value: Value): Label {
  let label = 0;
  reach([value], (part) => {
    label |= part.label;
  });
  return label;
}

/** Bytes that a value takes by itself. */
export function sizeOf(value: Value): number {
  if (value.kind === 'text') return valueBytes + 2 * value.value.length;
  if (value.kind === 'list') return listBytes + slotBytes * value.items.length;
  return value.kind === 'fields' ? fieldsBytes + fieldBytes * value.fields.size : valueBytes;
}
