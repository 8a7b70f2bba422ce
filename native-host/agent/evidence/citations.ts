import type { ChecklistItem, Finding } from '../../../shared/objective.ts';
import { checkSentence } from './check-sentence.ts';
import { countAsked } from './count-asked.ts';
import { isOpinion } from './is-opinion.ts';
import { passagesOf } from './passages-of.ts';
import { plainAnswer } from './plain-answer.ts';
import { readText } from './read-text.ts';
import { repeatsIn } from './repeats-in.ts';

// The writer's text, checked sentence by sentence before anybody reads it. A sentence stays when a finding proves it, with
// the number of that finding; all else is taken out and named.

/** What the answer is about. */
export type AnswerGround = {
  readonly objective: string;
  readonly items: readonly ChecklistItem[];
  readonly findings: readonly Finding[];
};

export type CheckedAnswer = {
  /** What is proven, cited; the plain answer made from the findings where nothing of the text is. */
  readonly markdown: string;
  /** The text was the writer's; false: it was unusable and `markdown` is made by code. */
  readonly isWritten: boolean;
  readonly leftOut: readonly { readonly text: string; readonly reason: string }[];
  /** Numbers of the text that no finding holds. */
  readonly unknownNumbers: readonly string[];
  /** Citations that were put right. */
  readonly corrected: number;
  /** Fewer than the objective asks for: how many are missing. */
  readonly shortBy: number;
};

/** Characters and lines of an answer that are looked at. */
const answerCharactersMax = 20_000;
const linesMax = 300;

type Line = { readonly lead: string; readonly body: string };
type Kept = { readonly line: string; readonly isItem: boolean };
type Dropped = CheckedAnswer['leftOut'][number];

/** Checks the writer's Markdown against the findings. */
export function checkAnswer(markdown: string, ground: AnswerGround): CheckedAnswer {
  const kept: Kept[] = [];
  const leftOut: Dropped[] = [];
  const unknown: string[] = [];
  let corrected = 0;
  for (const line of markdown.slice(0, answerCharactersMax).split('\n').slice(0, linesMax).map(lineOf)) {
    const checked = checkLine(line, ground);
    corrected += checked.corrected;
    leftOut.push(...checked.leftOut);
    unknown.push(...checked.unknownNumbers);
    if (checked.text !== '') kept.push({ line: `${line.lead}${checked.text}`, isItem: line.lead !== '' });
    else if (line.body === '' && kept.at(-1)?.line !== '') kept.push({ line: '', isItem: false });
  }
  const single = withoutRepeats(kept, countAsked(ground.objective));
  const isWritten = single.some(({ line }) => /\[\d+\]/.test(line));
  const text = isWritten
    ? single
        .map(({ line }) => line)
        .join('\n')
        .trim()
    : plainAnswer(ground);
  return {
    markdown: text,
    isWritten,
    leftOut,
    unknownNumbers: [...new Set(unknown)],
    corrected,
    shortBy: shortOf(text, ground),
  };
}

/** A bullet, number or heading mark, and the text after it. */
function lineOf(line: string): Line {
  const match = /^(\s*(?:[-*•]|\d+[.)]|#{1,6}|>)\s+)(.*)$/u.exec(line);
  return match === null
    ? { lead: '', body: line.trim() }
    : { lead: match[1] ?? '', body: (match[2] ?? '').trim() };
}

type CheckedLine = {
  readonly text: string;
  readonly leftOut: readonly Dropped[];
  readonly unknownNumbers: readonly string[];
  readonly corrected: number;
};

function checkLine({ body }: Line, ground: AnswerGround): CheckedLine {
  const sentences = sentencesOf(body).map((sentence) => checkSentence(sentence, ground));
  const wantsView = isOpinion(ground.objective) || ground.items.some(({ text }) => isOpinion(text));
  const kept = sentences.filter(({ kind }) => kind === 'kept' || (kind === 'view' && wantsView));
  const dropped = sentences.filter(({ kind }) => kind === 'dropped' || (kind === 'view' && !wantsView));
  return {
    text: kept.map(({ text }) => text).join(' '),
    leftOut: dropped.map(({ text, reason }) => ({
      text,
      reason: reason === '' ? 'No opinion was asked for.' : reason,
    })),
    unknownNumbers: dropped.flatMap(({ unknownNumbers }) => unknownNumbers),
    corrected: kept.filter(({ isCorrected }) => isCorrected).length,
  };
}

/** Sentences with the citations that stand behind their full stop. */
function sentencesOf(body: string): readonly string[] {
  const moved = body.replace(
    /([.!?。])\s*((?:\[\d+(?:\s*,\s*\d+)*\]\s*)+)/gu,
    (_, stop: string, marks: string) => ` ${marks.trim()}${stop} `,
  );
  const read = readText(moved.trim());
  return passagesOf(read.text, read.words).map(({ start, end }) => read.text.slice(start, end));
}

function withoutRepeats(lines: readonly Kept[], countMax: number | null): readonly Kept[] {
  const repeats = repeatsIn(lines.map(({ line, isItem }) => (isItem ? line : '')));
  const single = lines.filter((_, at) => !repeats.has(at));
  let items = 0;
  return countMax === null ? single : single.filter(({ isItem }) => !isItem || ++items <= countMax);
}

function shortOf(markdown: string, { objective, findings }: AnswerGround): number {
  const asked = countAsked(objective);
  if (asked === null) return 0;
  const items = markdown.split('\n').filter((line) => /^\s*(?:[-*•]|\d+[.)])\s/u.test(line)).length;
  return Math.max(0, asked - Math.max(items, Math.min(1, findings.length)));
}
