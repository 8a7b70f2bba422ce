import { contextHolds } from './context-holds.ts';
import { type Laid, layOnto } from './lay-onto.ts';
import { longestRuns } from './longest-runs.ts';
import type { Passage } from './passages-of.ts';
import { asWritten, deniesWithinWords, isName, isQualifier, type ReadText } from './read-text.ts';
import { rowHolds } from './row-holds.ts';
import { compareJoins, isInOrder, isTurnedFairly } from './same-order.ts';
import { unitOf } from './units.ts';

// Whether a span of the page says what a finding says. Every word with content must be there; the clauses that it takes
// from must be taken whole, as a word left out can turn a sentence round as well as a word put in.

export type SpanVerdict =
  /** The span says it. `isCopied`: word for word. */
  | { readonly kind: 'says'; readonly isCopied: boolean }
  /** All of its words are there, in their order, but the span says more or less sure of it: the span's own words hold. */
  | { readonly kind: 'says-more' }
  | { readonly kind: 'says-not'; readonly missing: readonly string[] };

/** What is around the span: the page's title, and where in the page's words it begins. */
export type Surroundings = { readonly title: ReadText; readonly page: ReadText };

/** Pieces into which small words may break a sentence beyond those of its content. */
const strayPiecesMax = 2;

/** Judges a finding against the span from one passage to another (the same one, mostly). */
export function judgeSpan(claim: ReadText, around: Surroundings, from: Passage, to: Passage): SpanVerdict {
  const { page } = around;
  const laid = layOnto(claim, page, from, to);
  const lacking = laid.claim.filter((_, at) => (laid.pageOf[at] ?? -1) < 0);
  const unheld =
    from.kind === 'row'
      ? rowHolds(laid, lacking, claim, around, from)
      : contextHolds(lacking, claim, around, from);
  const units = unitsLacking(laid, page, from);
  const missing = [...unheld.map(({ word }) => asWritten(word, claim.text)), ...units];
  if (missing.length > 0) return { kind: 'says-not', missing };
  const denied = denials(laid, claim, page, from, to);
  if (denied.length > 0) return { kind: 'says-not', missing: denied };
  return judgeForm(laid, claim, page, from, to);
}

function judgeForm(laid: Laid, claim: ReadText, page: ReadText, from: Passage, to: Passage): SpanVerdict {
  const isRow = from.kind === 'row';
  const taken = takenClauses(laid, page);
  const whole = isWhole(laid, page);
  const gaps = isRow ? true : gapsAreAsides(laid, taken);
  if (!isRow && !isInOrder(laid)) {
    const isFair =
      whole &&
      gaps &&
      taken.length === lastOf(taken) - (taken[0] ?? 0) + 1 &&
      isTurnedFairly(laid, claim, page) &&
      readsAlike(laid, claim, page, from, to);
    return isFair ? { kind: 'says', isCopied: false } : { kind: 'says-not', missing: [] };
  }
  if (!gaps || strangersBetween(laid, page, taken)) return { kind: 'says-not', missing: [] };
  const joins = compareJoins(laid, claim, page);
  if (joins === 'contradict') return { kind: 'says-not', missing: [] };
  const isSure =
    !hasQualifierOutside(laid, page, taken) &&
    !/\b(?:respectively|respectivement|respectivamente|beziehungsweise)\b/i.test(
      page.text.slice(from.start, from.end),
    );
  const says =
    whole &&
    isSure &&
    readsAlike(laid, claim, page, from, to) &&
    joins === 'agree' &&
    tensesAgree(laid, claim, page);
  return says ? { kind: 'says', isCopied: isCopied(claim, page, from, to) } : { kind: 'says-more' };
}

function lastOf(numbers: readonly number[]): number {
  return numbers.at(-1) ?? 0;
}

/** The clauses that the finding takes from; one that only denies or limits ("however, haven't") goes with the one before. */
function takenClauses({ page, isTaken }: Laid, { vocabulary }: ReadText): readonly number[] {
  const taken = new Set(page.filter((_, at) => isTaken[at] === true).map(({ clause }) => clause));
  const clauses = [...new Set(page.map(({ clause }) => clause))];
  for (const [at, clause] of clauses.entries()) {
    const follows = taken.has(clauses[at - 1] ?? -1);
    const isBare = page.every((one) => one.clause !== clause || isQualifier(one.word, vocabulary));
    if (follows && isBare) taken.add(clause);
  }
  return [...taken].sort((a, b) => a - b);
}

/** Whether each clause that the finding takes from is taken whole. */
function isWhole(laid: Laid, page: ReadText): boolean {
  const taken = new Set(takenClauses(laid, page));
  return laid.page.every(({ clause }, at) => laid.isTaken[at] === true || !taken.has(clause));
}

/** A number's unit must be the page's: written beside it, or in the head of its column. */
function unitsLacking(laid: Laid, page: ReadText, from: Passage): readonly string[] {
  const head = from.header === null ? [] : page.words.slice(from.header.first, from.header.afterLast);
  return laid.pageOf.flatMap((pageAt, at) => {
    const own = laid.claim[at]?.word;
    const theirs = laid.page[pageAt]?.word;
    if (own?.kind !== 'number' || theirs === undefined) return [];
    if (own.unit === null) return theirs.unit === '%' ? ['%'] : [];
    return theirs.unit !== null || head.some(({ key }) => unitOf(key) === own.unit) ? [] : [own.unit];
  });
}

/** Words of the page that deny, in the clauses taken, and that the finding has not; for some languages its own. */
function denials(laid: Laid, claim: ReadText, page: ReadText, from: Passage, to: Passage): readonly string[] {
  const taken = new Set(takenClauses(laid, page));
  const quiet = new Set(['ne', 'n']);
  const denying = laid.page.filter(
    ({ word, clause }, at) =>
      laid.isTaken[at] !== true &&
      taken.has(clause) &&
      page.vocabulary.negation.has(word.key) &&
      !quiet.has(word.key),
  );
  if (denying.length > 0) return denying.map(({ word }) => asWritten(word, page.text));
  const parts = laid.page.filter(({ clause }) => taken.has(clause));
  const start = parts[0]?.word.start ?? from.start;
  const end = Math.min(to.end, (parts.at(-1)?.word.end ?? to.end) + 1);
  const theirs = deniesWithinWords(page.text.slice(start, end), page.language);
  return theirs === deniesWithinWords(claim.text, page.language) ? [] : [page.text.slice(start, end).trim()];
}

/** Clauses left out between two that are taken must be asides: one, set apart on both sides, with no rival in it. */
function gapsAreAsides(laid: Laid, taken: readonly number[]): boolean {
  return taken.every((clause, at) => {
    const before = taken[at - 1];
    if (before === undefined || !laid.page.some((one) => one.clause > before && one.clause < clause))
      return true;
    const opens = laid.marks[before] ?? '';
    const closes = laid.marks[clause - 1] ?? '';
    const isBracketed = /[([（]/u.test(opens) && /[)\]）]/u.test(closes);
    const isSetOff =
      clause === before + 2 &&
      [/[,，、،]/u, /[–—]| - /u].some((mark) => mark.test(opens) && mark.test(closes));
    return (isBracketed || isSetOff) && !hasRival(laid, before, clause);
  });
}

/** A number among those left out that could be meant where the finding has another of its kind. */
function hasRival(laid: Laid, before: number, after: number): boolean {
  const numbers = laid.page.filter(({ word }) => word.kind === 'number');
  const left = numbers.filter(({ clause }) => clause > before && clause < after);
  const later = laid.page.filter(
    ({ word, clause }, at) => word.kind === 'number' && clause >= after && laid.isTaken[at] === true,
  );
  return left.some(({ word }) => later.some((other) => other.word.unit === word.unit));
}

/** What stands between the finding's words and is not in it: names and numbers (it may be theirs), words like `second`. */
function strangersBetween(laid: Laid, page: ReadText, taken: readonly number[]): boolean {
  const first = laid.isTaken.indexOf(true);
  const last = laid.isTaken.lastIndexOf(true);
  return laid.page.some(({ word, at, clause }, index) => {
    if (index <= first || index >= last || laid.isTaken[index] === true || !taken.includes(clause))
      return false;
    return word.kind === 'number' || isName(word, at, page) || page.vocabulary.turning.has(word.key);
  });
}

/** Doubts and conditions that reach over a whole sentence, wherever in it they stand. */
const farReaching = new Set(
  (
    'if unless except provided whether according allegedly reportedly supposedly claims claim claimed alleged myth hoax ' +
    'fake rumoured rumored wenn falls sofern ausser laut zufolge angeblich behauptet behaupten si sauf selon pretend ' +
    'salvo excepto segun supuestamente se tranne secondo exceto если кроме якобы jesli chyba podobno als tenzij volgens'
  ).split(' '),
);

/** A doubt or a condition in the span that the finding leaves out: in the clauses taken, or one that reaches over all. */
function hasQualifierOutside(laid: Laid, page: ReadText, taken: readonly number[]): boolean {
  const { hedge, condition } = page.vocabulary;
  return laid.page.some(({ word, clause }, at) => {
    if (laid.isTaken[at] === true || !(hedge.has(word.key) || condition.has(word.key))) return false;
    return taken.includes(clause) || farReaching.has(word.key);
  });
}

/** Whether the small words stand by their neighbours too: content in order with the rest in disorder is no sentence. */
function readsAlike(laid: Laid, claim: ReadText, page: ReadText, from: Passage, to: Passage): boolean {
  const theirs = page.words.slice(from.first, to.afterLast);
  const pieces = longestRuns(claim.words, theirs);
  const isAllTheirs = pieces.reduce((sum, { length }) => sum + length, 0) === claim.words.length;
  return !isAllTheirs || pieces.length <= laid.runs.length + strayPiecesMax;
}

function tensesAgree(laid: Laid, claim: ReadText, page: ReadText): boolean {
  const { present, past } = claim.vocabulary;
  const own = claim.words.map(({ key }) => key);
  const from = laid.page[0]?.at ?? 0;
  const theirs = page.words.slice(from, (laid.page.at(-1)?.at ?? from) + 1).map(({ key }) => key);
  const has = (words: readonly string[], forms: ReadonlySet<string>): boolean =>
    words.some((word) => forms.has(word));
  const isNow = has(own, present) && !has(own, past);
  const wasThen = has(theirs, past) && !has(theirs, present);
  const isThen = has(own, past) && !has(own, present);
  const isTheirsNow = has(theirs, present) && !has(theirs, past);
  return !(isNow && wasThen) && !(isThen && isTheirsNow);
}

/** Whether the finding stands in the span word for word, small words too. */
function isCopied(claim: ReadText, page: ReadText, from: Passage, to: Passage): boolean {
  const own = claim.words.map(({ key }) => key).join(' ');
  const theirs = page.words
    .slice(from.first, to.afterLast)
    .map(({ key }) => key)
    .join(' ');
  return own !== '' && ` ${theirs} `.includes(` ${own} `);
}
