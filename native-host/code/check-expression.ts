import type { CallExpression, Expression, Identifier, MemberExpression, Node, Property } from 'acorn';
import { isApiCall } from './api-call.ts';
import type { Checker } from './check-tree.ts';
import {
  assignmentOperators,
  binaryOperators,
  callbackMethods,
  functionOwners,
  functions,
  isDeniedKey,
  plainMethods,
  unaryOperators,
} from './language.ts';
import { literalCharactersMax } from './limits.ts';
import { refused } from './refusals.ts';

/** Looks at one expression and what is in it. */
export function checkExpression(checker: Checker, any: Node): undefined {
  const node = any as Expression; // what is none falls to the default below
  const no = (rule?: string, at: Node = node): undefined => checker.tell(refused(at, rule));
  switch (node.type) {
    case 'Literal':
      return checkLiteral(checker, node);
    case 'TemplateLiteral':
      for (const { value } of node.quasis) {
        if (typeof value.cooked !== 'string' || value.cooked.length > literalCharactersMax) no('long-text');
      }
      return each(checker, node.expressions);
    case 'Identifier':
      return checker.name(node);
    case 'ArrayExpression':
      for (const item of node.elements) {
        if (item === null) no('hole');
        else element(checker, item);
      }
      return;
    case 'ObjectExpression':
      for (const one of node.properties) {
        if (one.type === 'Property') property(checker, one);
        else element(checker, one);
      }
      return;
    case 'MemberExpression':
      return member(checker, node);
    case 'CallExpression':
      return call(checker, node);
    case 'UnaryExpression':
      if (!unaryOperators.has(node.operator)) no(`operator ${node.operator}`);
      return checkExpression(checker, node.argument);
    case 'BinaryExpression':
      if (!binaryOperators.has(node.operator)) no(`operator ${node.operator}`);
      return each(checker, [node.left, node.right]);
    case 'LogicalExpression':
      return each(checker, [node.left, node.right]);
    case 'ConditionalExpression':
      return each(checker, [node.test, node.consequent, node.alternate]);
    case 'AssignmentExpression':
      if (!assignmentOperators.has(node.operator)) no(`operator ${node.operator}`);
      if (node.right.type === 'AwaitExpression') no('await-place', node.right);
      checker.assigned(node.left);
      return checkExpression(checker, node.right);
    case 'UpdateExpression':
      return checker.assigned(node.argument);
    case 'AwaitExpression':
      return no(checker.callbacks > 0 ? 'api-in-callback' : 'await-place');
    default:
      return no();
  }
}

function each(checker: Checker, nodes: readonly Node[]): undefined {
  for (const node of nodes) checkExpression(checker, node);
}

function checkLiteral(checker: Checker, node: Extract<Expression, { type: 'Literal' }>): undefined {
  const { value } = node;
  if (node.regex !== undefined) return checker.tell(refused(node, 'regex'));
  if (node.bigint !== undefined) return checker.tell(refused(node, 'bigint'));
  if (typeof value === 'string') {
    if (value.length > literalCharactersMax) checker.tell(refused(node, 'long-text'));
    return;
  }
  if (typeof value === 'boolean' || value === null) return;
  if (typeof value === 'number' && Number.isFinite(value)) return;
  checker.tell(refused(node, 'number'));
}

function element(checker: Checker, node: Node): undefined {
  if (node.type === 'SpreadElement' && 'argument' in node) {
    checkExpression(checker, node.argument as Node); // a spread has an expression
  } else checkExpression(checker, node);
}

function property(checker: Checker, node: Property): undefined {
  const no = (rule: string): undefined => checker.tell(refused(node, rule));
  if (node.kind !== 'init' || node.method) return no('accessor');
  if (node.computed) return no('computed-key');
  const { key } = node;
  if (key.type === 'Identifier') {
    if (!node.shorthand && !checker.spelled(key)) return;
    if (isDeniedKey(key.name)) return no('denied-key');
  } else if (key.type === 'Literal' && (typeof key.value === 'string' || typeof key.value === 'number')) {
    if (isDeniedKey(String(key.value))) return no('denied-key');
  } else return no('computed-key');
  checkExpression(checker, node.value);
}

function member(checker: Checker, node: MemberExpression): undefined {
  const no = (rule: string, at: Node = node): undefined => checker.tell(refused(at, rule));
  if (node.optional) return no('optional');
  if (isName(node.object, 'api')) return no('api-alias');
  if (node.object.type === 'Identifier' && functionOwners.has(node.object.name)) return no('function-value');
  if (node.object.type === 'Super') return no('this');
  checkExpression(checker, node.object);
  if (node.computed) {
    const { property: index } = node;
    if (index.type === 'Literal' && isDeniedKey(String(index.value))) return no('denied-key');
    return checkExpression(checker, index);
  }
  if (node.property.type !== 'Identifier') return no('private-name');
  if (!checker.spelled(node.property)) return;
  const { name } = node.property;
  if (isDeniedKey(name)) return no('denied-key', node.property);
}

function call(checker: Checker, node: CallExpression): undefined {
  const no = (rule: string, at: Node = node): undefined => checker.tell(refused(at, rule));
  const { callee } = node;
  if (isApiCall(node)) return no(checker.callbacks > 0 ? 'api-in-callback' : 'api-await');
  if (node.optional) return no('optional');
  if (callee.type === 'Identifier') {
    if (!functions.has(callee.name)) return no(callee.name === 'fetch' ? 'fetch' : 'call-name', callee);
    return argumentsOf(checker, node, null);
  }
  if (callee.type !== 'MemberExpression') return no('call-dynamic', callee);
  if (callee.optional) return no('optional');
  if (callee.computed || callee.property.type !== 'Identifier') return no('call-dynamic', callee);
  const { name } = callee.property;
  if (!checker.spelled(callee.property)) return;
  if (callee.object.type === 'Identifier' && isOwner(callee.object)) {
    if (!functions.has(`${callee.object.name}.${name}`)) {
      return checker.tell(refused(callee, 'call-function', `${callee.object.name}.${name}`));
    }
    return argumentsOf(checker, node, null);
  }
  if (isDeniedKey(name)) return no('denied-key', callee.property);
  if (!plainMethods.has(name) && !callbackMethods.has(name)) {
    return checker.tell(refused(callee.property, 'call-method', name));
  }
  if (isName(callee.object, 'api')) return no('api-alias', callee);
  checkExpression(checker, callee.object);
  argumentsOf(checker, node, name);
}

function isOwner({ name }: Identifier): boolean {
  return functionOwners.has(name) || name === 'Promise' || name === 'Date' || name === 'console';
}

function isName(node: Node, name: string): boolean {
  return node.type === 'Identifier' && 'name' in node && node.name === name;
}

function argumentsOf(checker: Checker, node: CallExpression, method: string | null): undefined {
  const wantsArrow = method !== null && callbackMethods.has(method);
  const [first, ...others] = node.arguments;
  if (wantsArrow && first?.type === 'ArrowFunctionExpression') arrow(checker, first);
  else if (wantsArrow && !(method === 'sort' && first === undefined)) {
    checker.tell(refused(first ?? node, first?.type === 'FunctionExpression' ? first.type : 'callback'));
  } else if (first !== undefined) element(checker, first);
  for (const other of others) element(checker, other);
}

function arrow(checker: Checker, node: Extract<Expression, { type: 'ArrowFunctionExpression' }>): undefined {
  if (node.async || node.generator) return checker.tell(refused(node, 'api-in-callback'));
  checker.callbacks += 1;
  checker.inScope(() => {
    for (const parameter of node.params) checker.declare(parameter, 'let');
    if (node.body.type === 'BlockStatement') checker.statement(node.body);
    else checkExpression(checker, node.body);
  });
  checker.callbacks -= 1;
}
