import type { Finding } from '../../../shared/objective.ts';
import { withoutConversion, workedOut } from './arithmetic.ts';
import type { AnswerGround } from './citations.ts';
import { isOpinion } from './is-opinion.ts';
import { contentOf } from './lay-onto.ts';
import { provenBy, provenByAll } from './proven-by.ts';
import { asWritten, isName, readText } from './read-text.ts';
import { sameWord } from './same-word.ts';

export type CheckedSentence = {
  /** `lead`: introduces what follows and says nothing itself. */
  readonly kind: 'kept' | 'lead' | 'view' | 'dropped';
  /** With its citations put right when kept; as written when dropped. */
  readonly text: string;
  readonly proof: readonly Finding[];
  readonly reason: string;
  readonly unknownNumbers: readonly string[];
  readonly isCorrected: boolean;
};

const citation = /\s*\[(\d+(?:\s*[,;]\s*\d+)*)\]/gu;
/** Findings that one sentence cites, and that are added to one without a right citation. */
const citedMax = 8;
const addedMax = 2;
const viewCharactersMax = 600;
const nothing = { proof: [], reason: '', unknownNumbers: [], isCorrected: false };

/** One sentence of an answer: kept with the citations that prove it, or dropped with the reason. */
export function checkSentence(sentence: string, ground: AnswerGround): CheckedSentence {
  const bare = withoutCitations(sentence);
  if (contentOf(readText(bare, 'en')).length === 0) return { ...nothing, kind: 'lead', text: '' };
  if (/^\W*my view\b/iu.test(bare)) return checkView(bare, ground);
  const numbers = numbersCited(sentence);
  const cited = findingsOf(numbers, ground.findings);
  const proof = proofAmong(bare, cited);
  if (proof !== null) return kept(bare, proof, proof.length !== new Set(numbers).size);
  const pieces = proofOfPieces(sentence, ground);
  if (pieces !== null) return pieces;
  const holding = ground.findings.filter((one) => provenBy(bare, one)).slice(0, addedMax);
  if (holding.length > 0) return kept(bare, holding, true);
  const worked = workedOut(bare, cited.length > 1 ? cited : ground.findings);
  if (worked !== null) return kept(bare, worked, worked.length !== cited.length);
  if (isLeadIn(bare, ground)) return { ...nothing, kind: 'lead', text: bare };
  return inFull(bare, cited, ground) ?? dropped(bare, ground);
}

function withoutCitations(sentence: string): string {
  return sentence
    .replace(citation, '')
    .replace(/\s+([.,;:!?])/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
}

function numbersCited(sentence: string): readonly number[] {
  return [...sentence.matchAll(citation)].flatMap((match) => (match[1] ?? '').split(/[,;]/).map(Number));
}

function findingsOf(numbers: readonly number[], findings: readonly Finding[]): readonly Finding[] {
  const single = [...new Set(numbers)].slice(0, citedMax);
  return single.flatMap((n) => findings.find((one) => one.n === n) ?? []);
}

/** Those of the cited findings that prove the sentence, each alone or all together; numbers in other units aside. */
function proofAmong(bare: string, cited: readonly Finding[]): readonly Finding[] | null {
  const alone = cited.filter((one) => provenBy(bare, one));
  if (alone.length > 0) return alone;
  if (cited.length > 1 && provenByAll(bare, cited)) return cited;
  const shorter = withoutConversion(bare);
  return shorter === null ? null : proofAmong(shorter, cited);
}

const connecting =
  /^[\s,;]*(?:(?:and|while|whereas|but|und|während|aber|et|tandis que|mais|y|mientras que|pero)\s+)?/iu;

/** A sentence of several pieces, each with its own citation: every piece must be proven by its own. */
function proofOfPieces(sentence: string, { findings }: AnswerGround): CheckedSentence | null {
  const marks = [...sentence.matchAll(/((?:\s*\[\d+(?:\s*[,;]\s*\d+)*\])+)/gu)];
  if (marks.length < 2) return null;
  const proofs: Finding[] = [];
  let from = 0;
  for (const mark of marks) {
    const piece = sentence.slice(from, mark.index).replace(connecting, '').trim();
    const proof = proofAmong(piece, findingsOf(numbersCited(mark[0]), findings));
    if (proof === null) return null;
    proofs.push(...proof);
    from = mark.index + mark[0].length;
  }
  const rest = sentence.slice(from);
  if (contentOf(readText(rest, 'en')).length > 0) return null;
  return { ...nothing, kind: 'kept', text: sentence.replace(/\s+/gu, ' ').trim(), proof: proofs };
}

const following = new Set(
  (
    'here following answer answers result results list found finding findings pages read summary overview below sources ' +
    'details conclusion key facts hier folgende folgenden antwort ergebnis ergebnisse zusammenfassung voici suivants reponse ' +
    'resume aqui siguientes respuesta resultado resumen'
  ).split(' '),
);

/** "Here are the cafés:" tells nothing: every word is of the objective, or says that something follows. */
export function isLeadIn(bare: string, { objective, items }: AnswerGround): boolean {
  if (!/[:：]$/u.test(bare)) return false;
  return saysNothing(bare.replace(/[:：]$/u, ''), [objective, ...items.map(({ text }) => text)]);
}

/** Whether a heading only repeats words of the objective and its items. */
export function isPlainHeading(body: string, { objective, items }: AnswerGround): boolean {
  return saysNothing(withoutCitations(body), [objective, ...items.map(({ text }) => text)]);
}

function saysNothing(text: string, asked: readonly string[]): boolean {
  const known = asked.flatMap((one) => readText(one, 'en').words);
  return contentOf(readText(text, 'en')).every(
    ({ word }) =>
      following.has(word.key) || (word.kind !== 'sign' && known.some((other) => sameWord(word, other))),
  );
}

/** A view is nobody's fact: its numbers and names must be those of the findings, and somebody must have asked for it. */
function checkView(bare: string, ground: AnswerGround): CheckedSentence {
  const isAsked = isOpinion(ground.objective) || ground.items.some(({ text }) => isOpinion(text));
  if (!isAsked) return { ...dropped(bare, ground), reason: 'No opinion was asked for.' };
  const known = [
    ground.objective,
    ...ground.findings.map(({ text, quote, title }) => `${text}\n${quote}\n${title}`),
  ].flatMap((text) => readText(text, 'en').words);
  const read = readText(bare.replace(/^\W*my view\W*/iu, ''), 'en');
  const isForeign = read.words.some(
    (word, at) =>
      (word.kind === 'number' || isName(word, at, read)) && !known.some((other) => sameWord(word, other)),
  );
  if (isForeign || bare.length > viewCharactersMax) return dropped(bare, ground);
  return { ...nothing, kind: 'view', text: `My view: ${read.text}` };
}

/**
 * A sentence that has all its words from one finding, but says less, is surer of it or turns it round, is replaced by the
 * finding's own words, which hold in any case.
 */
function inFull(bare: string, cited: readonly Finding[], { findings }: AnswerGround): CheckedSentence | null {
  const fuller = [cited, findings].map((sources) => sources.filter((one) => holdsAllWords(one, bare)));
  const only = fuller.find((ones) => ones.length === 1)?.[0];
  if (only === undefined) return null;
  return kept(only.text.replace(/\s+/gu, ' ').trim(), [only], true);
}

function holdsAllWords(finding: Finding, bare: string): boolean {
  const held = readText(`${finding.text}\n${finding.title}`, 'en').words;
  const own = contentOf(readText(bare, 'en'));
  return own.length > 1 && own.every(({ word }) => held.some((other) => sameWord(word, other)));
}

function kept(bare: string, proof: readonly Finding[], isCorrected: boolean): CheckedSentence {
  const marks = proof.map(({ n }) => `[${n}]`).join('');
  const text = bare.replace(/([.!?:;。]?)$/u, ` ${marks}$1`);
  return { ...nothing, kind: 'kept', text, proof, isCorrected };
}

function dropped(bare: string, { findings }: AnswerGround): CheckedSentence {
  const known = findings.flatMap(({ text, quote }) => readText(`${text}\n${quote}`, 'en').words);
  const unknown = readText(bare, 'en')
    .words.filter((word) => word.kind === 'number' && !known.some((other) => sameWord(word, other)))
    .map((word) => asWritten(word, bare));
  const reason = unknown.length > 0 ? `No finding holds ${unknown.join(', ')}.` : 'No finding says this.';
  return { ...nothing, kind: 'dropped', text: bare, reason, unknownNumbers: unknown };
}
