import { judgeSpan, type SpanVerdict } from './judge-span.ts';
import { contentOf } from './lay-onto.ts';
import type { Passage } from './passages-of.ts';
import { asWritten, type ReadText, readText } from './read-text.ts';
import { sameWord } from './same-word.ts';
import { sharedWords } from './shared-words.ts';

// Whether a page says what the model wrote down from it.

/** A text that was shown to the model: one part of a page, or one list of results. */
export type ShownText = {
  readonly url: string;
  readonly title: string;
  readonly part: number;
  readonly text: string;
};

/**
 * What became of a finding. `exact` and `close` are proven, and `text` is what to record: the model's words where the
 * span says exactly that, and the page's own words where it says more or is less sure ("free" of "free for children").
 * `send-back`: not proven, with the closest sentence and the words that it lacks. `refused`: the page is about something else.
 */
export type FindingMatch =
  | {
      readonly kind: 'exact' | 'close';
      readonly text: string;
      readonly quote: string;
      readonly url: string;
      readonly title: string;
      readonly part: number;
    }
  | { readonly kind: 'send-back'; readonly closest: string; readonly missing: readonly string[] }
  | { readonly kind: 'refused'; readonly missing: readonly string[] };

/** Characters of a finding, of a quote and of a closest sentence; sentences that a quote can span. */
export const findingCharactersMax = 1_000;
export const quoteCharactersMax = 800;
const sentencesMax = 3;
const candidatesMax = 40;
const missingMax = 8;
/** Below this share of its words in the closest sentence and on all pages a finding is about something else. */
const shareOfSentenceMin = 0.34;
const shareOfPagesMin = 0.5;

type Source = { readonly shown: ShownText; readonly page: ReadText; readonly title: ReadText };
type Spanned = { readonly source: Source; readonly from: Passage; readonly to: Passage };
type Proof = Spanned & { readonly verdict: Exclude<SpanVerdict, { kind: 'says-not' }> };

const texts = new WeakMap<ShownText, Source>();

/** Compares a finding with all that was shown. */
export function matchFinding(text: string, shown: readonly ShownText[]): FindingMatch {
  const tidy = text.slice(0, findingCharactersMax).replace(/\s+/gu, ' ').trim();
  const sources = shown.map(sourceOf);
  const claim = readText(tidy, sources[0]?.page.language ?? '');
  if (contentOf(claim).length === 0) return { kind: 'refused', missing: [] };
  const whole = proofOf(claim, sources);
  if (whole?.verdict.kind === 'says') return accepted(tidy, [whole]);
  const parts = proofsOfParts(claim, sources);
  if (parts !== null) return accepted(tidy, parts);
  return whole === null ? notProven(claim, sources) : accepted(tidy, [whole]);
}

function sourceOf(shown: ShownText): Source {
  const known = texts.get(shown);
  if (known !== undefined) return known;
  const page = readText(shown.text);
  const source = { shown, page, title: readText(shown.title, page.language) };
  texts.set(shown, source);
  return source;
}

/** The best proof among the spans that share most words. */
function proofOf(claim: ReadText, sources: readonly Source[]): Proof | null {
  let best: Proof | null = null;
  for (const spanned of spansWorthReading(claim, sources)) {
    const around = { title: spanned.source.title, page: spanned.source.page };
    const verdict = judgeSpan(claim, around, spanned.from, spanned.to);
    if (verdict.kind === 'says') return { ...spanned, verdict };
    if (verdict.kind === 'says-more' && spanned.from === spanned.to) best ??= { ...spanned, verdict };
  }
  if (best === null) return null;
  const isLone = contentOf(claim).length < 2 && claim.words.some(({ kind }) => kind === 'word');
  return isLone ? null : best;
}

/** The finding's own sentence, then sentences and rows by the share of its words that they hold, then runs of neighbours. */
function spansWorthReading(claim: ReadText, sources: readonly Source[]): readonly Spanned[] {
  const scored = sources.flatMap((source) => {
    const shares = source.page.passages.map((passage) => sharedWords(claim, source.page, passage));
    return source.page.passages.flatMap((from, at) => {
      const spans: (Spanned & { readonly score: number; readonly length: number })[] = [];
      let score = 0;
      for (let more = 0; more < sentencesMax; more++) {
        const to = source.page.passages[at + more];
        if (to === undefined || to.block !== from.block || to.end - from.start > quoteCharactersMax) break;
        const own = shares[at + more] ?? 0;
        if (own === 0 || (more > 0 && from.kind === 'row')) break;
        score = Math.min(1, score + own);
        spans.push({ source, from, to, score, length: more });
      }
      return spans;
    });
  });
  return scored
    .filter(({ score }) => score >= shareOfPagesMin)
    .sort((a, b) => a.length - b.length || b.score - a.score || isCopy(b, claim) - isCopy(a, claim))
    .slice(0, candidatesMax);
}

/** 1 for the finding's very words, so that of two sentences which say the same the one that was copied is quoted. */
function isCopy({ source, from, to }: Spanned, claim: ReadText): number {
  return Number(source.shown.text.slice(from.start, to.end).trim() === claim.text.trim());
}

/** Proofs of each sentence of a finding of several, when they stand close enough together for one quote. */
function proofsOfParts(claim: ReadText, sources: readonly Source[]): readonly Proof[] | null {
  const pieces = claim.text.split(/(?<=[.!?;。！？])\s+/u).filter((piece) => piece.trim() !== '');
  if (pieces.length < 2 || pieces.length > sentencesMax) return null;
  const proofs: Proof[] = [];
  for (const piece of pieces) {
    const proof = proofOf(readText(piece, claim.language), sources);
    if (proof === null) return null;
    proofs.push(proof);
  }
  const [first] = proofs;
  const isOne = proofs.every(({ source }) => source.shown === first?.source.shown);
  const span = boundsOf(proofs);
  return isOne && span.end - span.start <= quoteCharactersMax ? proofs : null;
}

function boundsOf(proofs: readonly Proof[]): { readonly start: number; readonly end: number } {
  return {
    start: Math.min(...proofs.map(({ from }) => from.start)),
    end: Math.max(...proofs.map(({ to }) => to.end)),
  };
}

function accepted(text: string, proofs: readonly Proof[]): FindingMatch {
  const [first] = proofs;
  if (first === undefined) throw new Error('a finding was accepted without a proof');
  const { start, end } = boundsOf(proofs);
  const { shown } = first.source;
  const quote = shown.text.slice(start, end).trim();
  const says = proofs.every(({ verdict }) => verdict.kind === 'says');
  const isExact = proofs.every(({ verdict }) => verdict.kind === 'says' && verdict.isCopied);
  return {
    kind: isExact ? 'exact' : 'close',
    text: says ? text : quote.replace(/\s+/gu, ' '),
    quote,
    url: shown.url,
    title: shown.title,
    part: shown.part,
  };
}

function notProven(claim: ReadText, sources: readonly Source[]): FindingMatch {
  const content = contentOf(claim);
  const spoken = content.filter(({ word }) =>
    sources.some(({ page, title }) => [...page.words, ...title.words].some((other) => sameWord(word, other))),
  );
  const nowhere = content
    .filter((placed) => !spoken.includes(placed))
    .map(({ word }) => asWritten(word, claim.text));
  const closest = closestTo(claim, sources);
  const isFarOff =
    closest === null ||
    closest.share < shareOfSentenceMin ||
    spoken.length < content.length * shareOfPagesMin;
  if (isFarOff) return { kind: 'refused', missing: [...new Set(nowhere)].slice(0, missingMax) };
  const { source, passage } = closest;
  const verdict = judgeSpan(claim, source, passage, passage);
  const lacking = verdict.kind === 'says-not' ? verdict.missing : [];
  return {
    kind: 'send-back',
    closest: source.shown.text.slice(passage.start, passage.end).slice(0, quoteCharactersMax),
    missing: [...new Set([...nowhere, ...lacking])].slice(0, missingMax),
  };
}

function closestTo(
  claim: ReadText,
  sources: readonly Source[],
): { readonly source: Source; readonly passage: Passage; readonly share: number } | null {
  let best: { readonly source: Source; readonly passage: Passage; readonly share: number } | null = null;
  for (const source of sources) {
    for (const passage of source.page.passages) {
      const share = sharedWords(claim, source.page, passage);
      if (share > (best?.share ?? 0)) best = { source, passage, share };
    }
  }
  return best;
}
