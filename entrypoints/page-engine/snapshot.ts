import type { SnapshotLine } from '../../shared/engine-methods.ts';
import { collapse } from '../../shared/plain-text.ts';
import { type OutlineNode, outlineOf } from './outline.ts';
import { countRefsFrom, nextRef } from './refs.ts';

export type SnapshotRequest = {
  /** `f3` for frame 3, empty for the page itself: what refs in the lines begin with. */
  readonly prefix: string;
  readonly refs_from: number;
  readonly viewport_only: boolean;
  readonly changed: boolean;
  readonly find: string | null;
  readonly characters_max: number;
};

let last: ReadonlySet<string> = new Set();

/** The outline as lines, filtered and cut to a size; what is left out is counted. */
export function takeSnapshot(
  scope: Document | Element,
  request: SnapshotRequest,
): {
  readonly lines: readonly SnapshotLine[];
  readonly nodes: number;
  readonly left_out: number;
  readonly next_ref: number;
} {
  countRefsFrom(request.refs_from);
  const nodes = outlineOf(scope, { viewportOnly: request.viewport_only, prefix: request.prefix });
  const all = linesOf(nodes);
  const before = last;
  last = new Set(all.map((line) => line.text));
  const wanted = filterLines(all, (line) => {
    if (request.changed && before.has(line.text)) return false;
    return request.find === null || line.text.toLowerCase().includes(collapse(request.find).toLowerCase());
  });
  const lines: SnapshotLine[] = [];
  let characters = 0;
  for (const line of request.changed || request.find !== null ? wanted : all) {
    characters += line.text.length + line.depth * 2 + 3;
    if (characters > request.characters_max) break;
    lines.push(line);
  }
  const total = request.changed || request.find !== null ? wanted.length : all.length;
  return { lines, nodes: all.length, left_out: total - lines.length, next_ref: nextRef() };
}

function linesOf(nodes: readonly OutlineNode[]): readonly SnapshotLine[] {
  const lines: SnapshotLine[] = [];
  const visit = (node: OutlineNode, depth: number): void => {
    lines.push({ depth, text: node.line, frame: node.frame });
    for (const child of node.children) visit(child, depth + 1);
  };
  for (const node of nodes) visit(node, 0);
  return lines;
}

/**
 * The lines that a test accepts, each with the lines above it that hold it; frame lines stay, their content
 * decides.
 */
function filterLines(
  lines: readonly SnapshotLine[],
  test: (line: SnapshotLine) => boolean,
): readonly SnapshotLine[] {
  const kept: SnapshotLine[] = [];
  const above: SnapshotLine[] = [];
  const given = new Set<SnapshotLine>();
  for (const line of lines) {
    above.length = line.depth;
    above.push(line);
    if (!test(line) && line.frame === null) continue;
    for (const holder of above) {
      if (given.has(holder)) continue;
      given.add(holder);
      kept.push(holder);
    }
  }
  return kept;
}
