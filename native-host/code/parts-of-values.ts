import type { Expression, Node } from 'acorn';
import { mistake } from './conversions.ts';
import type { Flow } from './flow.ts';
import { isDeniedKey } from './language.ts';
import type { Means } from './means.ts';
import { notThere } from './not-there.ts';
import { type Label, labelled, type Maker, Stop, type Value } from './values.ts';

/**
 * `owner.key`: a part of our own data, or nothing. `own` is what owner and key depend on; a list or object that is read stays
 * as it is, since whatever is done with it depends on the present place too.
 */
export function readPart({ make }: Means, flow: Flow, owner: Value, key: string, own: Label): Value {
  const label = own | flow.pc;
  flow.mayFail(label);
  if (owner.kind === 'fields') {
    const found = owner.fields.get(key);
    return found === undefined ? make.undefined(label) : labelled(found, isShared(found) ? own : label);
  }
  if (owner.kind === 'list' || owner.kind === 'text') {
    const length = owner.kind === 'list' ? owner.items.length : owner.value.length;
    if (key === 'length') return make.number(length, label);
    const index = indexOf(key);
    if (index === null || index >= length) return make.undefined(label);
    if (owner.kind === 'text') return make.text(make.flat(owner).charAt(index), label);
    const item = owner.items[index];
    return item === undefined ? make.undefined(label) : labelled(item, isShared(item) ? own : label);
  }
  if (owner.kind === 'undefined' || owner.kind === 'null') {
    const shown = key.slice(0, 50);
    return mistake(make, `There is nothing to read "${shown}" of: the value is ${owner.kind}.`, label);
  }
  return make.undefined(label);
}

/** A list or object: several names may stand for the same one. */
export function isShared(value: Value): boolean {
  return value.kind === 'list' || value.kind === 'fields';
}

/** `owner.key = value`. Lists grow by one at most. */
export function writePart(
  means: Means,
  flow: Flow,
  owner: Value,
  key: string,
  value: Value,
  label: Label,
): void {
  const { make } = means;
  flow.mayFail(label);
  if (owner.kind === 'fields') {
    putField(means, owner.fields, key, value);
    owner.label |= label;
    return;
  }
  const index = indexOf(key);
  if (owner.kind === 'list' && index !== null && index <= owner.items.length) {
    if (index === owner.items.length) make.grow(index + 1);
    owner.items[index] = value;
    owner.label |= label;
    return;
  }
  mistake(
    make,
    `"${key.slice(0, 50)}" cannot be set here. Lists grow by push, objects by their keys.`,
    label,
  );
}

/** Sets a field of an object that is being made or changed. */
export function putField(
  { make, budget }: Means,
  fields: Map<string, Value>,
  key: string,
  value: Value,
): void {
  budget.spend();
  if (!fields.has(key)) make.grow(fields.size + 1, key);
  fields.set(key, value);
}

function indexOf(key: string): number | null {
  return /^(?:0|[1-9][0-9]{0,8})$/.test(key) ? Number(key) : null;
}

/** The value of a literal; one that is no data ends the script. */
export function literalValue(make: Maker, value: unknown, pc: Label): Value {
  if (typeof value === 'string') return make.text(value, pc);
  if (typeof value === 'number') return make.number(value, pc);
  if (typeof value === 'boolean') return make.boolean(value, pc);
  if (value === null) return make.null(pc);
  throw new Stop('not-in-language', 'A literal that is no data.');
}

/** A key as it stands in an object that is written out. */
export function writtenKey(node: Node): string {
  const key = node as Expression; // a key is an expression
  const name =
    key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : notThere(key);
  if (isDeniedKey(name)) throw new Stop('not-in-language', `The key "${name}" is not available.`);
  return name;
}
