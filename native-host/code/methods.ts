import { mistake } from './conversions.ts';
import { listMethod } from './list-methods.ts';
import { type Means, wholeNumber } from './means.ts';
import { textMethod } from './text-methods.ts';
import type { Label, Value } from './values.ts';

/** A method on a text, list or number; the receiver's and the arguments' labels are joined by the caller. */
export function callMethod(
  means: Means,
  on: Value,
  name: string,
  args: readonly Value[],
  label: Label,
): Value {
  const { make } = means;
  if (on.kind === 'text') return textMethod(means, on, name, args, label);
  if (on.kind === 'list') return listMethod(means, on, name, args, label);
  if (on.kind === 'number' && name === 'toFixed') {
    const digits = wholeNumber(make, args[0]);
    if (digits < 0 || digits > 100) return mistake(make, 'toFixed takes 0 to 100 digits.', label);
    return make.text(on.value.toFixed(digits), label);
  }
  if ((on.kind === 'number' || on.kind === 'boolean') && name === 'toString' && args.length === 0) {
    return make.text(String(on.value), label);
  }
  const what = on.kind === 'fields' ? 'An object' : `A value that is ${on.kind}`;
  return mistake(make, `${what} has no method "${name}".`, label);
}
