import { parseCode } from '../../../native-host/code/parse-code.ts';
import { childrenOf, isNode } from '../../../native-host/code/walk-tree.ts';
import { damagedScript } from '../code/damaged-scripts.ts';
import { type Figure, startCount } from '../figure.ts';
import { startSeeded } from '../seeded.ts';

// What may be in an accepted script, written down once more and apart from the checker: kinds of nodes, words, keys.

const kinds = new Set(
  (
    'Program VariableDeclaration VariableDeclarator ExpressionStatement BlockStatement EmptyStatement IfStatement ' +
    'SwitchStatement SwitchCase ForOfStatement ForStatement WhileStatement BreakStatement ContinueStatement ' +
    'ReturnStatement ThrowStatement TryStatement CatchClause Literal TemplateLiteral TemplateElement Identifier ' +
    'ArrayExpression ObjectExpression Property SpreadElement MemberExpression CallExpression AwaitExpression ' +
    'ArrowFunctionExpression UnaryExpression UpdateExpression BinaryExpression LogicalExpression ' +
    'AssignmentExpression ConditionalExpression'
  ).split(' '),
);
const words = new Set(
  '! - + typeof ++ -- * / % ** < <= > >= === !== && || ?? = += -= *= /= %= **= const let init'.split(' '),
);
const callbacks = new Set('map filter find findIndex some every sort flatMap reduce forEach'.split(' '));

type Any = Readonly<Record<string, unknown>>;

/** The first thing in a tree that no accepted script may hold; null: there is none. */
function forbidden(node: object, parent: Any | null): string | null {
  const one: Any = { ...node };
  const type = String(one['type']);
  if (!kinds.has(type)) return type;
  for (const flag of ['optional', 'generator', 'async', 'method', 'delegate'])
    if (one[flag] === true) return `${type} ${flag}`;
  if (type !== 'AwaitExpression' && one['await'] === true) return 'for await';
  for (const word of [one['operator'], one['kind']])
    if (word !== undefined && !words.has(String(word))) return `${type} ${String(word)}`;
  if (one['regex'] !== undefined || one['bigint'] !== undefined || one['label']) return `${type} with more`;
  if (type === 'TryStatement' && one['finalizer']) return 'finally';
  if (type === 'Property' && one['computed'] === true) return 'a computed key';
  const named =
    type === 'Identifier'
      ? one['name']
      : type === 'Literal' && parent?.['type'] === 'Property'
        ? one['value']
        : '';
  if (/^(?:__.*|constructor|prototype)$/.test(String(named))) return `the name ${String(named)}`;
  if (type === 'Identifier' && !isKey(one, parent)) {
    if (/^(?:eval|arguments|globalThis|Function|Reflect|Proxy|Symbol|Promise)$/.test(String(named))) {
      return `the name ${String(named)}`;
    }
    if (named === 'api' && !isCallOfApi(parent)) return 'the api as a value';
  }
  if (type === 'AwaitExpression' && !isApiCall(one['argument'])) return 'await of something else';
  if (type === 'ArrowFunctionExpression' && !isCallback(one, parent)) return 'a function as a value';
  if (isApiCall(one) && parent?.['type'] !== 'AwaitExpression') return 'an api call without await';
  return null;
}

/** The name of a part of the script's own data, after a dot or before a colon. */
function isKey(node: Any, parent: Any | null): boolean {
  const at = (part: unknown): boolean =>
    typeof part === 'object' && part !== null && 'start' in part && part.start === node['start'];
  if (parent?.['computed'] === true) return false;
  if (parent?.['type'] === 'MemberExpression') return at(parent['property']);
  return parent?.['type'] === 'Property' && parent['shorthand'] === false && at(parent['key']);
}

function isCallOfApi(parent: Any | null): boolean {
  return parent?.['type'] === 'MemberExpression' && parent['computed'] === false;
}

function isApiCall(node: unknown): boolean {
  const callee = partOf(node, 'CallExpression', 'callee');
  const object = partOf(callee, 'MemberExpression', 'object');
  return partOf(object, 'Identifier', 'name') === 'api';
}

/** A part of a node of this kind; undefined for all others. */
function partOf(node: unknown, type: string, part: string): unknown {
  const fits = typeof node === 'object' && node !== null && 'type' in node && node.type === type;
  return fits ? Reflect.get(node, part) : undefined;
}

function isCallback(node: Any, parent: Any | null): boolean {
  const callee: unknown = parent?.['callee'];
  const property: unknown =
    typeof callee === 'object' && callee !== null && 'property' in callee ? callee.property : null;
  const name =
    typeof property === 'object' && property !== null && 'name' in property ? String(property.name) : '';
  const args: unknown = parent?.['arguments'];
  return callbacks.has(name) && Array.isArray(args) && args[0]?.start === node['start'];
}

function firstForbidden(node: object, parent: Any | null): string | null {
  if (!isNode(node)) return 'no node';
  const found = forbidden(node, parent);
  if (found !== null) return found;
  for (const child of childrenOf(node)) {
    const inner = firstForbidden(child, { ...node });
    if (inner !== null) return inner;
  }
  return null;
}

/** Damaged scripts: what is accepted all the same must hold nothing that the subset has not, and print to itself. */
export const figure: Figure = {
  id: 'F3',
  promise: 'an accepted script holds nothing but the subset, and prints to the same program',
  unit: 'damaged scripts',
  sizes: { ci: 2_000, long: 10_000_000 },
  async run({ count, seed, progress }) {
    const chance = startSeeded(seed);
    const counted = startCount();
    let accepted = 0;
    for (let index = 0; index < count; index += 1) {
      const source = damagedScript(chance);
      try {
        const parsed = parseCode(source);
        if (parsed.ok) {
          accepted += 1;
          const found = firstForbidden(parsed.code.program, null);
          const again = parseCode(parsed.code.normalized);
          const same = again.ok && again.code.normalized === parsed.code.normalized;
          const meant = again.ok && again.code.treeHash === parsed.code.treeHash;
          if (found !== null) counted.fail(`holds ${found}: ${JSON.stringify(source)}`);
          else if (!same || !meant) counted.fail(`printed otherwise: ${JSON.stringify(source)}`);
          else counted.pass();
        } else if (parsed.problems.some(({ rewrite, message }) => rewrite === '' || message === '')) {
          counted.fail(`rejected without a word: ${JSON.stringify(source)}`);
        } else counted.pass();
      } catch (error) {
        counted.fail(`threw ${String(error)}: ${JSON.stringify(source)}`);
      }
      if (index % 1_000 === 0) progress(index);
    }
    return counted.finding({ accepted });
  },
};
