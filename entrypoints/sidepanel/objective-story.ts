import type { PersonQuestion } from '../../shared/objective.ts';
import type { Receipt } from '../../shared/receipt.ts';
import type { RunEvent } from '../../shared/run.ts';

// What the story of an objective run has beside its view: what belongs to each turn, and what was asked in words.

/** Most receipts, refusals and findings kept for one turn; the ledger page and the report have them all. */
export const keptOfTurnMax = 100;

export type Refusal = { readonly rule: string; readonly reason: string };

export type TurnStory = {
  readonly n: number;
  /** When its last change was told: what is running now has been running since then. */
  readonly since: string;
  readonly refusals: readonly Refusal[];
  /** Numbers of the findings that were recorded in it. */
  readonly found: readonly number[];
  readonly receipts: readonly Receipt[];
};

export type QuestionEntry = {
  readonly question: PersonQuestion;
  /** Null while it waits, and when nobody answered in time. */
  readonly text: string | null;
  readonly by: string;
  readonly answered: boolean;
};

export type ObjectiveStory = {
  /** By number; an object, so that a late event finds its turn. */
  readonly turns: Readonly<Record<number, TurnStory>>;
  readonly questions: Readonly<Record<string, QuestionEntry>>;
};

export const nothingTold: ObjectiveStory = { turns: {}, questions: {} };

/** The same with one more event; what does not concern it changes nothing. */
export function withObjectiveEvent(story: ObjectiveStory, event: RunEvent): ObjectiveStory {
  switch (event.type) {
    case 'turn.changed':
      return withTurn(story, { ...turnOf(story, event.turn.n, event.at), since: event.at });
    case 'proposal.refused': {
      const turn = turnOf(story, event.turn, event.at);
      const refusal = { rule: event.rule, reason: event.reason };
      return withTurn(story, { ...turn, refusals: [...turn.refusals, refusal].slice(-keptOfTurnMax) });
    }
    case 'finding.recorded': {
      const turn = turnOf(story, event.finding.turn, event.at);
      return withTurn(story, { ...turn, found: [...turn.found, event.finding.n].slice(-keptOfTurnMax) });
    }
    case 'call.settled': {
      const latest = latestTurn(story);
      if (latest === null) return story;
      return withTurn(story, {
        ...latest,
        receipts: [...latest.receipts, event.receipt].slice(-keptOfTurnMax),
      });
    }
    case 'question.asked': {
      const { question } = event;
      const asked = { question, text: null, by: '', answered: false };
      return { ...story, questions: { ...story.questions, [question.question_id]: asked } };
    }
    case 'question.answered': {
      const asked = story.questions[event.question_id];
      if (asked === undefined) return story;
      const answer = { ...asked, text: event.text, by: event.by, answered: true };
      return { ...story, questions: { ...story.questions, [event.question_id]: answer } };
    }
    default:
      return story;
  }
}

/** The turn that the run is in, or was in last. */
export function latestTurn({ turns }: ObjectiveStory): TurnStory | null {
  return Object.values(turns).reduce<TurnStory | null>(
    (latest, turn) => (latest === null || turn.n > latest.n ? turn : latest),
    null,
  );
}

function turnOf({ turns }: ObjectiveStory, n: number, at: string): TurnStory {
  return turns[n] ?? { n, since: at, refusals: [], found: [], receipts: [] };
}

function withTurn(story: ObjectiveStory, turn: TurnStory): ObjectiveStory {
  return { ...story, turns: { ...story.turns, [turn.n]: turn } };
}
