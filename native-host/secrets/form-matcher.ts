import { createFormAutomaton, type FormAutomaton, type Standing } from './form-automaton.ts';
import type { Element, SecretForm, Spelling } from './secret-forms.ts';

// Finds every form of every secret in one pass over the text. The automaton's deterministic twin is made
// state by state, as a text needs them, so that the cost is one table look-up a character, however many
// secrets there are.

export type FormMatch = { readonly form: SecretForm; readonly start: number; readonly end: number };

export type FormMatcher = {
  /** Every match, in order of its end; gives up after `matchesMax`. */
  find(text: string, matchesMax: number): FormMatch[];
};

export function createFormMatcher(forms: readonly SecretForm[]): FormMatcher {
  if (forms.length === 0) return { find: () => [] };
  const automaton = createFormAutomaton(forms);
  const table = createStateTable(automaton, forms);
  return {
    find(text, matchesMax) {
      const matches: FormMatch[] = [];
      let state = 0;
      for (let index = 0; index < text.length && matches.length < matchesMax; index += 1) {
        const kind = automaton.classOf[text.charCodeAt(index)] ?? 0;
        state = kind === 0 ? 0 : table.after(state, kind);
        if (!table.finds(state)) continue;
        for (const form of table.found(state)) {
          const match = placed(form, text, index + 1);
          if (match !== null) matches.push(match);
        }
      }
      return matches;
    },
  };
}

type StateTable = {
  after(state: number, kind: number): number;
  finds(state: number): boolean;
  found(state: number): readonly SecretForm[];
};

const statesAtFirst = 128;
/** A text that needs more states has the table made anew. */
const statesMax = 16_384;

/** State 0 is inside nothing. A state's number holds until the next call of `after`. */
function createStateTable(automaton: FormAutomaton, forms: readonly SecretForm[]): StateTable {
  const classes = automaton.unitOf.length;
  const idOf = new Map(forms.map((form, index) => [form, index]));
  const nowhere: Standing = { inside: [], found: [] };
  let standings: Standing[] = [nowhere];
  let stateOf = new Map<string, number>([['|', 0]]);
  let next = new Int32Array(classes * statesAtFirst).fill(-1);
  let finds = new Uint8Array(statesAtFirst);

  const makeRoom = (): void => {
    if (standings.length < finds.length) return;
    if (finds.length >= statesMax) {
      standings = [nowhere];
      stateOf = new Map([['|', 0]]);
      next.fill(-1);
      return;
    }
    const wider = new Int32Array(next.length * 2).fill(-1);
    wider.set(next);
    next = wider;
    const longer = new Uint8Array(finds.length * 2);
    longer.set(finds);
    finds = longer;
  };
  const stateFor = (standing: Standing): number => {
    const key = `${standing.inside.join(' ')}|${standing.found.map((form) => idOf.get(form)).join(' ')}`;
    const known = stateOf.get(key);
    if (known !== undefined) return known;
    makeRoom();
    const state = standings.push(standing) - 1;
    finds[state] = standing.found.length > 0 ? 1 : 0;
    stateOf.set(key, state);
    return state;
  };
  return {
    after(state, kind) {
      const known = next[state * classes + kind] ?? -1;
      if (known >= 0) return known;
      const standing = standings[state] ?? nowhere;
      const reached = stateFor(automaton.after(standing.inside, kind));
      // Making room may have begun the table anew; then `state` is another one now.
      if (standings[state] === standing) next[state * classes + kind] = reached;
      return reached;
    },
    finds: (state) => finds[state] === 1,
    found: (state) => standings[state]?.found ?? [],
  };
}

/**
 * The automaton tells where a match ends; going back through the form's elements tells where the longest one
 * began, and whether what stands at both ends fits.
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
