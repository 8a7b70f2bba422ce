import type { Laid, Placed } from './lay-onto.ts';
import type { Run } from './longest-runs.ts';
import { isName, type ReadText } from './read-text.ts';

// Whether the words of a finding stand to each other as they do on the page. "A beat B" has the words of "B beat A".

/** Words without content that join nothing: articles, forms of `to be`, what stands for something named before. */
const glue = new Set(
  (
    'the a an this that these those which who whom also do does did been being be have has had will s ' +
    'der die das den dem des ein eine einen einem einer eines auch ' +
    'le la les l un une aussi qui que se el los las lo uno unos unas tambien si il gli i o os as um uma de het een ' +
    'located situated known called named liegt befindet gelegen genannt situe situee trouve ubicado situado llamado'
  ).split(' '),
);
const weakJoins = new Set('of in at on s von im am de du des del d di da van'.split(' '));

/** Whether the runs stand in the order of the finding. */
export function isInOrder({ runs }: Laid): boolean {
  return runs.every((run, at) => at === 0 || (runs[at - 1]?.page ?? 0) < run.page);
}

/** Pieces of a sentence that may change places. */
const piecesMax = 3;

/**
 * Whether pieces that have changed places still say the same: "In 1973 the park opened" and "The park opened in 1973",
 * not "Dogs chase cats" and "Cats chase dogs". Each piece keeps the small word that leads it, at most one half has none,
 * and names and numbers keep their order.
 */
export function isTurnedFairly(laid: Laid, claim: ReadText, page: ReadText): boolean {
  const isKept = keepsOrder(laid, ({ word, at }) => isName(word, at, page)) && keepsOrder(laid, isNumber);
  if (!isKept) return false;
  const runs = withoutYear(laid);
  if (runs.every((run, at) => at === 0 || (runs[at - 1]?.page ?? 0) < run.page)) return true;
  const words = runs.reduce((sum, { length }) => sum + length, 0);
  if (runs.length > piecesMax || words < 3 || words === runs.length) return false;
  const leads = runs.map((run) => joinsBefore(laid.page, run.page, page, laid.first));
  const isLedAlike = runs.every((run, at) =>
    sameWords(leads[at] ?? [], joinsBefore(laid.claim, run.claim, claim, 0)),
  );
  const unled = leads.filter((lead) => lead.length === 0).length;
  return isLedAlike && unled <= (runs.length === 2 ? 2 : 1);
}

function isNumber({ word }: Placed): boolean {
  return word.kind === 'number';
}

function keepsOrder(laid: Laid, isOne: (placed: Placed) => boolean): boolean {
  const places = laid.pageOf.filter((at) => {
    const placed = laid.page[at];
    return placed !== undefined && isOne(placed);
  });
  return places.every((place, at) => at === 0 || (places[at - 1] ?? 0) < place);
}

const yearWords = new Set('году года год г jahr jahre year ano annee'.split(' '));

/** A year stands anywhere in a sentence that has no other number. */
function withoutYear({ runs, claim }: Laid): readonly Run[] {
  if (claim.filter(isNumber).length !== 1) return runs;
  return runs.filter((run) => {
    const [first, ...more] = claim.slice(run.claim, run.claim + run.length).map(({ word }) => word);
    const isYear = first?.kind === 'number' && first.unit === null && /^(?:1\d|20)\d\d$/.test(first.key);
    return !(isYear && more.every(({ key }) => yearWords.has(key)));
  });
}

/** Small words that say which way: with another in its place the sentence says something else. */
const directions = new Set(
  (
    'from to into onto before after for against by until since nach von aus bis fur gegen vor desde a hasta hacia para contra ' +
    'pour vers depuis avant apres contre da per из к до после van naar voor tegen'
  ).split(' '),
);

export type Joins = 'agree' | 'differ' | 'contradict';

/** How the small words before each of the finding's words compare with those on the page: `to` contradicts `from`. */
export function compareJoins(laid: Laid, claim: ReadText, page: ReadText): Joins {
  const joins = laid.pageOf.flatMap((pageAt, at) =>
    pageAt < 0 ? [] : [joinsAt(laid, at, pageAt, claim, page)],
  );
  if (joins.includes('contradict')) return 'contradict';
  return joins.includes('differ') ? 'differ' : 'agree';
}

function joinsAt(laid: Laid, at: number, pageAt: number, claim: ReadText, page: ReadText): Joins {
  const follows = at > 0 && laid.pageOf[at - 1] === pageAt - 1;
  const own = joinsBefore(laid.claim, at, claim, 0);
  const theirs = joinsBefore(laid.page, pageAt, page, laid.first);
  if (own.length === 0 || own.some((word) => theirs.includes(word))) return 'agree';
  if (
    theirs.length > 0 &&
    own.some((word) => directions.has(word)) &&
    theirs.some((word) => directions.has(word))
  ) {
    return 'contradict';
  }
  const isWeak = own.every((word) => weakJoins.has(word));
  return isWeak && (theirs.length === 0 || !follows)
    ? 'agree'
    : theirs.length === 0 && !follows
      ? 'agree'
      : 'differ';
}

function sameWords(own: readonly string[], theirs: readonly string[]): boolean {
  return own.length === theirs.length && own.every((word) => theirs.includes(word));
}

function joinsBefore(
  placed: readonly Placed[],
  at: number,
  read: ReadText,
  first: number,
): readonly string[] {
  const to = placed[at]?.at ?? 0;
  const from = at === 0 ? first : (placed[at - 1]?.at ?? 0) + 1;
  return read.words
    .slice(from, to)
    .filter((word) => !word.isUnit && !isGlue(word.key, read))
    .map(({ key }) => key);
}

/** `a` is an article in some languages and says where to in others. */
function isGlue(key: string, { language, vocabulary }: ReadText): boolean {
  if (key === 'a') return !['es', 'fr', 'it'].includes(language);
  const { present, past, pronoun } = vocabulary;
  return glue.has(key) || present.has(key) || past.has(key) || pronoun.has(key);
}
