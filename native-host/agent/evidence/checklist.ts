import type { ChecklistItem } from '../../../shared/objective.ts';
import { type Condition, conditionsOf } from './conditions-of.ts';
import { type Count, countAsked, findCount } from './count-asked.ts';
import { contentOf } from './lay-onto.ts';
import { readText } from './read-text.ts';
import { sameWord } from './same-word.ts';
import { timesIn } from './times-in.ts';
import { unitOf } from './units.ts';
import type { Word } from './words-of.ts';

// What must be found, one line each. The model proposes the lines; code keeps them to the objective: nothing invented,
// nothing twice, no count and no condition lost.

export const itemsMax = 8;
export const itemCharactersMax = 200;
/** Below this share of its words in the objective a line is an invention. */
const shareMin = 1 / 3;
/** To explain is to take apart: the lines of an explanation name things that the objective does not. */
const shareOfExplanationMin = 0.2;
const explains =
  /\b(?:explain|why|how (?:does|do|did|is|are|can|could)|comes? about|erkl[aä]r|warum|wieso|expli|pourquoi|por qu[eé]|spiega|perch[eé])/iu;

/** The checklist of an objective from what a model proposed; the objective itself where nothing of that holds. */
export function makeChecklist(proposed: readonly string[], objective: string): ChecklistItem[] {
  const kept: string[] = [];
  for (const line of proposed.map(tidy)) {
    if (line !== '' && isAsked(line, objective) && !kept.some((other) => isRepeat(line, other)))
      kept.push(line);
  }
  const whole = kept.length === 0 ? [tidy(objective)] : kept.slice(0, itemsMax);
  const lost = lostIn(whole, objective).slice(0, itemsMax);
  const texts = [...whole.slice(0, itemsMax - lost.length), ...lost];
  return texts.map((text, at) => ({ n: at + 1, text, state: 'open' }));
}

function tidy(line: string): string {
  return line
    .replace(/\s+/gu, ' ')
    .replace(/^\s*(?:[-*•☐]|\[[ x]?\]|\d+[.)](?!\d))\s*/iu, '')
    .trim()
    .slice(0, itemCharactersMax);
}

function isAsked(line: string, objective: string): boolean {
  const whole = readText(objective);
  const own = contentOf(readText(line, whole.language)).map(({ word }) => word);
  const asked = own.filter((word) => whole.words.some((other) => sameWord(word, other)));
  const hasNewNumber = own.some((word) => word.kind === 'number' && !asked.includes(word));
  return (
    own.length > 0 &&
    !hasNewNumber &&
    asked.length >= own.length * (explains.test(objective) ? shareOfExplanationMin : shareMin)
  );
}

function isRepeat(line: string, other: string): boolean {
  const [a, b] = [contentOf(readText(line)), contentOf(readText(other))];
  const lacks = (own: typeof a, theirs: typeof a): boolean =>
    own.some(({ word }) => !theirs.some((one) => sameWord(word, one.word)));
  return !lacks(a, b) && !lacks(b, a) && unitsOf(line) === unitsOf(other);
}

function unitsOf(text: string): string {
  const units = conditionsOf(text).flatMap((one) => (one.kind === 'unit' ? [one.unit] : []));
  return units.sort().join(' ');
}

/** What the objective asks for and no line keeps: its count, its limits, the units it wants. */
function lostIn(lines: readonly string[], objective: string): readonly string[] {
  const all = lines.join('\n');
  const count = findCount(objective);
  const lostCount =
    count !== null && !lines.some((line) => countAsked(line) === count.value)
      ? [countPhrase(objective, count)]
      : [];
  const words = readText(all).words;
  const lost = conditionsOf(objective).filter((condition) => !isKept(condition, all, words));
  const inCount = (text: string): boolean => lostCount.some((phrase) => phrase.includes(text));
  return [...lostCount, ...lost.map(({ text }) => text).filter((text) => !inCount(text))];
}

function isKept(condition: Condition, all: string, words: readonly Word[]): boolean {
  const hasNumber = (value: number): boolean =>
    words.some(({ kind, key }) => kind === 'number' && Number(key) === value);
  switch (condition.kind) {
    case 'unit':
      return words.some(({ key }) => key !== 'in' && unitOf(key) === condition.unit);
    case 'date':
      return hasNumber(condition.year);
    case 'amount':
      return hasNumber(condition.value);
    case 'time':
      return timesIn(all).some(({ minutes }) => minutes === condition.minutes);
    case 'free':
      return conditionsOf(all).some(({ kind }) => kind === 'free');
  }
}

/** From the number to the end of its clause: "three cafés in Lisbon under 20 euros". */
function countPhrase(objective: string, { start }: Count): string {
  const from = objective.slice(start);
  const end = /[.;:!?\n](?:\s|$)/u.exec(from)?.index ?? from.length;
  return tidy(from.slice(0, end));
}
