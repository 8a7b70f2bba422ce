import type { Budget } from './budget.ts';
import { plain } from './conversions.ts';
import type { Label, Maker, Value } from './values.ts';

/** What methods need of the interpreter. */
export type Means = {
  readonly make: Maker;
  readonly budget: Budget;
  /** What the present statement depends on. */
  readonly pc: () => Label;
};
/** Calls the arrow function that stands at the call. */
export type Callback = (...args: readonly Value[]) => Value;

/** Equal as `===` has it; `nan`: and as `includes` has it, for which NaN is equal to itself. */
export function same(a: Value, b: Value, nan = false): boolean {
  if (a.kind === 'number' && b.kind === 'number') {
    return a.value === b.value || (nan && Number.isNaN(a.value) && Number.isNaN(b.value));
  }
  if (a.kind === 'text' && b.kind === 'text') return a.value === b.value;
  if (a.kind === 'boolean' && b.kind === 'boolean') return a.value === b.value;
  if (a.kind === 'undefined' || a.kind === 'null') return a.kind === b.kind;
  return a === b;
}

/** The whole number that an argument says; 0 where it says none. */
export function wholeNumber(make: Maker, value: Value | undefined): number {
  const number = Number(value === undefined ? 0 : plain(make, value));
  return Number.isNaN(number) ? 0 : Math.trunc(number);
}
