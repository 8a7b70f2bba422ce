import type { Node, Program, Statement } from 'acorn';
import { type ApiCall, isApiCall } from './api-call.ts';
import { Budget } from './budget.ts';
import { mistake, truthy } from './conversions.ts';
import { Evaluator } from './evaluate.ts';
import { Flow } from './flow.ts';
import { inputsName } from './language.ts';
import type { RunLimits } from './limits.ts';
import { same } from './means.ts';
import { notThere } from './not-there.ts';
import { countInUse, openNames, Scope } from './scope.ts';
import { deepLabel, type Label, labelled, Maker, ScriptError, Stop, type Value } from './values.ts';

type Steps<T> = Generator<ApiCall, T, Value>;
type Ended =
  | { readonly how: 'on' | 'break' | 'continue' }
  | { readonly how: 'return'; readonly value: Value };

const on: Ended = { how: 'on' };

/** One execution of a script. `run` gives its calls one after the other and takes their results. */
export class Interpreter {
  readonly budget: Budget;
  readonly make: Maker;
  readonly #flow: Flow;
  readonly #evaluator: Evaluator;
  readonly #callsMax: number;
  #calls = 0;
  #arrows = 0;
  /** Where the script is, for what is told of a mistake. */
  line = 0;

  constructor(limits: RunLimits, now: () => number) {
    this.budget = new Budget(limits, now);
    this.make = new Maker(this.budget);
    this.#flow = new Flow(this.budget);
    this.#callsMax = limits.calls;
    this.#evaluator = new Evaluator(this.make, this.budget, this.#flow, (body, scope) => {
      this.#arrows += 1;
      const before = this.#flow.pc;
      const next = this.#block(body.body, scope).next();
      this.#arrows -= 1;
      if (next.done !== true) throw new Stop('not-in-language', 'An api call inside a function.');
      const ended = next.value;
      const value = ended.how === 'return' ? ended.value : this.make.undefined(0);
      const result = labelled(value, this.#flow.pc & ~before);
      // Leaving the function early is over with its end; what it could have changed is marked by the call around.
      this.#flow.pc = this.#flow.tries > 0 ? this.#flow.pc : before;
      return result;
    });
  }

  *run(program: Program, args: Value): Steps<Value> {
    const scope = new Scope(null);
    for (const name of ['args', inputsName]) {
      scope.open(name, true);
      scope.begin(name, args);
    }
    const ended = yield* this.#block(program.body, scope);
    return ended.how === 'return' ? ended.value : this.make.undefined(0);
  }

  *#block(nodes: readonly Node[], scope: Scope): Steps<Ended> {
    for (const node of nodes) openNames(node, scope);
    return yield* this.#listed(nodes, scope);
  }

  *#statement(any: Node, scope: Scope): Steps<Ended> {
    const node = any as Statement; // what is none falls to the default below
    this.budget.spend();
    this.line = node.loc?.start.line ?? this.line;
    if (this.budget.wantsCount && this.#arrows === 0) countInUse(this.budget, scope);
    switch (node.type) {
      case 'EmptyStatement':
        return on;
      case 'VariableDeclaration':
        yield* this.#declare(node, scope);
        return on;
      case 'ExpressionStatement':
        yield* this.#expression(node.expression, scope);
        return on;
      case 'BlockStatement':
        return yield* this.#block(node.body, new Scope(scope));
      case 'IfStatement': {
        const test = this.#evaluator.value(node.test, scope);
        const arms = node.alternate ? [node.consequent, node.alternate] : [node.consequent];
        const arm = truthy(test) ? node.consequent : node.alternate;
        return yield* this.#branch(test.label, arms, scope, () =>
          arm ? this.#statement(arm, new Scope(scope)) : this.#listed([], scope),
        );
      }
      case 'SwitchStatement':
        return yield* this.#switch(node, scope);
      case 'ForOfStatement':
      case 'ForStatement':
      case 'WhileStatement': {
        const before = this.#flow.pc;
        const inner = new Scope(scope);
        const ended = yield* this.#loop(node, inner);
        this.#flow.endLoop(before, node, scope);
        return ended;
      }
      case 'BreakStatement':
      case 'ContinueStatement':
        if (node.label) return notThere(node);
        return { how: node.type === 'BreakStatement' ? 'break' : 'continue' };
      case 'ReturnStatement': {
        const value = node.argument ? this.#evaluator.value(node.argument, scope) : this.make.undefined(0);
        return { how: 'return', value };
      }
      case 'ThrowStatement': {
        const value = this.#evaluator.value(node.argument, scope);
        throw new ScriptError(labelled(value, this.#flow.pc));
      }
      case 'TryStatement':
        return yield* this.#try(node, scope);
      default:
        return notThere(node);
    }
  }

  *#declare(node: Extract<Statement, { type: 'VariableDeclaration' }>, scope: Scope): Steps<void> {
    if (node.kind !== 'const' && node.kind !== 'let') notThere(node);
    for (const { id, init } of node.declarations) {
      if (id.type !== 'Identifier') return notThere(id);
      const value =
        init?.type === 'AwaitExpression'
          ? yield* this.#await(init.argument, scope)
          : init
            ? this.#evaluator.value(init, scope)
            : this.make.undefined(0);
      scope.begin(id.name, labelled(value, this.#flow.pc));
    }
  }

  *#expression(node: Node, scope: Scope): Steps<void> {
    const one = node as Extract<Statement, { type: 'ExpressionStatement' }>['expression']; // checked by what follows
    if (one.type === 'AwaitExpression') yield* this.#await(one.argument, scope);
    else if (one.type === 'AssignmentExpression' && one.right.type === 'AwaitExpression') {
      if (one.operator !== '=') notThere(one);
      this.#evaluator.assign(one.left, yield* this.#await(one.right.argument, scope), scope);
    } else this.#evaluator.value(one, scope);
  }

  /** Runs what `label` has chosen among `arms`. */
  *#branch(label: Label, arms: readonly Node[], scope: Scope, run: () => Steps<Ended>): Steps<Ended> {
    const before = this.#flow.pc;
    this.#flow.pc |= label;
    const ended = yield* run();
    this.#flow.endBranch(before, label, arms, scope);
    return ended;
  }

  *#switch(node: Extract<Statement, { type: 'SwitchStatement' }>, scope: Scope): Steps<Ended> {
    const chosen = this.#evaluator.value(node.discriminant, scope);
    const inner = new Scope(scope);
    let { label } = chosen;
    let from = node.cases.findIndex(({ test }) => !test);
    for (const [index, { test }] of node.cases.entries()) {
      if (!test) continue;
      const value = this.#evaluator.value(test, inner);
      label |= value.label;
      if (!same(chosen, value)) continue;
      from = index;
      break;
    }
    const rest = from < 0 ? [] : node.cases.slice(from).flatMap(({ consequent }) => consequent);
    const all = node.cases.flatMap(({ consequent }) => consequent);
    for (const each of all) openNames(each, inner);
    const ended = yield* this.#branch(label, [node], scope, () => this.#listed(rest, inner));
    return ended.how === 'break' ? on : ended;
  }

  *#listed(nodes: readonly Node[], scope: Scope): Steps<Ended> {
    for (const node of nodes) {
      const ended = yield* this.#statement(node, scope);
      if (ended.how !== 'on') return ended;
    }
    return on;
  }

  *#loop(
    node: Extract<Statement, { type: 'ForOfStatement' | 'ForStatement' | 'WhileStatement' }>,
    scope: Scope,
  ): Steps<Ended> {
    if (node.type === 'ForOfStatement') return yield* this.#forOf(node, scope);
    if (node.type === 'ForStatement') {
      const { init } = node;
      if (init?.type === 'VariableDeclaration') {
        openNames(init, scope);
        yield* this.#declare(init, scope);
      } else if (init) this.#evaluator.value(init, scope);
    }
    for (;;) {
      this.budget.spend();
      const test = node.test ? this.#evaluator.value(node.test, scope) : notThere(node);
      this.#flow.pc |= test.label;
      if (!truthy(test)) return on;
      const ended = yield* this.#statement(node.body, new Scope(scope));
      if (ended.how === 'return') return ended;
      if (ended.how === 'break') return on;
      if (node.type === 'ForStatement' && node.update) this.#evaluator.value(node.update, scope);
    }
  }

  *#forOf(node: Extract<Statement, { type: 'ForOfStatement' }>, scope: Scope): Steps<Ended> {
    const { left } = node;
    if (node.await || left.type !== 'VariableDeclaration') return notThere(node);
    const [declared, ...more] = left.declarations;
    if (declared?.id.type !== 'Identifier' || more.length > 0) return notThere(left);
    const list = this.#evaluator.value(node.right, scope);
    this.#flow.mayFail(list.label);
    if (list.kind !== 'list')
      return mistake(this.make, 'for…of goes through a list, and this is none.', list.label);
    scope.held.push(list);
    for (let index = 0; ; index += 1) {
      this.budget.spend();
      this.#flow.pc |= list.label;
      const item = list.items[index];
      if (item === undefined) return on;
      const inner = new Scope(scope);
      inner.open(declared.id.name, left.kind === 'const');
      inner.begin(declared.id.name, labelled(item, list.label));
      const ended = yield* this.#statement(node.body, new Scope(inner));
      if (ended.how === 'return') return ended;
      if (ended.how === 'break') return on;
    }
  }

  *#try(node: Extract<Statement, { type: 'TryStatement' }>, scope: Scope): Steps<Ended> {
    const { handler } = node;
    if (!handler || node.finalizer) return notThere(node);
    const before = this.#flow.pc;
    const arrows = this.#arrows;
    this.#flow.tries += 1;
    let thrown: ScriptError | null = null;
    let ended: Ended = on;
    try {
      ended = yield* this.#block(node.block.body, new Scope(scope));
    } catch (error) {
      // Only what the script may catch; what ends it goes on up.
      if (!(error instanceof ScriptError)) throw error;
      thrown = error;
      this.#arrows = arrows;
    }
    if (thrown !== null) {
      const inner = new Scope(scope);
      this.#flow.pc |= deepLabel(thrown.value);
      if (handler.param?.type === 'Identifier') {
        inner.open(handler.param.name, false);
        inner.begin(handler.param.name, thrown.value);
      } else if (handler.param) notThere(handler.param);
      ended = yield* this.#statement(handler.body, inner);
    }
    this.#flow.tries -= 1;
    const raised = this.#flow.pc;
    this.#flow.pc = before;
    this.#flow.endBranch(before, raised, [node], scope);
    return ended;
  }

  *#await(node: Node, scope: Scope): Steps<Value> {
    if (!isApiCall(node) || this.#arrows > 0) return notThere(node);
    const verb = node.callee.property.name;
    if (verb !== 'get' && verb !== 'post') return notThere(node);
    const given = node.arguments;
    const [path, body, ...more] = given;
    if (path?.type !== 'Literal' || typeof path.value !== 'string' || more.length > 0) return notThere(node);
    if (body !== undefined && body.type !== 'ObjectExpression') return notThere(body);
    const value = body === undefined ? null : this.#evaluator.value(body, scope);
    this.#calls += 1;
    if (this.#calls > this.#callsMax)
      throw new Stop('calls', `The script makes more than ${this.#callsMax} calls.`);
    this.budget.checkTime();
    const label = this.#flow.pc | (value === null ? 0 : deepLabel(value));
    const result = yield {
      verb,
      path: path.value,
      body: value?.kind === 'fields' ? value : null,
      label,
      start: node.start,
      line: node.loc?.start.line ?? this.line,
    };
    // Whether the call succeeded is what the page says, and inside `try` that decides what runs next.
    this.#flow.mayFail(deepLabel(result));
    return labelled(result, this.#flow.pc);
  }
}
