import type { Node } from 'acorn';

/** Deeper trees are not walked to their end: whoever asks hears that they are too deep. */
const walkDepthMax = 1_000;

/** Calls `visit` for a node and everything below it, a node before its parts. */
export function walk(node: Node, visit: (node: Node, depth: number) => void, depth = 0): void {
  visit(node, depth);
  if (depth >= walkDepthMax) return;
  for (const child of childrenOf(node)) walk(child, visit, depth + 1);
}

export function childrenOf(node: Node): readonly Node[] {
  return Object.entries(node).flatMap(([key, value]: readonly [string, unknown]) => {
    if (key === 'loc' || (key === 'value' && !isNode(value))) return [];
    if (Array.isArray(value)) return value.filter(isNode);
    return isNode(value) ? [value] : [];
  });
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The tree without places and spelling: equal for texts that mean the same program. */
export function meaningOf(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(meaningOf);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([key]) => !['start', 'end', 'loc', 'raw'].includes(key));
  return Object.fromEntries(kept.map(([key, value]: readonly [string, unknown]) => [key, meaningOf(value)]));
}
