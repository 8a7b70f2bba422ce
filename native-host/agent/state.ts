import type { Fault } from '../../shared/faults.ts';
import type { ChecklistItem, Finding } from '../../shared/objective.ts';
import type { Action } from './action.ts';
import type { Message, ShownText } from './ports.ts';

/** What is asked, and on which terms; it does not change in a run. */
export type Assignment = {
  readonly objective: string;
  /** `2026-11-30`. */
  readonly today: string;
  readonly readOnly: boolean;
  /** The objective asks for something to be done on pages. */
  readonly acts: boolean;
  readonly turnsMax: number;
  /** Tokens that a prompt may have, with room left for the answer. */
  readonly promptTokensMax: number;
  /** Fresh for the run: the marks around page text are made of it, so that no page can close them. */
  readonly seal: string;
  /** Told before the first observation: the run that this one follows up, the person's selection. */
  readonly before: string;
  /** Origins that the person named: in the objective, or by starting there. */
  readonly trusted: readonly string[];
};

export type Link = { readonly n: number; readonly url: string; readonly text: string };

export type Control = {
  readonly n: number;
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  /** What it holds; null for what holds nothing. */
  readonly value: string | null;
  readonly options: readonly string[];
  /** The page that it stands in, without fragment. */
  readonly url: string;
};

export type PageTable = {
  readonly n: number;
  readonly ref: string;
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: number;
  readonly url: string;
};

/** A page as it was read whole; the model is shown one part at a time. */
export type PageLook = {
  readonly url: string;
  readonly title: string;
  readonly parts: readonly string[];
  readonly outline: readonly { readonly heading: string; readonly part: number }[];
  readonly links: readonly Omit<Link, 'n'>[];
  readonly controls: readonly Omit<Control, 'n'>[];
  readonly tables: readonly Omit<PageTable, 'n'>[];
  /** Text that was left out for its length. */
  readonly cut: boolean;
};

export type OpenPage = PageLook & {
  /** Numbers of the parts that the model was shown. */
  readonly read: readonly number[];
  /** The part shown last. */
  readonly part: number;
  /** Findings that there were when that part was shown. */
  readonly findingsBefore: number;
};

/** Where the conversation stood before a page was opened, to return to if the page gave nothing. */
export type Bookmark = {
  readonly messages: number;
  readonly findings: number;
  readonly links: number;
  /** The page with the number of its link, as a dead end would be told. */
  readonly title: string;
  /** Pages that were opened from here before and gave nothing. */
  readonly dead: readonly string[];
};

export type AgentState = {
  readonly assignment: Assignment;
  readonly phase: 'thinking' | 'performing' | 'covering' | 'writing' | 'ended';
  readonly turn: number;
  /** Proposals of this turn that were sent back or could not be read. */
  readonly retries: number;
  /** Turns in a row that ended without anything done. */
  readonly idleTurns: number;
  readonly items: readonly ChecklistItem[];
  readonly findings: readonly Finding[];
  /** How many of them come from the run that this one follows up. */
  readonly earlier: number;
  readonly messages: readonly Message[];
  /** Only for the retries of this turn: a reply that could not be read, and what was wrong with it. */
  readonly aside: readonly Message[];
  readonly proposal: Action | null;
  readonly page: OpenPage | null;
  readonly links: readonly Link[];
  readonly controls: readonly Control[];
  readonly tables: readonly PageTable[];
  /** Numbers given out so far to controls and tables; none is ever given again. */
  readonly given: { readonly controls: number; readonly tables: number };
  /** Texts of opened pages: what findings are compared with. */
  readonly shown: readonly ShownText[];
  /** Texts of search results: shown too, and no source of anything. */
  readonly snippets: readonly ShownText[];
  readonly searches: readonly string[];
  readonly visited: readonly string[];
  /** Addresses whose visit failed. */
  readonly failedVisits: readonly string[];
  /** Hosts that want a person; `search` for the search engine. */
  readonly walls: readonly string[];
  readonly questions: readonly string[];
  /** What was sent back or noted once already. */
  readonly told: readonly string[];
  readonly lastFindingTurn: number;
  /** By item: searches made and pages read while it was open. */
  readonly tries: Readonly<Record<number, number>>;
  readonly lastAct: string;
  /** The turn of the last act in a page, 0 before the first. */
  readonly lastActTurn: number;
  readonly bookmark: Bookmark | null;
  /** One line a turn, for a prompt that has to begin anew. */
  readonly journal: readonly string[];
  /** Marks given out so far. */
  readonly marks: number;
  /** What the next message tells before the observation. */
  readonly lines: readonly string[];
  /** The items as they were told last. */
  readonly itemsTold: string;
  /** Acts that were done, whatever became of them. */
  readonly actsDone: number;
  /** Origins on which the person approved an act of this run. */
  readonly approved: readonly string[];
  /** Origins on which acts were denied for want of a person who could approve them. */
  readonly deniedOrigins: readonly string[];
  /** What the person said in the run. */
  readonly answers: readonly string[];
  /** How the run will end, once the answer is written. */
  readonly ending: Ending | null;
};

/** Why the work ends. */
export type Ending = {
  readonly status: 'succeeded' | 'failed' | 'refused' | 'cancelled' | 'outcome_unknown';
  readonly fault: Fault | null;
};

export function startState(assignment: Assignment, earlier: readonly Finding[]): AgentState {
  return {
    assignment,
    phase: 'thinking',
    turn: 1,
    retries: 0,
    idleTurns: 0,
    items: [],
    findings: earlier,
    earlier: earlier.length,
    messages: [],
    aside: [],
    proposal: null,
    page: null,
    links: [],
    controls: [],
    tables: [],
    given: { controls: 0, tables: 0 },
    shown: [],
    snippets: [],
    searches: [],
    visited: [],
    failedVisits: [],
    walls: [],
    questions: [],
    told: [],
    lastFindingTurn: 0,
    tries: {},
    lastAct: '',
    lastActTurn: 0,
    bookmark: null,
    journal: [],
    marks: 0,
    lines: [],
    itemsTold: '',
    actsDone: 0,
    approved: [],
    deniedOrigins: [],
    answers: [],
    ending: null,
  };
}

/** The address without its fragment: what makes two visits the same page. */
export function pageAddress(url: string): string {
  return url.replace(/#.*$/s, '');
}

/** Parts of the open page that the model was not shown. */
export function unreadParts(page: OpenPage | null): readonly number[] {
  if (page === null) return [];
  return page.parts.map((_, at) => at + 1).filter((part) => !page.read.includes(part));
}

export function openItems(state: AgentState): readonly ChecklistItem[] {
  return state.items.filter((item) => item.state === 'open');
}

/** One more try for every item that is open. */
export function counted(state: AgentState): AgentState {
  const open = state.items.filter((item) => item.state === 'open');
  const tries = Object.fromEntries(open.map(({ n }) => [n, (state.tries[n] ?? 0) + 1]));
  return { ...state, tries: { ...state.tries, ...tries } };
}
