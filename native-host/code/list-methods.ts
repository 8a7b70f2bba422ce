import { mistake, plain, textOf, truthy } from './conversions.ts';
import { stringCharactersMax } from './limits.ts';
import { type Callback, type Means, same, wholeNumber } from './means.ts';
import { type Label, type List, Stop, type Value } from './values.ts';

/** A method of a list that takes no function. */
export function listMethod(
  means: Means,
  on: List,
  name: string,
  args: readonly Value[],
  label: Label,
): Value {
  const { make, budget } = means;
  const { items } = on;
  budget.spend(1 + items.length);
  const number = (index: number, otherwise: number): number => {
    const value = args[index];
    return value === undefined || value.kind === 'undefined' ? otherwise : wholeNumber(make, value);
  };
  const first = args[0] ?? make.undefined(0);
  switch (name) {
    case 'at':
      return items.at(number(0, 0)) ?? make.undefined(label);
    case 'concat':
      return make.list(
        [...items, ...args.flatMap((value) => (value.kind === 'list' ? value.items : [value]))],
        label,
      );
    case 'includes':
      return make.boolean(
        items.some((item) => same(item, first, true)),
        label,
      );
    case 'indexOf':
      return make.number(
        items.findIndex((item) => same(item, first, false)),
        label,
      );
    case 'lastIndexOf':
      return make.number(
        items.findLastIndex((item) => same(item, first, false)),
        label,
      );
    case 'join':
      return join(means, on, args, label);
    case 'slice':
      return make.list(items.slice(number(0, 0), number(1, items.length)), label);
    case 'flat': {
      const flat = items.flatMap((item) => (item.kind === 'list' ? item.items : [item]));
      if (args.length > 0) return mistake(make, 'flat takes no argument: one level is made flat.', label);
      return make.list(
        flat,
        items.reduce((sum, item) => sum | item.label, label),
      );
    }
    default:
      return changeList(means, on, name, args, label);
  }
}

function changeList(means: Means, on: List, name: string, args: readonly Value[], label: Label): Value {
  const { make, pc } = means;
  const { items } = on;
  on.label |= label | pc();
  switch (name) {
    case 'push':
    case 'unshift':
      for (const _arg of args) make.grow(items.length + args.length);
      if (name === 'push') items.push(...args);
      else items.unshift(...args);
      return make.number(items.length, label);
    case 'pop':
      return items.pop() ?? make.undefined(label);
    case 'shift':
      return items.shift() ?? make.undefined(label);
    case 'reverse':
      items.reverse();
      return on;
    case 'sort':
      return sorted(means, on, null, label);
    default:
      return mistake(make, `A list has no method "${name}".`, label);
  }
}

function join({ make, budget }: Means, { items }: List, args: readonly Value[], label: Label): Value {
  const by = args[0] === undefined || args[0].kind === 'undefined' ? ',' : textOf(make, args[0]);
  let all = label;
  let length = by.length * Math.max(0, items.length - 1);
  const parts = items.map((item) => {
    all |= item.label;
    const part = item.kind === 'undefined' || item.kind === 'null' ? '' : textOf(make, item);
    length += part.length;
    return part;
  });
  budget.spend(length >> 6);
  if (length > stringCharactersMax) throw new Stop('memory', 'The joined text is too long.');
  return make.text(parts.join(by), all);
}

/** Sorts in place; without an order of its own, as texts. */
export function sorted(means: Means, on: List, order: Callback | null, label: Label): Value {
  const { make, budget } = means;
  const { items } = on;
  budget.spend(items.length * (1 + Math.ceil(Math.log2(items.length + 1))));
  let all = label;
  for (const item of items) all |= item.label;
  if (order === null) {
    const keyed = items.map((item) => ({ item, key: item.kind === 'undefined' ? null : textOf(make, item) }));
    keyed.sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
      return a.key < b.key ? -1 : Number(a.key > b.key);
    });
    on.items = keyed.map(({ item }) => item);
  } else {
    // As in JavaScript, what is undefined goes to the end unasked.
    const known = items.filter(({ kind }) => kind !== 'undefined');
    const rest = items.filter(({ kind }) => kind === 'undefined');
    known.sort((a, b) => {
      const result = order(a, b);
      all |= result.label;
      return Number(plain(make, result));
    });
    on.items = [...known, ...rest];
  }
  on.label |= all;
  return on;
}

/** The methods that take an arrow function. */
export function callWithArrow(
  means: Means,
  on: Value,
  name: string,
  call: Callback,
  args: readonly Value[],
  label: Label,
): Value {
  const { make, budget } = means;
  if (on.kind !== 'list') return mistake(make, `"${name}" is for lists, and this is none.`, label);
  if (name === 'sort') return sorted(means, on, call, label);
  // What the function adds to the list while it runs is not gone through, as in JavaScript.
  const items = [...on.items];
  budget.charge(8 * items.length);
  let all = label;
  const at = (item: Value, index: number): Value => {
    budget.spend();
    const result = call(item, make.number(index, label), on);
    all |= result.label;
    return result;
  };
  const yes = (item: Value, index: number): boolean => truthy(at(item, index));
  switch (name) {
    case 'map':
      return make.list(items.map(at), label);
    case 'forEach':
      for (const [index, item] of items.entries()) at(item, index);
      return make.undefined(label);
    case 'filter': {
      const kept = items.filter(yes);
      return make.list(kept, all);
    }
    case 'find': {
      const found = items.find(yes);
      return found ?? make.undefined(all);
    }
    case 'findIndex': {
      const index = items.findIndex(yes);
      return make.number(index, all);
    }
    case 'some': {
      const found = items.some(yes);
      return make.boolean(found, all);
    }
    case 'every': {
      const held = items.every(yes);
      return make.boolean(held, all);
    }
    case 'flatMap': {
      const out = items.flatMap((item, index) => {
        const result = at(item, index);
        return result.kind === 'list' ? result.items : [result];
      });
      return make.list(out, all);
    }
    default:
      return reduce(means, items, call, args, label);
  }
}

function reduce(
  { make, budget }: Means,
  items: readonly Value[],
  call: Callback,
  args: readonly Value[],
  label: Label,
): Value {
  const [start] = args;
  const rest = start === undefined ? items.slice(1) : items;
  let sum = start ?? items[0];
  if (sum === undefined) return mistake(make, 'reduce of an empty list needs a first value.', label);
  const skipped = items.length - rest.length;
  for (const [index, item] of rest.entries()) {
    budget.spend();
    sum = call(sum, item, make.number(index + skipped, label));
  }
  return sum;
}
