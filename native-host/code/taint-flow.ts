import type { Node } from 'acorn';
import { armFacts } from './arm-facts.ts';
import type { CallSite } from './check-tree.ts';
import type { Code } from './parse-code.ts';
import { childrenOf, isNode } from './walk-tree.ts';

/**
 * The calls that text of a page may reach, or decide about: told before the script runs, so that a person can be asked once
 * for all of it. It looks at names and not at values, so it says too much rather than too little; while the script runs the
 * interpreter follows the values themselves, and what it finds is what counts.
 */
export function taintedCalls({ program, sites }: Code): ReadonlySet<number> {
  const flow = new TaintFlow(sites);
  // Each round can only add names and places, and there are not many of either.
  for (let round = 0; round < roundsMax; round += 1) {
    const before = flow.size;
    flow.look(program, false);
    if (flow.size === before) break;
  }
  return flow.calls;
}

const roundsMax = 200;

class TaintFlow {
  readonly calls = new Set<number>();
  readonly #names = new Set<string>();
  readonly #sites: ReadonlyMap<number, CallSite>;
  /** Everything that stands after this place depends on a page: something before may have ended the script. */
  #from = Number.POSITIVE_INFINITY;
  /** Loops that a page can end early. */
  readonly #loops = new Set<Node>();

  constructor(sites: readonly CallSite[]) {
    this.#sites = new Map(sites.map((site) => [site.node.start, site]));
  }

  get size(): number {
    const from = Number.isFinite(this.#from) ? 100_000 - this.#from : 0;
    return this.calls.size + this.#names.size + this.#loops.size + from;
  }

  look(node: Node, under: boolean, loop: Node | null = null): void {
    const pc = under || node.start > this.#from || this.#loops.has(node);
    const part = (name: string): Node | null => {
      const value: unknown = Reflect.get(node, name);
      return isNode(value) ? value : null;
    };
    const site = this.#sites.get(node.start);
    if (node.type === 'CallExpression' && site?.node === node) {
      if (pc || (site.body !== null && this.#mentions(site.body))) this.calls.add(node.start);
    }
    if (node.type === 'VariableDeclarator') this.#gets(part('id'), part('init'), pc);
    if (node.type === 'AssignmentExpression')
      this.#gets(part('left'), part('right'), pc || this.#in(part('left')));
    if (node.type === 'UpdateExpression' && pc) this.#taint(part('argument'));
    if (node.type === 'CallExpression') this.#call(node, pc);
    const decides =
      part('test') ?? part('discriminant') ?? (node.type === 'ForOfStatement' ? part('right') : null);
    const chosen = /^(?:If|Switch|Conditional|ForOf|For|While)/.test(node.type) && this.#in(decides);
    if (node.type === 'ForOfStatement' && (chosen || pc)) this.#gets(firstName(part('left')), decides, true);
    const logical = node.type === 'LogicalExpression' && this.#in(part('left'));
    if (chosen || logical) this.#leaves(node, loop);
    const tries = node.type === 'TryStatement' && this.#risky(node);
    if (tries) this.#taint(firstParameter(part('handler')));
    const inner = /^(?:ForOf|For|While)Statement$/.test(node.type) ? node : loop;
    for (const child of childrenOf(node)) this.look(child, pc || chosen || logical || tries, inner);
  }

  /** What a branch that depends on a page may leave for good. */
  #leaves(node: Node, loop: Node | null): void {
    const { leaves, written, assigned } = armFacts(node);
    for (const name of [...written, ...assigned]) this.#names.add(name);
    if (leaves === 'all') this.#from = Math.min(this.#from, loop?.start ?? node.start);
    if (leaves === 'loop' && loop !== null) this.#loops.add(loop);
  }

  // Whether a call succeeds is what the page says, and in `try` that decides what comes next. One call alone decides nothing.
  #risky(node: Node): boolean {
    const inside = [...this.#sites.keys()].filter((start) => start > node.start && start < node.end);
    return inside.length > 1 || this.#mentions(node);
  }

  #call(node: Node, pc: boolean): void {
    const callee: unknown = Reflect.get(node, 'callee');
    if (!isNode(callee) || callee.type !== 'MemberExpression') return;
    const given: unknown = Reflect.get(node, 'arguments');
    const args = Array.isArray(given) ? given.filter(isNode) : [];
    const on: unknown = Reflect.get(callee, 'object');
    if (!isNode(on)) return;
    const reached = pc || this.#in(on) || args.some((arg) => this.#in(arg));
    if (!reached) return;
    for (const name of armFacts(node).written) this.#names.add(name);
    for (const arg of args) {
      if (arg.type !== 'ArrowFunctionExpression') continue;
      const parameters: unknown = Reflect.get(arg, 'params');
      if (Array.isArray(parameters)) for (const one of parameters) if (isNode(one)) this.#taint(one);
      for (const name of [...armFacts(arg).written, ...armFacts(arg).assigned]) this.#names.add(name);
    }
  }

  #gets(target: Node | null, value: Node | null, pc: boolean): void {
    const awaited: unknown = value?.type === 'AwaitExpression' ? Reflect.get(value, 'argument') : null;
    const called = isNode(awaited) ? this.#sites.get(awaited.start) : undefined;
    const fromPage = called !== undefined && called.tool !== null;
    if (pc || fromPage || this.#in(value)) this.#taint(target);
  }

  #taint(target: Node | null): void {
    if (target === null) return;
    if (target.type === 'Identifier') this.#names.add(String(Reflect.get(target, 'name')));
    const owner: unknown = target.type === 'MemberExpression' ? Reflect.get(target, 'object') : null;
    if (isNode(owner)) this.#taint(owner);
  }

  #in(node: Node | null): boolean {
    return node !== null && this.#mentions(node);
  }

  #mentions(node: Node): boolean {
    if (node.type === 'Identifier') return this.#names.has(String(Reflect.get(node, 'name')));
    const named = node.type === 'MemberExpression' ? 'property' : node.type === 'Property' ? 'key' : null;
    const skipped: unknown =
      named !== null && Reflect.get(node, 'computed') !== true ? Reflect.get(node, named) : null;
    const shorthand = node.type === 'Property' && Reflect.get(node, 'shorthand') === true;
    return childrenOf(node).some((child) => (shorthand || child !== skipped) && this.#mentions(child));
  }
}

function firstName(left: Node | null): Node | null {
  const declared: unknown = left === null ? null : Reflect.get(left, 'declarations');
  const first: unknown = Array.isArray(declared) ? declared[0] : null;
  const id: unknown = isNode(first) ? Reflect.get(first, 'id') : null;
  return isNode(id) ? id : null;
}

function firstParameter(handler: Node | null): Node | null {
  const parameter: unknown = handler === null ? null : Reflect.get(handler, 'param');
  return isNode(parameter) ? parameter : null;
}
