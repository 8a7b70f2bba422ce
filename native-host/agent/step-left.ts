import type { Action } from './action.ts';
import { contentWords, sharedWords } from './content-words.ts';
import { type AgentState, openItems, pageAddress, unreadParts } from './state.ts';

// What is left to do when a run would end because its model proposes nothing that can be done, or finishes with nothing
// found: to read on. A small model is taken along this far.

/** Steps of a run that are taken so, at most. */
const stepsMax = 4;
const mark = 'step left ';

/** The next part of the page, or the likeliest link that was not opened; null where neither may be what is wanted. */
export function stepLeft(state: AgentState): Action | null {
  const taken = state.told.filter((told) => told.startsWith(mark)).length;
  if (taken >= stepsMax || state.actsDone > 0 || openItems(state).length === 0) return null;
  if (state.page !== null && unreadParts(state.page).length > 0) return reading({ action: 'READ_MORE' });
  const wanted = new Set(
    contentWords([state.assignment.objective, ...openItems(state).map(({ text }) => text)].join(' ')),
  );
  const seen = new Set([...state.visited, ...state.failedVisits.map(pageAddress)]);
  const [likeliest] = state.links
    .filter(({ url }) => !seen.has(pageAddress(url)))
    .map((link) => ({ link, score: sharedWords(link.text, wanted) }))
    .filter(({ score }) => score > 1)
    .sort((a, b) => b.score - a.score || a.link.n - b.link.n);
  return likeliest === undefined ? null : reading({ action: 'NAVIGATE', link: likeliest.link.n });
}

/** The state in which one more of these steps counts as taken. */
export function withStepTaken(state: AgentState): AgentState {
  return { ...state, told: [...state.told, `${mark}${state.turn}`] };
}

function reading(step: Pick<Action, 'action'> & Partial<Action>): Action {
  return {
    found: [],
    why: 'Nothing was found yet, so what is left is read.',
    query: '',
    link: null,
    url: '',
    part: null,
    control: null,
    value: null,
    key: '',
    table: null,
    question: '',
    missing: [],
    checklist: [],
    ...step,
  };
}
