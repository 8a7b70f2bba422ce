import type { CallExpression, Expression, Identifier, Node, Program } from 'acorn';
import { isApiCall } from './api-call.ts';
import { findCall } from './call-paths.ts';
import { checkExpression } from './check-expression.ts';
import { deniedNames, functionOwners, functions, givenNames, inputsName } from './language.ts';
import { callSitesMax, problemsMax } from './limits.ts';
import { type Problem, problemAt } from './problem.ts';
import { refused } from './refusals.ts';
import { walk } from './walk-tree.ts';

/** An awaited call that the checker has let through. */
export type CallSite = {
  readonly node: CallExpression;
  readonly verb: 'get' | 'post';
  readonly path: string;
  readonly tool: string | null;
  readonly body: Expression | null;
  /** In how many loops it lies. */
  readonly loops: number;
};

export type Checked =
  | { readonly ok: true; readonly sites: readonly CallSite[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Whether every node of the tree is one of the subset, in a place where the subset has it. Unknown means no. */
export function checkTree(program: Program, source: string): Checked {
  const checker = new Checker(source);
  walk(program, (node) => {
    if (node.type === 'Identifier' && !checker.spelled(node)) checker.refuse(node, ...misspelled);
  });
  checker.statements(program.body);
  const { problems, sites } = checker;
  if (sites.length > callSitesMax) {
    const message = `The script has ${sites.length} api calls; ${callSitesMax} are allowed.`;
    problems.push(
      problemAt(null, 'size', message, 'Use a loop: for (const item of list) { await api.post(…); }'),
    );
  }
  if (problems.length === 0) return { ok: true, sites };
  const order = [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
  return { ok: false, problems: order.slice(0, problemsMax) };
}

const misspelled = [
  'name-spelling',
  'A name is written with escapes or with letters beyond a to z.',
  'Use plain letters, digits and "_" in names.',
] as const;

type Names = { readonly own: Map<string, 'const' | 'let'>; readonly above: Names | null };

export class Checker {
  readonly problems: Problem[] = [];
  readonly sites: CallSite[] = [];
  readonly #source: string;
  #names: Names = { own: new Map(), above: null };
  #loops = 0;
  #breakable = 0;
  /** Inside an arrow function, where no api call may stand. */
  callbacks = 0;

  constructor(source: string) {
    this.#source = source;
  }

  tell(problem: Problem): undefined {
    if (this.problems.length < problemsMax * 5) this.problems.push(problem);
  }

  refuse(node: Node, rule: string, message: string, rewrite: string): undefined {
    this.tell(problemAt(node, rule, message, rewrite));
  }

  statements(nodes: readonly Node[]): undefined {
    // Declared names count from the block's beginning, as in JavaScript, so that a use before is found to be one.
    for (const node of nodes) if (node.type === 'VariableDeclaration') this.#declareAll(node);
    for (const node of nodes) this.statement(node);
  }

  inScope(work: () => void): undefined {
    this.#names = { own: new Map(), above: this.#names };
    work();
    this.#names = this.#names.above ?? this.#names;
  }

  statement(any: Node): undefined {
    const node = any as Program['body'][number]; // what is none falls to the default below
    switch (node.type) {
      case 'VariableDeclaration':
        for (const { id, init } of node.declarations) {
          if (id.type !== 'Identifier') continue;
          if (init?.type === 'AwaitExpression') this.#awaited(init.argument);
          else if (init) this.expression(init);
          else if (node.kind === 'const') this.#plain(node);
        }
        return;
      case 'ExpressionStatement':
        return this.#expressionStatement(node);
      case 'BlockStatement':
        return this.inScope(() => this.statements(node.body));
      case 'EmptyStatement':
        return;
      case 'IfStatement':
        this.expression(node.test);
        this.#single(node.consequent);
        if (node.alternate) this.#single(node.alternate);
        return;
      case 'SwitchStatement':
        this.expression(node.discriminant);
        this.#breakable += 1;
        this.inScope(() => {
          for (const { test } of node.cases) if (test) this.expression(test);
          this.statements(node.cases.flatMap(({ consequent }) => consequent));
        });
        this.#breakable -= 1;
        return;
      case 'ForOfStatement':
      case 'ForStatement':
      case 'WhileStatement':
        return this.#loop(node);
      case 'BreakStatement':
      case 'ContinueStatement':
        if (node.label) this.#plain(node);
        if (this.#loops === 0 && (node.type === 'ContinueStatement' || this.#breakable === 0))
          this.#plain(node);
        return;
      case 'ReturnStatement':
        if (node.argument) this.expression(node.argument);
        return;
      case 'ThrowStatement':
        this.expression(node.argument);
        return;
      case 'TryStatement':
        return this.#try(node);
      default:
        this.#plain(node);
    }
  }

  expression(node: Node): undefined {
    checkExpression(this, node);
  }

  /** A name where a value is wanted. */
  name(node: Identifier): undefined {
    const { name } = node;
    if (!this.spelled(node)) return;
    if (name === 'api') return this.#plain(node, 'api-alias');
    if (givenNames.has(name) || name === inputsName || this.#find(name) !== null) return;
    if (functionOwners.has(name)) return this.#plain(node, 'function-value');
    if (deniedNames.has(name)) return this.#plain(node);
    this.refuse(
      node,
      'unknown-name',
      `The name "${name}" is not declared.`,
      `Declare it before: const ${name} = …; the values given to the script are in "args".`,
    );
  }

  /** A name that gets a new value. */
  assigned(node: Node): undefined {
    if (node.type === 'MemberExpression') return this.expression(node);
    if (node.type !== 'Identifier') return this.#plain(node);
    const one = node as Identifier; // its type was just looked at
    if (givenNames.has(one.name) || functionOwners.has(one.name)) {
      return this.refuse(node, 'assignment', `"${one.name}" cannot be changed.`, 'Use a name of your own.');
    }
    this.name(one);
    if (this.#find(one.name) !== 'const') return;
    const rewrite = `Declare it with let instead: let ${one.name} = …;`;
    this.refuse(node, 'assignment', `"${one.name}" is a const and gets a new value here.`, rewrite);
  }

  declare(node: Node, kind: 'const' | 'let'): undefined {
    if (node.type !== 'Identifier') {
      const rewrite = 'Take one value by one name: const name = row.name; const price = row.price;';
      return this.refuse(node, 'pattern', 'Values are not taken apart by a pattern here.', rewrite);
    }
    const one = node as Identifier; // its type was just looked at
    if (!this.spelled(one)) return;
    const taken = givenNames.has(one.name) || functionOwners.has(one.name) || functions.has(one.name);
    if (taken || deniedNames.has(one.name)) {
      const rewrite = `Use another name: const my_${one.name} = …;`;
      return this.refuse(node, 'reserved-name', `The name "${one.name}" is taken.`, rewrite);
    }
    this.#names.own.set(one.name, kind);
  }

  /** False for a name that is written with escapes or with letters beyond a to z. */
  spelled(node: Node): boolean {
    const written = this.#source.slice(node.start, node.end);
    return 'name' in node && written === node.name && /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(written);
  }

  #find(name: string): 'const' | 'let' | null {
    for (let names: Names | null = this.#names; names !== null; names = names.above) {
      const kind = names.own.get(name);
      if (kind !== undefined) return kind;
    }
    return null;
  }

  #plain(node: Node, rule?: string): undefined {
    this.tell(refused(node, rule));
  }

  #declareAll(node: Node): undefined {
    const one = node as Extract<Program['body'][number], { type: 'VariableDeclaration' }>; // its type was just looked at
    if (one.kind !== 'const' && one.kind !== 'let') return this.#plain(node, one.kind);
    for (const { id } of one.declarations) this.declare(id, one.kind);
  }

  #single(node: Node): undefined {
    this.inScope(() => this.statement(node));
  }

  #expressionStatement(node: Extract<Program['body'][number], { type: 'ExpressionStatement' }>): undefined {
    const { expression } = node;
    if ('directive' in node && node.directive !== undefined) return this.#plain(node, 'directive');
    if (expression.type === 'AwaitExpression') return this.#awaited(expression.argument);
    if (expression.type === 'AssignmentExpression' && expression.right.type === 'AwaitExpression') {
      if (expression.operator !== '=') return this.#plain(expression.right, 'await-place');
      this.assigned(expression.left);
      return this.#awaited(expression.right.argument);
    }
    this.expression(expression);
  }

  #loop(
    node: Extract<Program['body'][number], { type: 'ForOfStatement' | 'ForStatement' | 'WhileStatement' }>,
  ): undefined {
    this.inScope(() => {
      if (node.type === 'ForOfStatement') {
        if (node.await) this.#plain(node, 'for-await');
        this.expression(node.right);
        if (node.left.type === 'VariableDeclaration' && node.left.declarations.every(({ init }) => !init)) {
          this.#declareAll(node.left);
        } else this.#plain(node.left, 'loop-name');
      } else if (node.type === 'ForStatement') {
        const { init, test, update } = node;
        if (init?.type === 'VariableDeclaration') {
          this.#declareAll(init);
          for (const { init: value } of init.declarations) if (value) this.expression(value);
        } else if (init) this.expression(init);
        if (test) this.expression(test);
        else this.#plain(node, 'endless-for');
        if (update) this.expression(update);
      } else this.expression(node.test);
      this.#loops += 1;
      this.#single(node.body);
      this.#loops -= 1;
    });
  }

  #try(node: Extract<Program['body'][number], { type: 'TryStatement' }>): undefined {
    const { handler } = node;
    if (node.finalizer || !handler) return this.#plain(node, 'finally');
    this.inScope(() => this.statements(node.block.body));
    this.inScope(() => {
      if (handler.param) this.declare(handler.param, 'let');
      this.statement(handler.body);
    });
  }

  /** What stands after `await`: one call of the api with its path as a literal text, or it is refused. */
  #awaited(node: Node): undefined {
    if (!isApiCall(node)) return this.#plain(node, 'await-other');
    if (this.callbacks > 0) return this.#plain(node, 'api-in-callback');
    const { callee } = node;
    const verb = callee.property.name;
    if (verb !== 'get' && verb !== 'post') return this.#plain(node, 'api-verb');
    const [path, body, ...more] = node.arguments;
    if (path?.type !== 'Literal' || typeof path.value !== 'string')
      return this.#plain(path ?? node, 'api-path');
    if (more.length > 0) return this.#plain(node, 'api-arguments');
    const found = findCall(verb, path.value);
    if (found === null) {
      return this.tell(refused(path, 'api-unknown', path.value));
    }
    if (body !== undefined && body.type !== 'ObjectExpression') return this.#plain(body, 'api-body');
    if (body !== undefined) this.expression(body);
    this.sites.push({
      node,
      verb,
      path: path.value,
      tool: found.tool,
      body: body ?? null,
      loops: this.#loops,
    });
  }
}
