import { label } from '../../shared/prompt-text.ts';
import { actKey } from './act-key.ts';
import { rewound, tell, withBookmark } from './conversation.ts';
import type { Outcome } from './events.ts';
import { actsOnPages } from './offered-actions.ts';
import { type Shown, showChanged, showPage, showResults, showTable } from './show.ts';
import { type AgentState, counted, pageAddress } from './state.ts';

/** What became of an action, taken into the state and told to the model. */
export function takeIn(state: AgentState, outcome: Outcome): AgentState {
  const { proposal } = state;
  if (proposal === null) throw new Error('something was done that nobody proposed');
  const back = rewound(noted(state, outcome));
  const shown = shownOf(back.state, outcome);
  const looked = outcome.ok && (outcome.seen.kind === 'results' || outcome.seen.kind === 'page');
  const tried = looked ? counted(shown.state) : shown.state;
  const lines = [
    ...(back.line === null ? [] : [back.line]),
    `${outcome.ok ? 'DONE' : 'FAILED'}: ${outcome.line}`,
  ];
  const told = tell(tried, lines, shown.observation);
  const opens = proposal.action === 'NAVIGATE' && outcome.seen.kind === 'page';
  // After a prompt that began anew there is no earlier place to return to.
  const marks = opens && told.messages.length > 2;
  return marks ? withBookmark(told, back.state, outcome.seen.look.title) : { ...told, bookmark: null };
}

/** What must be remembered whatever is shown: searches, walls, visits that failed, acts. */
function noted(state: AgentState, outcome: Outcome): AgentState {
  const { proposal } = state;
  if (proposal === null) return state;
  const { action, query, question } = proposal;
  const acted = actsOnPages(action);
  const approved = outcome.approvedOrigin;
  return {
    ...state,
    searches: action === 'SEARCH' ? [...state.searches, query] : state.searches,
    questions: action === 'ASK' ? [...state.questions, question] : state.questions,
    answers:
      outcome.seen.kind === 'answer' && outcome.seen.text !== null
        ? [...state.answers, outcome.seen.text]
        : state.answers,
    walls: outcome.wall === undefined ? state.walls : [...state.walls, outcome.wall],
    // The browser has left the page, or was never let go from it: it is opened anew when it is wanted.
    page: outcome.failedUrl === undefined ? state.page : null,
    failedVisits:
      outcome.failedUrl === undefined
        ? state.failedVisits
        : [...state.failedVisits, pageAddress(outcome.failedUrl)],
    lastActTurn: acted && outcome.ok ? state.turn : state.lastActTurn,
    lastAct: actKey(state, proposal) ?? state.lastAct,
    actsDone: state.actsDone + (acted && outcome.ok ? 1 : 0),
    deniedOrigins:
      outcome.deniedOrigin === undefined
        ? state.deniedOrigins
        : [...state.deniedOrigins, outcome.deniedOrigin],
    approved: approved === undefined ? state.approved : [...state.approved, approved],
  };
}

function shownOf(state: AgentState, { seen }: Outcome): Shown {
  switch (seen.kind) {
    case 'nothing':
      return { state, observation: '' };
    case 'results':
      return showResults(state, seen, seen.results);
    case 'page':
      return showPage(state, seen.look);
    case 'changed':
      return showChanged(state, seen.look);
    case 'table':
      return showTable(state, seen);
    case 'answer':
      return {
        state,
        observation:
          seen.text === null
            ? 'Nobody is there to answer. Go on without.'
            : `ANSWER: "${label(seen.text, 1_000)}"`,
      };
  }
}
