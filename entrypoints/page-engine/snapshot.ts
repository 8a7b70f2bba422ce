import type { SnapshotLine } from '../../shared/engine-methods.ts';
import { collapse } from '../../shared/plain-text.ts';
import { nameOf } from './accessible-name.ts';
import { findCovers } from './covers.ts';
import { askingRootsOnce, focusedElement } from './flat-tree.ts';
import { isDocument } from './natives.ts';
import { type OutlineNode, outlineAt, outlineOf, type Walk } from './outline.ts';
import { unitFilter } from './outline-filter.ts';
import { linesOf, type OutlineLine, roleForRef, toldLine } from './outline-lines.ts';
import { hasItsRef, named, rememberPlaces, rememberWords } from './refs.ts';
import { roleOf } from './roles.ts';
import type { Told } from './row-words.ts';
import { changesSince, type Seen } from './snapshot-changes.ts';
import { restAfter } from './snapshot-rest.ts';

export type SnapshotRequest = {
  /** `f3` for frame 3, empty for the page itself: what refs in the lines begin with. */
  readonly prefix: string;
  readonly viewport_only: boolean;
  /** `auto`: only what changed, for a reader who has seen the document before. */
  readonly changed: 'auto' | 'yes' | 'no';
  /** Whose last look counts. */
  readonly reader: string;
  readonly find: string | null;
  readonly characters_max: number;
};

export type SnapshotTaken = {
  readonly lines: readonly SnapshotLine[];
  /** Lines of the whole outline, as far as it was gone through. */
  readonly nodes: number;
  /** Only changes were told. */
  readonly changed: boolean;
  /** What stood there at the last look and does not now. */
  readonly gone: readonly string[];
  /** What comes after the last line that was told, in words; empty when that was all. */
  readonly rest: readonly string[];
};

/** Readers whose last look is remembered, and lines of one look. */
const readersMax = 8;
const linesMax = 100_000;
/** A walk that reads this many characters ends; a filter goes through no more. */
const charactersMax = 4_000_000;
/** A line's own indent and its end. */
const lineCharacters = 1;
const refCharacters = 5;
/** When this share of the lines has changed, the whole is as short and easier to read. */
const wholeFrom = 0.6;
const wholeLinesMin = 12;
const goneCharactersMax = 120;

const looks = new Map<string, Seen>();

/** The outline as lines: all of it, only what changed, or only what holds a text; cut to a size. */
export function takeSnapshot(scope: Document | Element, request: SnapshotRequest): SnapshotTaken {
  return askingRootsOnce(() => lookAt(scope, request));
}

function lookAt(scope: Document | Element, request: SnapshotRequest): SnapshotTaken {
  const key = `${request.reader} ${isDocument(scope) ? '' : named(scope).ref} ${request.viewport_only}`;
  const before = looks.get(key) ?? null;
  const compares = before !== null && request.find === null && request.changed !== 'no';
  const needed = request.find === null ? request.characters_max : charactersMax;
  const look = walkFor(scope, request, compares ? Math.max(needed, before.characters) : needed);
  const walked = look.lines;
  if (request.find !== null) {
    const wanted = collapse(request.find).toLowerCase();
    return cut(
      walked,
      keep(walked, (line) => line.words.toLowerCase().includes(wanted)),
      request,
      [],
      false,
    );
  }
  remember(key, look);
  if (!compares) return cut(walked, walked, request, [], false);
  const { fresh, gone } = changesSince(before, look, hasOtherRef);
  const much = fresh.size > walked.length * wholeFrom && walked.length > wholeLinesMin;
  if (request.changed === 'auto' && much) return cut(walked, walked, request, [], false);
  const chosen = keep(walked, (_line, at) => fresh.has(at));
  return cut(walked, chosen, request, gone, true);
}

/**
 * Walks until the lines are at least as long as was asked for. How long they become is known only when they
 * are made, so a walk that ended too early is done again, for longer.
 */
function walkFor(scope: Document | Element, request: SnapshotRequest, characters: number): Seen {
  const covers = findCovers();
  const focused = focusedElement();
  const leaveOut = unitFilter(request.find);
  for (let allowed = characters * 1.6; ; allowed *= 2) {
    const walk: Walk = {
      viewportOnly: request.viewport_only,
      covers,
      focused,
      leaveOut,
      left: allowed,
      stopped: false,
    };
    const nodes: readonly OutlineNode[] = isDocument(scope) ? outlineOf(scope, walk) : outlineAt(scope, walk);
    const lines: OutlineLine[] = [];
    if (isDocument(scope)) lines.push(...covers.layers.map(layerLine));
    let length = 0;
    let full = false;
    for (const line of linesOf(nodes)) {
      full = length > characters || lines.length >= linesMax;
      if (full) break;
      lines.push(line);
      length += lengthOf(line);
    }
    if (full || !walk.stopped || allowed > charactersMax)
      return { lines, characters: length, goesOn: full || walk.stopped };
  }
}

/** The words are as before, and what bears them stands for another row than the reader was told. */
function hasOtherRef({ refs }: OutlineLine): boolean {
  return refs.some(({ element, name }) => element !== null && !hasItsRef(element, name));
}

function asTold(node: OutlineNode): readonly Told[] {
  const { element, name } = node;
  return element === null ? [] : [{ element, role: roleForRef(node, element), name }];
}

/** What lies over the page is told first: it has to be dealt with first. */
function layerLine(layer: Element): OutlineLine {
  const role = roleOf(layer);
  const name = nameOf(layer);
  const [head] = linesOf([
    {
      role: role || 'layer',
      name,
      marks: [],
      text: '',
      element: layer,
      wantsRef: true,
      children: [],
      frame: null,
    },
  ]);
  if (head === undefined) throw new Error('a node without a line');
  return { ...head, words: `over the page: ${head.words}` };
}

function lengthOf({ words, refs, depth }: OutlineLine): number {
  return words.length + refs.length * refCharacters + depth + lineCharacters;
}

function cut(
  all: readonly OutlineLine[],
  chosen: readonly OutlineLine[],
  request: SnapshotRequest,
  gone: readonly OutlineLine[],
  changed: boolean,
): SnapshotTaken {
  let left = request.characters_max;
  let count = 0;
  for (const line of chosen) {
    left -= lengthOf(line);
    if (left < 0 && count > 0) break;
    count++;
  }
  const { prefix } = request;
  const told = chosen.slice(0, count);
  const lines = told.map((line) => {
    return { depth: line.depth, text: toldLine(line, prefix), frame: line.frame };
  });
  const toldElements = told.flatMap(({ refs }) => refs.flatMap(({ element }) => element ?? []));
  if (chosen === all) rememberPlaces(toldElements);
  rememberWords(
    all.flatMap(({ refs }) => refs.flatMap(asTold)),
    new Set(toldElements),
  );
  const rest = count < chosen.length ? restAfter(chosen, count, prefix) : [];
  const lost = gone.map((line) => toldLine(line, prefix).slice(0, goneCharactersMax));
  return { lines, nodes: all.length, changed, gone: lost, rest };
}

/** The lines that a test accepts, each with the lines above that hold it; a frame's content decides itself. */
function keep(
  lines: readonly OutlineLine[],
  test: (line: OutlineLine, at: number) => boolean,
): readonly OutlineLine[] {
  const kept: OutlineLine[] = [];
  const above: OutlineLine[] = [];
  const given = new Set<OutlineLine>();
  for (const [at, line] of lines.entries()) {
    above.length = Math.min(above.length, line.depth);
    above[line.depth] = line;
    if (!test(line, at) && line.frame === null) continue;
    for (const holder of above) {
      if (holder === undefined || given.has(holder)) continue;
      given.add(holder);
      kept.push(holder);
    }
  }
  return kept;
}

function remember(key: string, seen: Seen): void {
  looks.delete(key);
  looks.set(key, seen);
  const oldest = looks.size > readersMax ? looks.keys().next().value : undefined;
  if (oldest !== undefined) looks.delete(oldest);
}
