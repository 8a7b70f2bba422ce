import type { Element, SecretForm, Spelling } from './secret-forms.ts';

// Finds every form of every secret in one pass over the text. The forms together are a non-deterministic automaton (a
// place in a form, and how far into one spelling of the character there); its deterministic twin is made state by state
// as a text needs them, so that the cost is one table look-up a character, however many secrets there are.

export type FormMatch = { readonly form: SecretForm; readonly start: number; readonly end: number };

/** States kept; a text that needs more has the table made anew. */
const statesMax = 16_384;
/** Nodes of one element's tree of spellings; a state's number is place × this + node. */
const nodesMax = 4_096;

type Tree = { readonly next: readonly ReadonlyMap<number, number>[]; readonly ends: readonly boolean[] };
type State = { readonly inside: readonly number[]; readonly found: readonly SecretForm[] };

export type FormMatcher = {
  /** Every match, in order of its end; gives up after `matchesMax`. */
  find(text: string, matchesMax: number): FormMatch[];
};

export function createFormMatcher(forms: readonly SecretForm[]): FormMatcher {
  const places = placesOf(forms);
  const { classOf, unitOf } = classesOf(places.map((place) => place.tree));
  const classes = unitOf.length;
  const empty: State = { inside: [], found: [] };
  let states: State[] = [empty];
  let byKey = new Map<string, number>([['|', 0]]);
  let table = new Int32Array(classes * statesMax).fill(-1);
  const accepts = new Uint8Array(statesMax);
  const idOf = new Map(forms.map((form, index) => [form, index]));
  const beginnings: (State | undefined)[] = [];
  const firstPlaces = places.flatMap((place, index) => (place.first ? [index * nodesMax] : []));

  const advance = (inside: readonly number[], unit: number): State => {
    const reached = new Set<number>();
    const found = new Set<SecretForm>();
    for (const number of inside) {
      const at = Math.floor(number / nodesMax);
      const place = places[at];
      const node = place?.tree.next[number % nodesMax]?.get(unit);
      if (place === undefined || node === undefined) continue;
      if ((place.tree.next[node]?.size ?? 0) > 0) reached.add(at * nodesMax + node);
      if (place.tree.ends[node] !== true) continue;
      if (place.last === null) reached.add((at + 1) * nodesMax);
      else found.add(place.last);
    }
    return { inside: [...reached], found: [...found] };
  };
  const beginning = (kind: number, unit: number): State => {
    beginnings[kind] ??= advance(firstPlaces, unit);
    return beginnings[kind];
  };
  const stateAfter = (from: number, kind: number): number => {
    const unit = unitOf[kind] ?? 0;
    const going = advance(states[from]?.inside ?? [], unit);
    const begun = beginning(kind, unit);
    const inside = [...new Set([...going.inside, ...begun.inside])].sort((a, b) => a - b);
    const found = [...new Set([...going.found, ...begun.found])];
    const key = `${inside.join(' ')}|${found.map((form) => idOf.get(form)).join(' ')}`;
    const known = byKey.get(key);
    if (known !== undefined) {
      table[from * classes + kind] = known;
      return known;
    }
    if (states.length >= statesMax) {
      states = [empty];
      byKey = new Map([['|', 0]]);
      table = new Int32Array(classes * statesMax).fill(-1);
    } else {
      table[from * classes + kind] = states.length;
    }
    accepts[states.length] = found.length > 0 ? 1 : 0;
    byKey.set(key, states.length);
    return states.push({ inside, found }) - 1;
  };

  const find = (text: string, matchesMax: number): FormMatch[] => {
    const matches: FormMatch[] = [];
    if (forms.length === 0) return matches;
    let state = 0;
    for (let index = 0; index < text.length && matches.length < matchesMax; index += 1) {
      const kind = classOf[text.charCodeAt(index)] ?? 0;
      if (kind === 0) {
        state = 0;
        continue;
      }
      const known = table[state * classes + kind] ?? -1;
      state = known >= 0 ? known : stateAfter(state, kind);
      if (accepts[state] === 0) continue;
      for (const form of states[state]?.found ?? []) {
        const match = placed(form, text, index + 1);
        if (match !== null) matches.push(match);
      }
    }
    return matches;
  };
  return { find };
}

type Place = { readonly tree: Tree; readonly first: boolean; readonly last: SecretForm | null };

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

function grow(next: Map<number, number>[], ends: boolean[], node: number, set: string): number[] {
  return Array.from({ length: set.length }, (_, index) => {
    const unit = set.charCodeAt(index);
    const existing = next[node]?.get(unit);
    if (existing !== undefined) return existing;
    next[node]?.set(unit, next.length);
    ends.push(false);
    return next.push(new Map()) - 1;
  });
}

/** Code units that no form uses are all of class 0: they end whatever was begun. */
function classesOf(trees: readonly Tree[]): { classOf: Uint16Array; unitOf: number[] } {
  const classOf = new Uint16Array(65_536);
  const unitOf = [0];
  for (const tree of new Set(trees)) {
    for (const unit of tree.next.flatMap((node) => [...node.keys()])) {
      if (classOf[unit] === 0) classOf[unit] = unitOf.push(unit) - 1;
    }
  }
  return { classOf, unitOf };
}

/**
 * The automaton tells where a match ends; going back through the form's elements tells where the longest one began, and
 * whether what stands at both ends fits.
 */
function placed(form: SecretForm, text: string, coreEnd: number): FormMatch | null {
  const tail = form.tail?.find((spelling) => spelledAt(spelling, text, coreEnd));
  if (form.tail !== null && tail === undefined) return null;
  let positions: readonly number[] = [coreEnd];
  for (let index = form.elements.length - 1; index >= 0; index -= 1) {
    positions = startsBefore(form.elements[index] ?? [], text, positions);
  }
  if (form.lead !== null) positions = startsBefore(form.lead, text, positions);
  if (positions.length === 0) return null;
  return { form, start: Math.min(...positions), end: coreEnd + (tail?.length ?? 0) };
}

function startsBefore(element: Element, text: string, ends: readonly number[]): readonly number[] {
  const starts = ends.flatMap((end) => {
    const lengths = element.filter((spelling) => spelledAt(spelling, text, end - spelling.length));
    return lengths.map((spelling) => end - spelling.length);
  });
  return starts.length > 1 ? [...new Set(starts)] : starts;
}

// The last character is looked at first: it rules most spellings out.
function spelledAt(spelling: Spelling, text: string, start: number): boolean {
  if (start < 0 || start + spelling.length > text.length) return false;
  for (let index = spelling.length - 1; index >= 0; index -= 1) {
    if (spelling[index]?.includes(text.charAt(start + index)) !== true) return false;
  }
  return true;
}
