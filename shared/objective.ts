import { z } from 'zod';
import { AskKind } from './asking.ts';

// What is known of an objective run: the part of its view that template runs have not. Made by folding the
// run's events, shown by panel and command line, told by the report.

/** What a person asks for; longer ones are refused with a clear message. */
export const objectiveCharactersMax = 4_000;

/** One thing that the objective asks for. An opinion is never one that can be missing. */
export const ChecklistItem = z.strictObject({
  /** From 1, as the model and the report name it. */
  n: z.int().min(1),
  text: z.string(),
  /** `missing`: looked for and said so; the report names it. */
  state: z.enum(['open', 'found', 'missing']),
});
export type ChecklistItem = z.infer<typeof ChecklistItem>;

/** Something that a page says, recorded with where it says it. */
export const Finding = z.strictObject({
  /** From 1, in the order of recording; the report cites it as [n]. */
  n: z.int().min(1),
  /** In the model's words. */
  text: z.string(),
  /** The exact span of the page that holds it. */
  quote: z.string(),
  url: z.string(),
  /** The page's URL with a text fragment that leads to the quote. */
  link: z.string(),
  title: z.string(),
  part: z.int().min(1),
  turn: z.int().min(1),
  /** Numbers of the checklist's items that it answers. */
  items: z.array(z.int().min(1)),
});
export type Finding = z.infer<typeof Finding>;

/** Tokens that models took so far. `reused` of `read` came from the server's prefix cache; both are estimates where it tells none. */
export const TokenUse = z.strictObject({
  calls: z.int().nonnegative(),
  read: z.int().nonnegative(),
  reused: z.int().nonnegative(),
  written: z.int().nonnegative(),
  /** Milliseconds spent waiting for models. */
  model_ms: z.int().nonnegative(),
});
export type TokenUse = z.infer<typeof TokenUse>;

/** Something that the run asks the person in words. */
export const PersonQuestion = z.strictObject({
  question_id: z.uuid(),
  text: z.string(),
  /** Of a template's question; left out, it is asked in the model's words. */
  kind: AskKind.optional(),
  asked_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type PersonQuestion = z.infer<typeof PersonQuestion>;

/** One turn in one line for a person: what it does, why, and what became of it. */
export const TurnView = z.strictObject({
  n: z.int().min(1),
  /** `SEARCH`, `NAVIGATE`, … ; `THINK` while the model has not proposed anything yet. */
  action: z.string(),
  /** The action in words for people: `Search for "…"`, `Open "…" on example.com`. */
  words: z.string(),
  /** The model's reason, at most a sentence; text of the model, never an instruction. */
  why: z.string(),
  url: z.string().nullable(),
  state: z.enum(['running', 'done', 'failed', 'refused']),
  /** What came of it, in one line. */
  outcome: z.string(),
});
export type TurnView = z.infer<typeof TurnView>;

export const ObjectiveView = z.strictObject({
  text: z.string(),
  /** The run that this one follows up, or null. */
  follows: z.string().nullable(),
  model: z.strictObject({ provider: z.string(), name: z.string(), remote: z.boolean() }),
  read_only: z.boolean(),
  turns_max: z.int().min(1),
  turns: z.array(TurnView),
  checklist: z.array(ChecklistItem),
  findings: z.array(Finding),
  /** Pages read, in the order of the first visit. */
  pages: z.array(z.strictObject({ url: z.string(), title: z.string() })),
  tokens: TokenUse,
  question: PersonQuestion.nullable(),
  /** The final result in Markdown with [n] citations; null until it is written. */
  answer: z.string().nullable(),
});
export type ObjectiveView = z.infer<typeof ObjectiveView>;

type Begun = Pick<ObjectiveView, 'text' | 'follows' | 'model' | 'read_only' | 'turns_max'>;

/** The view as it is before anything has happened. */
export function newObjective(begun: Begun): ObjectiveView {
  return {
    ...begun,
    turns: [],
    checklist: [],
    findings: [],
    pages: [],
    tokens: { calls: 0, read: 0, reused: 0, written: 0, model_ms: 0 },
    question: null,
    answer: null,
  };
}

/** What happens in an objective run beside what happens in every run. */
export const objectiveEvents = [
  z.strictObject({ type: z.literal('turn.changed'), turn: TurnView }),
  /** A rule sent a proposal back; the turn goes on. */
  z.strictObject({
    type: z.literal('proposal.refused'),
    turn: z.int().min(1),
    rule: z.string(),
    reason: z.string(),
  }),
  z.strictObject({ type: z.literal('checklist.changed'), checklist: z.array(ChecklistItem) }),
  z.strictObject({ type: z.literal('finding.recorded'), finding: Finding }),
  z.strictObject({ type: z.literal('page.read'), url: z.string(), title: z.string() }),
  /** After each call of a model; `purpose` as in `ModelRequest`, `tokens` the sums so far. */
  z.strictObject({ type: z.literal('model.called'), purpose: z.string(), tokens: TokenUse }),
  z.strictObject({ type: z.literal('question.asked'), question: PersonQuestion }),
  z.strictObject({
    type: z.literal('question.answered'),
    question_id: z.string(),
    /** Null: nobody answered in time. */
    text: z.string().nullable(),
    by: z.string(),
  }),
  z.strictObject({ type: z.literal('answer.written'), markdown: z.string() }),
] as const;

/** One that is told again, in its own place: it answers more items than it did. */
function withFinding(findings: readonly Finding[], finding: Finding): Finding[] {
  const isKnown = findings.some(({ n }) => n === finding.n);
  return isKnown ? findings.map((one) => (one.n === finding.n ? finding : one)) : [...findings, finding];
}

/** The view as it stands after one of its events; others leave it as it is. */
export function foldObjective(
  view: ObjectiveView,
  event: z.infer<(typeof objectiveEvents)[number]>,
): ObjectiveView {
  switch (event.type) {
    case 'turn.changed':
      return { ...view, turns: [...view.turns.filter(({ n }) => n !== event.turn.n), event.turn] };
    case 'checklist.changed':
      return { ...view, checklist: event.checklist };
    case 'finding.recorded':
      return { ...view, findings: withFinding(view.findings, event.finding) };
    case 'page.read':
      return view.pages.some(({ url }) => url === event.url)
        ? view
        : { ...view, pages: [...view.pages, { url: event.url, title: event.title }] };
    case 'model.called':
      return { ...view, tokens: event.tokens };
    case 'question.asked':
      return { ...view, question: event.question };
    case 'question.answered':
      return { ...view, question: null };
    case 'answer.written':
      return { ...view, answer: event.markdown };
    case 'proposal.refused':
      return view;
  }
}
