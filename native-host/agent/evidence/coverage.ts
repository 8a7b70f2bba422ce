import type { ChecklistItem, Finding } from '../../../shared/objective.ts';
import { asksToAct } from '../asks-to-act.ts';
import { addsSomething, asksForAll, showsAttributes } from './attributes-shown.ts';
import { type Condition, conditionsOf } from './conditions-of.ts';
import { countAsked } from './count-asked.ts';
import { holdsCondition } from './holds-condition.ts';
import { isOpinion } from './is-opinion.ts';
import { contentOf } from './lay-onto.ts';
import { readText } from './read-text.ts';
import { sameWord } from './same-word.ts';
import { thingsIn } from './things-in.ts';
import { unitOf } from './units.ts';
import type { Word } from './words-of.ts';

// Which items of the checklist the findings answer. Code decides where findings name the item and share its words, reach
// its count and show its conditions in copied words; what is left is a question for the model.

export type Coverage = {
  /** The whole checklist, with `found` where code could tell. */
  readonly decided: ChecklistItem[];
  /** Numbers of the open items that findings may answer, and code cannot tell. */
  readonly undecided: number[];
};

/** From this share of its words in the findings that name it an item is answered; from half of that it may be. */
const shareOfFound = 0.5;
const shareOfMaybe = 0.25;

type Decision = 'found' | 'ask' | 'open';

/** Decides each item as far as code can. */
export function coverage(
  items: readonly ChecklistItem[],
  findings: readonly Finding[],
  objective: string,
): Coverage {
  const judged = items.map((item) => ({
    item,
    verdict: item.state === 'open' ? judge(item, findings, objective) : 'keep',
  }));
  return {
    decided: judged.map(({ item, verdict }) => (verdict === 'found' ? { ...item, state: 'found' } : item)),
    undecided: judged.flatMap(({ item, verdict }) => (verdict === 'ask' ? [item.n] : [])),
  };
}

function judge(item: ChecklistItem, findings: readonly Finding[], objective: string): Decision {
  const telling = findings.filter((finding) => addsSomething(finding, item.text, objective));
  const named = telling.filter(({ items }) => items.includes(item.n));
  if (named.length === 0) {
    // What a page says of a deed has the words of the deed: "The mode is Away" adds nothing to "set the mode to Away".
    const isClaimed = findings.some(({ items }) => items.includes(item.n));
    if (isClaimed && asksToAct(objective)) return 'ask';
    return telling.length > 0 && shareHeld(item.text, telling, objective) >= shareOfMaybe ? 'ask' : 'open';
  }
  if (isOpinion(item.text)) return 'found';
  const isShort = thingsIn(named) < (countAsked(item.text) ?? 1);
  const isShown = conditionsOf(item.text)
    .filter(mustShow)
    .every((condition) => holdsCondition(condition, named));
  if (isShort || !isShown) return 'open';
  const isWhole = showsAttributes(item.text, named) && !asksForAll(item.text) && !isTurned(item, named);
  return isWhole && shareHeld(item.text, named, objective) >= shareOfFound ? 'found' : 'ask';
}

/** Free of charge is said in too many words for code to miss it: it leaves findings out and sends nobody back. */
export function mustShow({ kind }: Condition): boolean {
  return kind !== 'free';
}

/** "The second tallest" has every word of "the tallest" and does not answer it. */
function isTurned({ text }: ChecklistItem, findings: readonly Finding[]): boolean {
  const own = readText(text, 'en');
  return findings.every((finding) => {
    const read = readText(finding.text, own.language);
    return read.words.some(
      ({ key }) => read.vocabulary.turning.has(key) && !own.words.some((word) => word.key === key),
    );
  });
}

/** The share of an item's words that findings hold, in their own words, the page's or its title; units in any form. */
function shareHeld(text: string, findings: readonly Finding[], objective: string): number {
  const held = findings.flatMap((one) => readText(`${one.text}\n${one.quote}\n${one.title}`).words);
  const read = readText(text, readText(objective, 'en').language);
  const own = contentOf(read).filter(({ word }) => word.kind !== 'number' && !asking.has(word.key));
  if (own.length === 0) return findings.length > 0 ? 1 : 0;
  const isHeld = (word: Word): boolean => {
    const unit = unitOf(word.key);
    return held.some((other) => sameWord(word, other) || (unit !== null && other.unit === unit));
  };
  return own.filter(({ word }) => isHeld(word)).length / own.length;
}

const asking = new Set(
  'how much many why find list name give show tell say compare which whether exactly wie viel viele warum nenne finde combien comment pourquoi cuanto cuantos como'.split(
    ' ',
  ),
);

/** Whether a claimed gap is one: not when the findings already hold every word of the item. */
export function gapClaimHolds(item: ChecklistItem, findings: readonly Finding[]): boolean {
  if (isOpinion(item.text)) return false;
  const isShort = thingsIn(findings) < (countAsked(item.text) ?? 1);
  const isShown = conditionsOf(item.text)
    .filter(mustShow)
    .every((condition) => holdsCondition(condition, findings));
  return isShort || !isShown || shareHeld(item.text, findings, item.text) < 1;
}
