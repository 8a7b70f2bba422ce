import type { CallExpression, Expression, Identifier, Node } from 'acorn';
import type { Fields, Label } from './values.ts';
import { isNode } from './walk-tree.ts';

/** A call of the api, at which the script waits. */
export type ApiCall = {
  readonly verb: 'get' | 'post';
  readonly path: string;
  readonly body: Fields | null;
  /** What arguments and the fact that the call is made depend on. */
  readonly label: Label;
  /** Where the call stands in the text. */
  readonly start: number;
  readonly line: number;
};
type ApiNode = CallExpression & {
  readonly callee: { readonly type: 'MemberExpression'; readonly property: Identifier };
};

/** `api.something(…)`, written plainly. */
export function isApiCall(node: Node): node is ApiNode {
  if (node.type !== 'CallExpression' || !('callee' in node) || !isNode(node.callee)) return false;
  if ('optional' in node && node.optional === true) return false;
  const callee = node.callee as Expression; // any expression may be called
  return (
    callee.type === 'MemberExpression' &&
    !callee.computed &&
    !callee.optional &&
    callee.object.type === 'Identifier' &&
    callee.object.name === 'api' &&
    callee.property.type === 'Identifier'
  );
}
