import { realAddress } from './real-address.ts';
import type { ResultElement, ResultPage, SearchAnswer, SearchResult } from './search-provider.ts';

/** More results than these no model reads; the first page of an engine has about ten. */
const resultsMax = 10;
const titleCharactersMax = 200;
const snippetCharactersMax = 300;
const wordsCharactersMax = 200;

/** One result before its address is looked at. */
export type RawResult = { readonly href: string; readonly title: string; readonly snippet: string };

/** What a page says besides its results, in the engine's own marks. */
export type Marks = {
  /** An element that only the engine's robot check has is there. */
  readonly wall: boolean;
  /** An element or sentence by which the engine says that it found nothing. */
  readonly nothing: boolean;
};

// Said by robot checks of engines and of what stands before them. Judged only where there are no results, so a result
// about robot checks is none.
const wallWords =
  /captcha|not a robot|are (?:you )?(?:a )?human|human being|bots use|unusual traffic|automated (?:queries|requests)|too many requests|rate limit|checking your browser|verify (?:that )?you/i;

/**
 * The answer that a result page gives. Results count first: an engine that shows some has answered. Then a robot check,
 * then an error's status, then the engine's own word that it found nothing; whatever is left was not understood.
 */
export function readAnswer(page: ResultPage, raw: readonly RawResult[], marks: Marks): SearchAnswer {
  const results = cleaned(page, raw);
  if (results.length > 0) return { kind: 'results', results };
  const words = sentenceWith(page.text, wallWords);
  if (marks.wall || page.status === 429 || words !== null) {
    return { kind: 'wall', words: words ?? opening(page) };
  }
  if (page.status !== null && page.status >= 400) return { kind: 'error', words: opening(page) };
  if (marks.nothing) return { kind: 'nothing' };
  return { kind: 'error', words: opening(page) };
}

function cleaned(page: ResultPage, raw: readonly RawResult[]): readonly SearchResult[] {
  const found = new Map<string, SearchResult>();
  for (const { href, title, snippet } of raw) {
    const url = realAddress(href, page.url);
    const name = cut(title, titleCharactersMax);
    if (url === null || name === '' || found.has(url) || found.size === resultsMax) continue;
    found.set(url, { title: name, url, snippet: cut(snippet, snippetCharactersMax) });
  }
  return [...found.values()];
}

/** Links and snippets in the order of the page, as one list: each snippet belongs to the link before it. */
export function pairInOrder(
  elements: readonly ResultElement[],
  isLink: (element: ResultElement) => boolean,
): readonly RawResult[] {
  const results: { href: string; title: string; snippet: string }[] = [];
  for (const element of elements) {
    const last = results.at(-1);
    if (isLink(element)) {
      results.push({ href: element.attributes['href'] ?? '', title: element.text, snippet: '' });
    } else if (last !== undefined) {
      last.snippet = last.snippet === '' ? element.text : `${last.snippet} ${element.text}`;
    }
  }
  return results;
}

/** Whether the element has this class. */
export function hasClass(element: ResultElement, name: string): boolean {
  return (element.attributes['class'] ?? '').split(/\s+/).includes(name);
}

function sentenceWith(text: string, pattern: RegExp): string | null {
  const sentence = text.split(/(?<=[.!?])\s+|\n+/).find((one) => pattern.test(one));
  return sentence === undefined ? null : cut(sentence, wordsCharactersMax);
}

function opening(page: ResultPage): string {
  const text = cut(page.text, wordsCharactersMax);
  if (page.status === null || page.status < 400) return text === '' ? 'the page is empty' : text;
  return text === '' ? `HTTP ${page.status}` : `HTTP ${page.status}: ${text}`;
}

function cut(text: string, charactersMax: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= charactersMax ? line : `${line.slice(0, charactersMax - 1).trimEnd()}…`;
}
