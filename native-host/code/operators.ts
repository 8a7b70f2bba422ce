import { plain, textOf, truthy, typeOf } from './conversions.ts';
import type { Flow } from './flow.ts';
import { type Means, same } from './means.ts';
import { Stop, type Value } from './values.ts';

/** `!`, `-`, `+` and `typeof`. */
export function unary({ make }: Means, flow: Flow, operator: string, value: Value): Value {
  const label = value.label | flow.pc;
  if (operator === '!') return make.boolean(!truthy(value), label);
  if (operator === 'typeof') return make.text(typeOf(value), label);
  flow.mayFail(label);
  if (operator === '-') return make.number(-Number(plain(make, value)), label);
  if (operator === '+') return make.number(Number(plain(make, value)), label);
  throw new Stop('not-in-language', `There is no operator "${operator}".`);
}

/** What stands between two values, `===` and `+` included. */
export function binary({ make }: Means, flow: Flow, operator: string, left: Value, right: Value): Value {
  const label = left.label | right.label | flow.pc;
  if (operator === '===' || operator === '!==') {
    return make.boolean(same(left, right) === (operator === '==='), label);
  }
  flow.mayFail(label);
  if (operator === '+' && (left.kind === 'text' || right.kind === 'text')) {
    return make.joined(textOf(make, left), textOf(make, right), label);
  }
  if (/^[<>]=?$/.test(operator) && left.kind === 'text' && right.kind === 'text') {
    const [a, b] = [make.flat(left), make.flat(right)];
    const result = operator === '<' ? a < b : operator === '<=' ? a <= b : operator === '>' ? a > b : a >= b;
    return make.boolean(result, label);
  }
  const [a, b] = [Number(plain(make, left)), Number(plain(make, right))];
  switch (operator) {
    case '+':
      return make.number(a + b, label);
    case '-':
      return make.number(a - b, label);
    case '*':
      return make.number(a * b, label);
    case '/':
      return make.number(a / b, label);
    case '%':
      return make.number(a % b, label);
    case '**':
      return make.number(a ** b, label);
    case '<':
      return make.boolean(a < b, label);
    case '<=':
      return make.boolean(a <= b, label);
    case '>':
      return make.boolean(a > b, label);
    case '>=':
      return make.boolean(a >= b, label);
    default:
      throw new Stop('not-in-language', `There is no operator "${operator}".`);
  }
}
