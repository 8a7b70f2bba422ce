import type { Element, SecretForm } from './secret-forms.ts';

// The forms together as one non-deterministic automaton. Where it is inside a form is one number: the place
// (which element of which form) × `nodesMax`, plus the node reached in that element's tree of spellings.

const nodesMax = 4_096;

type Tree = { readonly next: readonly ReadonlyMap<number, number>[]; readonly ends: readonly boolean[] };
type Place = { readonly tree: Tree; readonly first: boolean; readonly last: SecretForm | null };

/** Inside which forms, and at the end of which. */
export type Standing = { readonly inside: readonly number[]; readonly found: readonly SecretForm[] };

export type FormAutomaton = {
  /** Class of every code unit: those that no form uses are all of class 0. */
  readonly classOf: Uint16Array;
  /** A code unit of each class. */
  readonly unitOf: readonly number[];
  /** Where one goes from `inside` on a code unit, forms that begin with it included. */
  after(inside: readonly number[], kind: number): Standing;
};

export function createFormAutomaton(forms: readonly SecretForm[]): FormAutomaton {
  const places = placesOf(forms);
  const beginnings = places.flatMap((place, index) => (place.first ? [index * nodesMax] : []));
  const { classOf, unitOf } = classesOf(places);
  const begun: (Standing | undefined)[] = [];
  return {
    classOf,
    unitOf,
    after(inside, kind) {
      const unit = unitOf[kind] ?? 0;
      // Every character can be the first of a form; the answer for it is the same each time.
      const begins = begun[kind] ?? advance(places, beginnings, unit);
      begun[kind] = begins;
      const goesOn = advance(places, inside, unit);
      return {
        inside: [...new Set([...goesOn.inside, ...begins.inside])].sort((a, b) => a - b),
        found: [...new Set([...goesOn.found, ...begins.found])],
      };
    },
  };
}

function advance(places: readonly Place[], inside: readonly number[], unit: number): Standing {
  const reached: number[] = [];
  const found: SecretForm[] = [];
  for (const number of inside) {
    const at = Math.floor(number / nodesMax);
    const place = places[at];
    const node = place?.tree.next[number % nodesMax]?.get(unit);
    if (place === undefined || node === undefined) continue;
    if ((place.tree.next[node]?.size ?? 0) > 0) reached.push(at * nodesMax + node);
    if (place.tree.ends[node] !== true) continue;
    if (place.last === null) reached.push((at + 1) * nodesMax);
    else found.push(place.last);
  }
  return { inside: reached, found };
}

function placesOf(forms: readonly SecretForm[]): Place[] {
  const trees = new Map<Element, Tree>();
  return forms.flatMap((form) =>
    form.elements.map((element, index) => {
      const tree = trees.get(element) ?? treeOf(element);
      trees.set(element, tree);
      return { tree, first: index === 0, last: index === form.elements.length - 1 ? form : null };
    }),
  );
}

function treeOf(element: Element): Tree {
  const next: Map<number, number>[] = [new Map()];
  const ends: boolean[] = [false];
  for (const spelling of element) {
    let nodes = [0];
    for (const set of spelling) nodes = nodes.flatMap((node) => grow(next, ends, node, set));
    for (const node of nodes) ends[node] = true;
  }
  if (next.length > nodesMax) throw new Error('A character has too many spellings.');
  return { next, ends };
}

// The characters of a set lead to one new node, so that upper and lower case do not double the tree at each
// digit.
function grow(next: Map<number, number>[], ends: boolean[], node: number, set: string): number[] {
  const ways = next[node] ?? new Map<number, number>();
  const units = Array.from({ length: set.length }, (_, index) => set.charCodeAt(index));
  const nodes = new Set(units.flatMap((unit) => ways.get(unit) ?? []));
  const missing = units.filter((unit) => !ways.has(unit));
  if (missing.length > 0) {
    for (const unit of missing) ways.set(unit, next.length);
    nodes.add(next.length);
    next.push(new Map());
    ends.push(false);
  }
  return [...nodes];
}

function classesOf(places: readonly Place[]): { classOf: Uint16Array; unitOf: number[] } {
  const classOf = new Uint16Array(65_536);
  const unitOf = [0];
  for (const tree of new Set(places.map((place) => place.tree))) {
    for (const unit of tree.next.flatMap((ways) => [...ways.keys()])) {
      if (classOf[unit] === 0) classOf[unit] = unitOf.push(unit) - 1;
    }
  }
  return { classOf, unitOf };
}
