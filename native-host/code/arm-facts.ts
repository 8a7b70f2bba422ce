import type { Node } from 'acorn';
import { writingMethods } from './language.ts';
import { childrenOf, isNode } from './walk-tree.ts';

/** What a part of a script could do if it ran: what depends on whether it ran depends on what decided that. */
export type ArmFacts = {
  /** Names that get a new value. */
  readonly assigned: ReadonlySet<string>;
  /** Names through which a list or object is changed. */
  readonly written: ReadonlySet<string>;
  /** A list or object is changed that no single name stands for: it may be any that can be reached from here. */
  readonly writtenAny: boolean;
  readonly names: ReadonlySet<string>;
  /** It may leave the loop, or everything that is around it. */
  readonly leaves: 'no' | 'loop' | 'all';
};

const known = new WeakMap<Node, ArmFacts>();

export function armFacts(node: Node): ArmFacts {
  const before = known.get(node);
  if (before !== undefined) return before;
  const facts = collect(node);
  known.set(node, facts);
  return facts;
}

function collect(node: Node): ArmFacts {
  const facts = {
    assigned: new Set<string>(),
    written: new Set<string>(),
    names: new Set<string>(),
    writtenAny: false,
    leaves: 'no' as ArmFacts['leaves'], // widened from its first value
  };
  const target = (to: Node): void => {
    if (to.type === 'Identifier' && 'name' in to) facts.assigned.add(String(to.name));
    else write(to);
  };
  const write = (to: Node): void => {
    const root = rootOf(to);
    if (root === null) facts.writtenAny = true;
    else facts.written.add(root);
  };
  const look = (part: Node, inFunction: boolean, inLoop: boolean, inSwitch: boolean): void => {
    if (part.type === 'Identifier' && 'name' in part) facts.names.add(String(part.name));
    if (part.type === 'AssignmentExpression' && 'left' in part && isNode(part.left)) target(part.left);
    if (part.type === 'UpdateExpression' && 'argument' in part && isNode(part.argument))
      target(part.argument);
    if (part.type === 'VariableDeclarator' && 'id' in part && isNode(part.id)) target(part.id);
    const changed = changedBy(part);
    if (changed !== null) write(changed);
    if ((part.type === 'ReturnStatement' || part.type === 'ThrowStatement') && !inFunction)
      facts.leaves = 'all';
    const goesOn = part.type === 'ContinueStatement' && !inLoop;
    const breaks = part.type === 'BreakStatement' && !inLoop && !inSwitch;
    if ((goesOn || breaks) && facts.leaves === 'no') facts.leaves = 'loop';
    const loop = inLoop || /^(?:ForOf|For|While)Statement$/.test(part.type);
    const inner = inFunction || part.type === 'ArrowFunctionExpression';
    const inCases = inSwitch || part.type === 'SwitchStatement';
    for (const child of childrenOf(part)) look(child, inner, loop, inCases);
  };
  look(node, false, false, false);
  // A name that stands for one object here and for another there says nothing about what is changed through it.
  if ([...facts.written].some((name) => facts.assigned.has(name))) facts.writtenAny = true;
  return facts;
}

/** What a call of a list's method changes; null: nothing. */
function changedBy(node: Node): Node | null {
  if (node.type !== 'CallExpression' || !('callee' in node) || !isNode(node.callee)) return null;
  const { callee } = node;
  if (callee.type !== 'MemberExpression' || !('property' in callee) || !('object' in callee)) return null;
  const { property, object } = callee;
  if (!isNode(property) || !('name' in property) || !isNode(object)) return null;
  return writingMethods.has(String(property.name)) ? object : null;
}

function rootOf(node: Node): string | null {
  if (node.type === 'Identifier' && 'name' in node) return String(node.name);
  if (node.type === 'MemberExpression' && 'object' in node && isNode(node.object)) return rootOf(node.object);
  return null;
}
