import type { ChecklistItem, Finding } from '../../../shared/objective.ts';
import { type AnswerLine, answerLines } from './answer-lines.ts';
import { type CheckedSentence, checkSentence, isPlainHeading } from './check-sentence.ts';
import { sortByConditions } from './conditions-shown.ts';
import { countAsked } from './count-asked.ts';
import { passagesOf } from './passages-of.ts';
import { plainAnswer } from './plain-answer.ts';
import { readText } from './read-text.ts';
import { repeatsIn } from './repeats-in.ts';
import { leansOnOthers, standingAlone } from './standing-alone.ts';

// The writer's text, checked sentence by sentence before anybody reads it. A sentence stays when a finding proves it, with
// the number of that finding; all else is taken out and named.

/** What the answer is about. */
export type AnswerGround = {
  readonly objective: string;
  readonly items: readonly ChecklistItem[];
  /** What the writer was given; only these can be cited. */
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
  /** Sentences whose citations or words were put right. */
  readonly corrected: number;
  /** Fewer than the objective asks for: how many are missing. */
  readonly shortBy: number;
};

type Checked = {
  readonly line: AnswerLine;
  readonly text: string;
  readonly isCited: boolean;
  readonly isView: boolean;
  readonly dropped: readonly CheckedSentence[];
  readonly corrected: number;
};

/** Checks the writer's Markdown against the findings; those that do not meet the conditions prove nothing. */
export function checkAnswer(markdown: string, whole: AnswerGround): CheckedAnswer {
  const ground = { ...whole, findings: sortByConditions(whole.items, whole.findings, whole.objective).shown };
  const checked = answerLines(markdown).map((line) => checkLine(line, ground));
  const kept = withinCount(
    withoutRepeats(checked.filter(({ line, text }) => text !== '' || line.kind === 'blank')),
    ground,
  );
  const isWritten = kept.some(({ isCited }) => isCited);
  const dropped = checked.flatMap((one) => one.dropped);
  const views = kept.filter(({ isView }) => isView).map((one) => one.text);
  const text = isWritten
    ? asMarkdown(withoutLooseEnds(kept))
    : [plainAnswer(ground), ...views].join('\n\n').trim();
  const shortBy = shortOf(text, ground);
  return {
    markdown: [text, ...shortLine(shortBy, ground)].join('\n\n'),
    isWritten,
    leftOut: dropped.map(({ text: said, reason }) => ({ text: said, reason })),
    unknownNumbers: [...new Set(dropped.flatMap(({ unknownNumbers }) => unknownNumbers))],
    corrected: checked.reduce((sum, one) => sum + one.corrected, 0),
    shortBy,
  };
}

function checkLine(line: AnswerLine, ground: AnswerGround): Checked {
  const base = { line, text: '', isCited: false, isView: false, dropped: [], corrected: 0 };
  if (line.kind === 'blank') return base;
  if (line.kind === 'heading' && isPlainHeading(line.body, ground))
    return { ...base, text: `**${line.body.replace(/\s*\[\d+\]/g, '')}**` };
  const sentences = sentencesOf(line.body).map((sentence) => checkSentence(sentence, ground));
  const kept = sentences.filter(({ kind, text }) => kind !== 'dropped' && text !== '');
  return {
    line: line.kind === 'heading' ? { ...line, kind: 'text' } : line,
    text: kept.map((one, at) => inPlace(one, kept[at - 1])).join(' '),
    isCited: kept.some(({ proof }) => proof.length > 0),
    isView: kept.some(({ kind }) => kind === 'view'),
    dropped: sentences.filter(({ kind }) => kind === 'dropped'),
    corrected: kept.filter(({ isCorrected }) => isCorrected).length,
  };
}

/** "It" after a sentence of the same finding means what the finding means; anywhere else it could mean another. */
function inPlace({ text, proof }: CheckedSentence, before: CheckedSentence | undefined): string {
  const [source] = proof;
  if (source === undefined || !leansOnOthers(text)) return text;
  const follows = before?.proof.some(({ n }) => n === source.n) ?? false;
  return follows ? text : standingAlone(text, source);
}

/** Sentences with the citations that stand behind their full stop. */
function sentencesOf(body: string): readonly string[] {
  const moved = body.replace(
    /([.!?。])["”]?\s*((?:\[\d+(?:\s*[,;]\s*\d+)*\]\s*)+)/gu,
    (_, stop: string, marks: string) => ` ${marks.trim()}${stop} `,
  );
  if (/^\W*my view\b/iu.test(moved)) return [moved.trim()];
  const read = readText(moved.trim(), 'en');
  return passagesOf(read.text, read.words).map(({ start, end }) => read.text.slice(start, end));
}

function withoutRepeats(lines: readonly Checked[]): readonly Checked[] {
  const repeats = repeatsIn(lines.map(({ text, isCited }) => (isCited ? text : '')));
  return lines.filter((_, at) => !repeats.has(at));
}

/** A list of the things asked for holds as many as asked for; what belongs to one that goes, goes with it. */
function withinCount(lines: readonly Checked[], { objective }: AnswerGround): readonly Checked[] {
  const asked = countAsked(objective);
  const tops = lines.filter(({ line }) => line.kind === 'item' && line.indent === 0);
  const isOneList =
    !lines.some(({ line }) => line.kind === 'heading') && tops.every(({ line }) => line.isOrdered);
  if (asked === null || tops.length <= asked || !isOneList) return lines;
  const extra = new Set(tops.slice(asked));
  let isGone = false;
  return lines.filter((one) => {
    if (one.line.kind !== 'item') isGone = false;
    else if (one.line.indent === 0) isGone = extra.has(one);
    return !isGone;
  });
}

/** Headings and lead-ins after which nothing is left, and a number of things that the list does not have. */
function withoutLooseEnds(lines: readonly Checked[]): readonly Checked[] {
  const items = lines.filter(({ line }) => line.kind === 'item' && line.indent === 0).length;
  return lines.filter(({ line, text, isCited }, at) => {
    const isLead = !isCited && (line.kind === 'heading' || /[:：]$/u.test(text));
    if (!isLead) return true;
    const count = line.kind === 'text' ? countAsked(text) : null;
    const next = lines.slice(at + 1).find((one) => one.line.kind !== 'blank');
    return next !== undefined && next.line.kind !== 'heading' && (count === null || count === items);
  });
}

function asMarkdown(lines: readonly Checked[]): string {
  let number = 0;
  const written = lines.map(({ line, text }) => {
    if (line.kind !== 'item') {
      if (line.kind !== 'blank') number = 0;
      return text;
    }
    const indent = ' '.repeat(Math.min(line.indent, 6));
    if (line.indent === 0 && line.isOrdered) number++;
    return line.isOrdered && line.indent === 0 ? `${number}. ${text}` : `${indent}- ${text}`;
  });
  return written
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** How many of the things asked for are missing: by the list, or where there is none by what is cited. */
function shortOf(markdown: string, { objective }: AnswerGround): number {
  const asked = countAsked(objective);
  if (asked === null || markdown === '') return 0;
  const items = markdown.split('\n').filter((line) => /^(?:-|\d+[.)])\s/u.test(line)).length;
  const cited = new Set([...markdown.matchAll(/\[(\d+)\]/g)].map(([, n]) => n)).size;
  return Math.max(0, asked - Math.max(items, cited));
}

function shortLine(shortBy: number, { objective }: AnswerGround): readonly string[] {
  const asked = countAsked(objective);
  return shortBy === 0 || asked === null
    ? []
    : [`*${asked - shortBy} of the ${asked} asked for could be shown.*`];
}
