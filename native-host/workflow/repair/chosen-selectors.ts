import { canonicalJson } from '../../../shared/canonical-json.ts';
import { failed, fault, ok, type Result } from '../../../shared/faults.ts';
import { tools } from '../../../shared/tools/index.ts';
import { selectorPlaces } from '../selector-places.ts';
import type { CallMeans, DoneAct } from '../step-calls.ts';
import { guardOwn, guardSelector } from './guard-selector.ts';
import { lastingSelector } from './lasting-selector.ts';
import type { Tracked } from './mend-selectors.ts';
import { wordsOf } from './read-elements.ts';

/** A selector that stands for another, and what was seen of it when it was used. */
export type ChosenSelector = {
  readonly selector: string;
  /** It is the template's own, on a page that was made ready for it. */
  readonly own: boolean;
  lasting: string | null;
  target: string | null;
  evidence: readonly string[];
};

export type ChosenSelectors = {
  readonly byPlace: ReadonlyMap<string, ChosenSelector>;
  /** Lets a call with one of them pass only if it means what its place is remembered by. */
  readonly around: NonNullable<CallMeans['around']>;
  /** Why the last one was turned away. */
  readonly refused: string | null;
};

/** Selectors for places of a step, held to what each place is remembered by whenever a call uses one; `done` is not done again. */
export function chosenSelectors(
  places: readonly Tracked[],
  given: Readonly<Record<string, string>>,
  { done = [], prepared = false }: { readonly done?: readonly DoneAct[]; readonly prepared?: boolean } = {},
): Result<ChosenSelectors> {
  const names = Object.keys(given);
  const stranger = names.find((name) => !places.some(({ place }) => place === name));
  const known = places.map(({ place }) => place).join(', ');
  if (stranger !== undefined || (names.length === 0 && !prepared)) {
    const what = stranger === undefined ? 'It names no place' : `The step has no place "${stranger}"`;
    return failed(fault('bad-arguments', `${what}; places are: ${known}.`, 'Name one of them.'));
  }
  const chosen = places.flatMap(({ place, choices: [was = ''], print }): [string, ChosenSelector][] => {
    const selector = given[place] ?? was;
    const own = selector === was;
    // Where nothing was prepared, the step's other selectors are what they were.
    if (own && (print === null || !prepared)) return [];
    return [[place, { selector, own, lasting: null, target: null, evidence: [] }]];
  });
  const byPlace = new Map(chosen);
  let refused: string | null = null;
  const guard = guarding(places, byPlace, (why) => {
    refused = why;
  });
  const left = [...done];
  // What the step has done before it failed is not done again: it goes on from there.
  const around: ChosenSelectors['around'] = async (one, go, read) => {
    const next = tools.get(one.tool)?.acts === true ? left.shift() : undefined;
    if (next === undefined) return guard(one, go, read);
    if (isSame(next, one)) return ok(next.result);
    refused = `"${next.tool}" was done before, and a repair cannot do it in another way`;
    return failed(
      fault('not-actionable', `It was not done: ${refused}.`, 'Leave its selectors as they are.'),
    );
  };
  return ok({
    byPlace,
    around,
    get refused() {
      return refused;
    },
  });
}

function isSame(done: DoneAct, one: { readonly tool: string; readonly args: DoneAct['args'] }): boolean {
  const asked = (args: DoneAct['args']): string => canonicalJson({ ...args, timeout_ms: 0 });
  return done.tool === one.tool && asked(done.args) === asked(one.args);
}

function guarding(
  places: readonly Tracked[],
  byPlace: ReadonlyMap<string, ChosenSelector>,
  refuse: (why: string) => void,
): NonNullable<CallMeans['around']> {
  return async ({ tool, args }, go, read) => {
    const declaration = tools.get(tool);
    const used = (declaration === undefined ? [] : selectorPlaces(declaration, args)).flatMap(({ choices }) =>
      [...byPlace].filter(([, one]) => one.selector === choices[0]),
    );
    if (declaration === undefined || used.length === 0) return go();
    const held = async () => {
      for (const [place, one] of used) {
        const print = places.find((known) => known.place === place)?.print ?? null;
        const guarded =
          one.own && print !== null
            ? await guardOwn(read, one.selector, print)
            : await guardSelector(read, one.selector, print);
        if (guarded === null) continue;
        if (!guarded.ok) {
          refuse(guarded.why);
          return failed(fault('not-actionable', `It was not used: ${guarded.why}.`, 'Find another control.'));
        }
        one.lasting ??= await lastingSelector(read, guarded.candidate);
        one.target ??= wordsOf(guarded.candidate);
        one.evidence = guarded.evidence;
      }
      return null;
    };
    // An act waits for its leave; what only looks is looked at once it has found something.
    if (declaration.acts) return (await held()) ?? go();
    const answer = await go();
    if (!answer.ok || answer.value['count'] === 0) return answer;
    return (await held()) ?? answer;
  };
}
