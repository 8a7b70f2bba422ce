import type { CallExpression, Expression, MemberExpression, Node } from 'acorn';
import type { Budget } from './budget.ts';
import { goesOn, keyOf, mistake, plain, textOf, truthy } from './conversions.ts';
import type { Flow } from './flow.ts';
import { callFunction, orderedEntries } from './functions.ts';
import {
  assignmentOperators,
  callbackMethods,
  functionOwners,
  functions,
  isDeniedKey,
  plainMethods,
} from './language.ts';
import { callWithArrow } from './list-methods.ts';
import type { Means } from './means.ts';
import { callMethod } from './methods.ts';
import { notThere } from './not-there.ts';
import { binary, unary } from './operators.ts';
import { isShared, literalValue, putField, readPart, writePart, writtenKey } from './parts-of-values.ts';
import { Scope } from './scope.ts';
import { type Label, labelled, type Maker, Stop, type Value } from './values.ts';

type Arrow = Extract<Expression, { type: 'ArrowFunctionExpression' }>;
/** Gives what an arrow function's body returns. */
type RunBody = (body: Extract<Arrow['body'], { type: 'BlockStatement' }>, scope: Scope) => Value;

/** Values of expressions. What the language has not ends the script, whether or not it was checked before. */
export class Evaluator {
  readonly #make: Maker;
  readonly #budget: Budget;
  readonly #flow: Flow;
  readonly #means: Means;
  readonly #runBody: RunBody;

  constructor(make: Maker, budget: Budget, flow: Flow, runBody: RunBody) {
    this.#make = make;
    this.#budget = budget;
    this.#flow = flow;
    this.#runBody = runBody;
    this.#means = { make, budget, pc: () => flow.pc };
  }

  value(any: Node, scope: Scope): Value {
    const node = any as Expression; // what is none falls to the default below
    const make = this.#make;
    this.#budget.spend();
    switch (node.type) {
      case 'Literal':
        return literalValue(make, node.value, this.#flow.pc);
      case 'Identifier':
        return this.#name(node.name, scope);
      case 'TemplateLiteral':
        return this.#template(node, scope);
      case 'ArrayExpression': {
        const items = node.elements.flatMap((item) =>
          item === null ? notThere(node) : this.#spread(item, scope),
        );
        return make.list(items, this.#flow.pc);
      }
      case 'ObjectExpression':
        return this.#object(node, scope);
      case 'MemberExpression':
        return this.#member(node, scope);
      case 'CallExpression':
        return this.#call(node, scope);
      case 'UnaryExpression':
        return unary(this.#means, this.#flow, node.operator, this.value(node.argument, scope));
      case 'BinaryExpression':
        return binary(
          this.#means,
          this.#flow,
          node.operator,
          this.value(node.left, scope),
          this.value(node.right, scope),
        );
      case 'LogicalExpression':
        return this.#logical(node, scope);
      case 'ConditionalExpression': {
        const test = this.value(node.test, scope);
        const arms = [node.consequent, node.alternate];
        return this.#under(test.label, arms, scope, () =>
          this.value(arms[truthy(test) ? 0 : 1] ?? node, scope),
        );
      }
      case 'AssignmentExpression':
        return this.#assign(node.operator, node.left, () => this.value(node.right, scope), scope);
      case 'UpdateExpression': {
        const before = make.number(Number(plain(make, this.value(node.argument, scope))), 0);
        const one = make.number(1, 0);
        const after = this.#assign(
          node.operator === '++' ? '+=' : '-=',
          node.argument,
          () => one,
          scope,
          true,
        );
        return node.prefix ? after : labelled(before, after.label);
      }
      default:
        return notThere(node);
    }
  }

  /** `name = value` or `row.key = value`. */
  assign(left: Node, value: Value, scope: Scope): void {
    this.#assign('=', left, () => value, scope);
  }

  #name(name: string, scope: Scope): Value {
    const cell = scope.find(name);
    if (cell !== null) {
      if (cell.value === null) return mistake(this.#make, `"${name}" is used before it has a value.`);
      // A list or object stays as it is: whatever is read of it depends on the present place too.
      return isShared(cell.value) ? cell.value : labelled(cell.value, this.#flow.pc);
    }
    if (name === 'undefined') return this.#make.undefined(this.#flow.pc);
    if (name === 'NaN' || name === 'Infinity') return this.#make.number(Number(name), this.#flow.pc);
    throw new Stop('not-in-language', `There is no value "${name.slice(0, 50)}".`);
  }

  #template(node: Extract<Expression, { type: 'TemplateLiteral' }>, scope: Scope): Value {
    const make = this.#make;
    let [text, label] = ['', this.#flow.pc];
    node.quasis.forEach(({ value }, index) => {
      if (typeof value.cooked !== 'string') notThere(node);
      text += value.cooked;
      const hole = node.expressions[index];
      if (hole === undefined) return;
      const filled = this.value(hole, scope);
      this.#flow.mayFail(filled.label);
      label |= filled.label;
      text += textOf(make, filled);
    });
    return make.text(text, label);
  }

  #spread(node: Node, scope: Scope): readonly Value[] {
    if (node.type !== 'SpreadElement' || !('argument' in node)) return [this.value(node, scope)];
    const list = this.value(node.argument as Node, scope); // a spread has an expression
    this.#flow.mayFail(list.label);
    if (list.kind !== 'list') return mistake(this.#make, 'Only a list is spread here.', list.label);
    this.#budget.spend(list.items.length);
    return list.items.map((item) => labelled(item, list.label));
  }

  #object(node: Extract<Expression, { type: 'ObjectExpression' }>, scope: Scope): Value {
    const fields = new Map<string, Value>();
    let label = this.#flow.pc;
    for (const one of node.properties) {
      if (one.type === 'SpreadElement') {
        const from = this.value(one.argument, scope);
        this.#flow.mayFail(from.label);
        label |= from.label;
        if (from.kind === 'undefined' || from.kind === 'null') continue;
        if (from.kind !== 'fields') mistake(this.#make, 'Only an object is spread here.', from.label);
        else
          for (const [key, value] of orderedEntries(from.fields)) putField(this.#means, fields, key, value);
        continue;
      }
      if (one.type !== 'Property' || one.kind !== 'init' || one.method || one.computed) notThere(one);
      putField(this.#means, fields, writtenKey(one.key), this.value(one.value, scope));
    }
    return this.#make.fields(fields, label);
  }

  #member(node: MemberExpression, scope: Scope): Value {
    if (node.optional || node.object.type === 'Super') notThere(node);
    const owner = this.value(node.object, scope);
    const key = this.#key(node, scope);
    return readPart(this.#means, this.#flow, owner, key.name, owner.label | key.label);
  }

  #key(node: MemberExpression, scope: Scope): { readonly name: string; readonly label: Label } {
    if (node.computed) {
      const value = this.value(node.property, scope);
      return { name: keyOf(this.#make, value), label: value.label };
    }
    if (node.property.type !== 'Identifier') return notThere(node);
    const { name } = node.property;
    if (isDeniedKey(name)) throw new Stop('not-in-language', `The key "${name}" is not available.`);
    return { name, label: 0 };
  }

  #call(node: CallExpression, scope: Scope): Value {
    const { callee } = node;
    if (node.optional) notThere(node);
    if (callee.type === 'Identifier' && functions.has(callee.name)) {
      return this.#function(callee.name, node, scope);
    }
    if (callee.type !== 'MemberExpression' || callee.computed || callee.optional) return notThere(node);
    if (callee.property.type !== 'Identifier' || callee.object.type === 'Super') return notThere(node);
    const { name } = callee.property;
    const { object } = callee;
    if (object.type === 'Identifier' && functionOwners.has(object.name) && scope.find(object.name) === null) {
      return this.#function(`${object.name}.${name}`, node, scope);
    }
    const on = this.value(object, scope);
    this.#flow.mayFail(on.label);
    if (callbackMethods.has(name)) return this.#withArrow(on, name, node, scope);
    if (!plainMethods.has(name)) return notThere(callee);
    const args = this.#arguments(node.arguments, scope);
    const label = args.reduce((sum, arg) => sum | arg.label, on.label | this.#flow.pc);
    return callMethod(this.#means, on, name, args, label);
  }

  #function(name: string, node: CallExpression, scope: Scope): Value {
    if (!functions.has(name)) return notThere(node);
    const args = this.#arguments(node.arguments, scope);
    return callFunction(
      this.#means,
      name,
      args,
      args.reduce((sum, arg) => sum | arg.label, this.#flow.pc),
    );
  }

  #arguments(nodes: readonly Node[], scope: Scope): readonly Value[] {
    const args = nodes.flatMap((node) => this.#spread(node, scope));
    for (const { label } of args) this.#flow.mayFail(label);
    return args;
  }

  #withArrow(on: Value, name: string, node: CallExpression, scope: Scope): Value {
    const [arrow, ...others] = node.arguments;
    const args = this.#arguments(others, scope);
    const label = args.reduce((sum, arg) => sum | arg.label, on.label | this.#flow.pc);
    if (arrow === undefined && name === 'sort') return callMethod(this.#means, on, name, [], label);
    if (arrow?.type !== 'ArrowFunctionExpression' || arrow.async || arrow.generator) return notThere(node);
    const before = this.#flow.pc;
    // How often the function is called depends on the list, and with what on what it gave before.
    this.#flow.pc |= label;
    const call = (...given: readonly Value[]): Value => {
      const result = this.#callArrow(arrow, given, scope);
      this.#flow.pc |= result.label & ~before;
      return result;
    };
    const result = callWithArrow(this.#means, on, name, call, args, label);
    this.#flow.endBranch(before, this.#flow.pc, [arrow], scope);
    return result;
  }

  #callArrow(arrow: Arrow, given: readonly Value[], around: Scope): Value {
    const scope = new Scope(around);
    arrow.params.forEach((parameter, index) => {
      if (parameter.type !== 'Identifier') notThere(parameter);
      else scope.begin(parameter.name, given[index] ?? this.#make.undefined(0));
    });
    if (arrow.body.type !== 'BlockStatement') return this.value(arrow.body, scope);
    return this.#runBody(arrow.body, scope);
  }

  #logical(node: Extract<Expression, { type: 'LogicalExpression' }>, scope: Scope): Value {
    const left = this.value(node.left, scope);
    const goes = goesOn(node.operator, left);
    return this.#under(left.label, [node.right], scope, () => (goes ? this.value(node.right, scope) : left));
  }

  /** Runs what `label` has chosen among `arms`. */
  #under(label: Label, arms: readonly Node[], scope: Scope, run: () => Value): Value {
    const before = this.#flow.pc;
    this.#flow.pc |= label;
    const result = labelled(run(), label);
    this.#flow.endBranch(before, label, arms, scope);
    return result;
  }

  #assign(operator: string, left: Node, right: () => Value, scope: Scope, numeric = false): Value {
    if (!assignmentOperators.has(operator)) throw new Stop('not-in-language', `There is no "${operator}".`);
    const target = left as Expression; // what is none is refused below
    const combine = (before: () => Value): Value => {
      if (operator === '=') return right();
      const old = before();
      const value = numeric ? this.#make.number(Number(plain(this.#make, old)), old.label) : old;
      return binary(this.#means, this.#flow, operator.slice(0, -1), value, right());
    };
    if (target.type === 'Identifier') {
      const cell = scope.find(target.name);
      if (cell === null || cell.fixed)
        throw new Stop('not-in-language', `"${target.name}" cannot be changed.`);
      if (cell.value === null) return mistake(this.#make, `"${target.name}" is used before it is declared.`);
      const value = labelled(
        combine(() => this.#name(target.name, scope)),
        this.#flow.pc,
      );
      cell.value = value;
      return value;
    }
    if (target.type !== 'MemberExpression' || target.optional || target.object.type === 'Super')
      return notThere(left);
    const owner = this.value(target.object, scope);
    const key = this.#key(target, scope);
    const label = owner.label | key.label | this.#flow.pc;
    const value = labelled(
      combine(() => readPart(this.#means, this.#flow, owner, key.name, owner.label | key.label)),
      label,
    );
    writePart(this.#means, this.#flow, owner, key.name, value, label);
    return value;
  }
}
