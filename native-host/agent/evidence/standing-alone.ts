import type { Finding } from '../../../shared/objective.ts';
import { readText } from './read-text.ts';

const titleCharactersMax = 80;

/** Whether a text begins with a word that stands for something named before: "It is 5,895 m high". */
export function leansOnOthers(text: string): boolean {
  const read = readText(text.replace(/^[\s"“„«*_]+/u, ''), 'en');
  const [first, second] = read.words;
  return first !== undefined && read.vocabulary.pronoun.has(first.key) && second?.isCapital !== true;
}

/** A finding's words so that they stand alone: those that lean on others are shown as the words of their page. */
export function standingAlone(text: string, finding: Finding): string {
  return leansOnOthers(text) ? `From “${nameOf(finding)}”: ${text}` : text;
}

/** The page's title; its site where there is none, or where numbers of the title could pass for the finding's. */
function nameOf({ title, url }: Finding): string {
  const tidy = title.replace(/\s+/gu, ' ').trim().slice(0, titleCharactersMax).trim().toWellFormed();
  if (tidy !== '' && !/\p{Nd}/u.test(tidy)) return tidy;
  return URL.canParse(url) ? new URL(url).hostname : tidy;
}
