import { mistake, textOf } from './conversions.ts';
import { type Means, wholeNumber } from './means.ts';
import type { Label, Text, Value } from './values.ts';

/** A method of a text. */
export function textMethod(
  means: Means,
  on: Text,
  name: string,
  args: readonly Value[],
  label: Label,
): Value {
  const { make, budget } = means;
  const self = make.flat(on);
  budget.spend(1 + (self.length >> 6));
  const text = (index: number): string => textOf(make, args[index] ?? make.undefined(0));
  const number = (index: number, otherwise: number): number => {
    const value = args[index];
    return value === undefined || value.kind === 'undefined' ? otherwise : wholeNumber(make, value);
  };
  switch (name) {
    case 'at': {
      const found = self.at(number(0, 0));
      return found === undefined ? make.undefined(label) : make.text(found, label);
    }
    case 'charAt':
      return make.text(self.charAt(number(0, 0)), label);
    case 'charCodeAt':
      return make.number(self.charCodeAt(number(0, 0)), label);
    case 'concat':
      return make.text(self + args.map((value) => textOf(make, value)).join(''), label);
    case 'startsWith':
      return make.boolean(self.startsWith(text(0), number(1, 0)), label);
    case 'endsWith':
      return make.boolean(self.endsWith(text(0), number(1, self.length)), label);
    case 'includes':
      return make.boolean(self.includes(text(0), number(1, 0)), label);
    case 'indexOf':
      return make.number(self.indexOf(text(0), number(1, 0)), label);
    case 'lastIndexOf':
      return make.number(self.lastIndexOf(text(0), number(1, self.length)), label);
    case 'slice':
      return make.text(self.slice(number(0, 0), number(1, self.length)), label);
    case 'substring':
      return make.text(self.substring(number(0, 0), number(1, self.length)), label);
    case 'toLowerCase':
      return make.text(self.toLowerCase(), label);
    case 'toUpperCase':
      return make.text(self.toUpperCase(), label);
    case 'toString':
      return make.text(self, label);
    case 'trim':
      return make.text(self.trim(), label);
    case 'trimStart':
      return make.text(self.trimStart(), label);
    case 'trimEnd':
      return make.text(self.trimEnd(), label);
    case 'matches':
      return make.boolean(matches(means, self, text(0)), label);
    case 'split':
      return split(means, self, args, label);
    case 'replace':
      // `$&` and the like mean in a text what they mean in JavaScript.
      room(means, self, 1, text(1));
      return make.text(self.replace(text(0), text(1)), label);
    default:
      return longText(means, self, name, args, label);
  }
}

/** Methods whose result can be far longer than what they were given: its length is known before it is made. */
function longText(means: Means, self: string, name: string, args: readonly Value[], label: Label): Value {
  const { make } = means;
  const text = (index: number, otherwise: string): string => {
    const value = args[index];
    return value === undefined || value.kind === 'undefined' ? otherwise : textOf(make, value);
  };
  const count = (): number => wholeNumber(make, args[0]);
  switch (name) {
    case 'repeat': {
      const times = count();
      if (times < 0 || !Number.isFinite(times)) return mistake(make, 'repeat takes a number from 0.', label);
      makeRoom(means, self.length * times);
      return make.text(self.repeat(times), label);
    }
    case 'padStart':
    case 'padEnd': {
      makeRoom(means, Math.max(0, Math.min(count(), Number.MAX_SAFE_INTEGER)));
      const filler = text(1, ' ');
      return make.text(
        name === 'padStart' ? self.padStart(count(), filler) : self.padEnd(count(), filler),
        label,
      );
    }
    case 'replaceAll': {
      const [from, to] = [text(0, 'undefined'), text(1, 'undefined')];
      const pieces = from === '' ? self.length + 1 : self.split(from).length - 1;
      room(means, self, pieces, to);
      return make.text(self.replaceAll(from, to), label);
    }
    default:
      return mistake(make, `A text has no method "${name}".`, label);
  }
}

/** Counts a result before it is made. */
function makeRoom({ budget }: Means, length: number): void {
  budget.spend(length >> 6);
  budget.charge(2 * length);
}

/** What replacing `pieces` times can make: each `$` may stand for all of the text. */
function room(means: Means, self: string, pieces: number, to: string): void {
  const dollars = to.split('$').length - 1;
  makeRoom(means, self.length + pieces * (to.length + dollars * self.length));
}

function split(means: Means, self: string, args: readonly Value[], label: Label): Value {
  const { make, budget } = means;
  const [by, most] = args;
  const limit = most === undefined || most.kind === 'undefined' ? undefined : wholeNumber(make, most);
  if (by === undefined || by.kind === 'undefined') return make.list([make.text(self, label)], label);
  const parts = self.split(textOf(make, by), limit);
  budget.spend(parts.length);
  return make.list(
    parts.map((part) => make.text(part, label)),
    label,
  );
}

/** `*` stands for any run of signs; the whole text has to fit. Two pointers, so there is no pattern that takes long. */
function matches({ budget }: Means, self: string, glob: string): boolean {
  let [at, next, star, mark] = [0, 0, -1, 0];
  while (at < self.length) {
    budget.spend();
    if (next < glob.length && glob[next] !== '*' && glob[next] === self[at]) {
      at += 1;
      next += 1;
    } else if (glob[next] === '*') {
      star = next;
      mark = at;
      next += 1;
    } else if (star >= 0) {
      next = star + 1;
      mark += 1;
      at = mark;
    } else return false;
  }
  while (glob[next] === '*') next += 1;
  return next === glob.length;
}
