import type { Finding } from '../../../shared/objective.ts';
import type { AnswerGround } from './citations.ts';
import { contentOf } from './lay-onto.ts';
import { provenBy, provenByAll } from './proven-by.ts';
import { asWritten, readText } from './read-text.ts';
import { sameWord } from './same-word.ts';

export type CheckedSentence = {
  readonly kind: 'kept' | 'view' | 'dropped';
  /** With its citations put right when kept; as written when dropped. */
  readonly text: string;
  readonly reason: string;
  readonly unknownNumbers: readonly string[];
  readonly isCorrected: boolean;
};

const citation = /\s*\[(\d+(?:\s*[,;]\s*\d+)*)\]/gu;
/** Findings that one sentence cites, and that are added to one without a citation. */
const citedMax = 6;
const addedMax = 2;

/** One sentence of an answer: kept with the citations that prove it, or dropped with the reason. */
export function checkSentence(sentence: string, ground: AnswerGround): CheckedSentence {
  const bare = sentence
    .replace(citation, '')
    .replace(/\s+([.,;:!?])/gu, '$1')
    .trim();
  const content = contentOf(readText(bare));
  if (content.length === 0) return kept(bare, [], false);
  if (/^\W*my view\b/iu.test(bare)) return checkView(bare, ground);
  if (isLeadIn(bare, ground)) return kept(bare, [], false);
  const cited = citedIn(sentence, ground.findings);
  const proof = proofAmong(bare, cited) ?? null;
  if (proof !== null) return kept(bare, proof, proof.length !== numbersCited(sentence).length);
  const holding = ground.findings.filter((one) => provenBy(bare, one)).slice(0, addedMax);
  if (holding.length > 0) return kept(bare, holding, true);
  return dropped(bare, ground);
}

function numbersCited(sentence: string): readonly number[] {
  return [...sentence.matchAll(citation)].flatMap((match) => (match[1] ?? '').split(/[,;]/).map(Number));
}

function citedIn(sentence: string, findings: readonly Finding[]): readonly Finding[] {
  const numbers = [...new Set(numbersCited(sentence))].slice(0, citedMax);
  return numbers.flatMap((n) => findings.find((one) => one.n === n) ?? []);
}

/** Those of the cited findings that prove the sentence, each alone or all together. */
function proofAmong(bare: string, cited: readonly Finding[]): readonly Finding[] | null {
  const alone = cited.filter((one) => provenBy(bare, one));
  if (alone.length > 0) return alone;
  return cited.length > 1 && provenByAll(bare, cited) ? cited : null;
}

/** "Here are the cafés:" tells nothing; every word is of the objective or says that something follows. */
function isLeadIn(bare: string, { objective }: AnswerGround): boolean {
  const asked = readText(objective).words;
  const following = new Set(
    'here following answer result results list found pages summary overview below hier folgende ergebnis voici suivants aqui siguientes resultado'.split(
      ' ',
    ),
  );
  return (
    /[:：]$/u.test(bare) &&
    contentOf(readText(bare)).every(
      ({ word }) =>
        word.kind !== 'number' && (following.has(word.key) || asked.some((other) => sameWord(word, other))),
    )
  );
}

/** A view states no facts of its own: its numbers and names are those of the findings. */
function checkView(bare: string, ground: AnswerGround): CheckedSentence {
  const unknown = unknownNumbers(bare, ground);
  if (unknown.length > 0) return dropped(bare, ground);
  return { kind: 'view', text: bare, reason: '', unknownNumbers: [], isCorrected: false };
}

function kept(bare: string, proof: readonly Finding[], isCorrected: boolean): CheckedSentence {
  const marks = proof.map(({ n }) => `[${n}]`).join('');
  const text = marks === '' ? bare : bare.replace(/([.!?:;。]?)$/u, ` ${marks}$1`);
  return { kind: 'kept', text, reason: '', unknownNumbers: [], isCorrected };
}

function dropped(bare: string, ground: AnswerGround): CheckedSentence {
  const unknown = unknownNumbers(bare, ground);
  const reason = unknown.length > 0 ? `No finding holds ${unknown.join(', ')}.` : 'No finding says this.';
  return { kind: 'dropped', text: bare, reason, unknownNumbers: unknown, isCorrected: false };
}

function unknownNumbers(bare: string, { findings }: AnswerGround): readonly string[] {
  const known = findings.flatMap(({ text, quote }) => readText(`${text}\n${quote}`).words);
  return readText(bare)
    .words.filter((word) => word.kind === 'number' && !known.some((other) => sameWord(word, other)))
    .map((word) => asWritten(word, bare));
}
