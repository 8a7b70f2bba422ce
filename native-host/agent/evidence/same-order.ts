import type { Laid, Placed } from './lay-onto.ts';
import { isName, type ReadText } from './read-text.ts';
import type { Vocabulary } from './vocabulary.ts';

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
  const { runs } = laid;
  const isKept = keepsOrder(laid, ({ word, at }) => isName(word, at, page)) && keepsOrder(laid, isNumber);
  if (!isKept) return false;
  if (isOneYearMoved(laid)) return true;
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

/** A year stands anywhere in a sentence that has no other number. */
function isOneYearMoved({ runs, claim }: Laid): boolean {
  const isYear = ({ word }: Placed): boolean => /^(?:1\d|20)\d\d$/.test(word.key) && word.unit === null;
  if (claim.filter(isNumber).length !== 1) return false;
  const rest = runs.filter((run) => {
    const [only] = claim.slice(run.claim, run.claim + run.length);
    return !(run.length === 1 && only !== undefined && isYear(only));
  });
  return (
    rest.length < runs.length && rest.every((run, at) => at === 0 || (rest[at - 1]?.page ?? 0) < run.page)
  );
}

/** Whether the small words before each of the finding's words agree with those on the page: `to` is not `from`. */
export function joinsAgree(laid: Laid, claim: ReadText, page: ReadText): boolean {
  return laid.pageOf.every((pageAt, at) => {
    if (pageAt < 0) return true;
    const isFollowed = at > 0 && laid.pageOf[at - 1] === pageAt - 1;
    const own = joinsBefore(laid.claim, at, claim, 0);
    const theirs = joinsBefore(laid.page, pageAt, page, laid.first);
    if (own.length === 0) return true;
    if (theirs.length === 0) return own.every((word) => weakJoins.has(word)) || !isFollowed;
    return (
      own.some((word) => theirs.includes(word)) || (!isFollowed && own.every((word) => weakJoins.has(word)))
    );
  });
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
    .filter((word) => !word.isUnit && !isGlue(word.key, read.vocabulary))
    .map(({ key }) => key);
}

function isGlue(key: string, { present, past, pronoun }: Vocabulary): boolean {
  return glue.has(key) || present.has(key) || past.has(key) || pronoun.has(key);
}
