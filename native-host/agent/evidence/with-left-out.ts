import type { CheckedAnswer } from './citations.ts';
import { plainText } from './plain-answer.ts';

const linesMax = 12;
const textCharactersMax = 240;

/** The answer and, under a heading of its own, what was taken out of it and why, a line each. */
export function withLeftOut({ markdown, leftOut }: CheckedAnswer): string {
  if (leftOut.length === 0) return markdown;
  const lines = leftOut
    .slice(0, linesMax)
    .map(({ text, reason }) => `- “${plainText(cut(text))}” ${plainText(reason)}`);
  const more = leftOut.length - linesMax;
  const rest = more > 0 ? [`- and ${more} more`] : [];
  return [markdown, '', '**Left out of the text, as no discovery says it**', '', ...lines, ...rest].join(
    '\n',
  );
}

function cut(text: string): string {
  return text.length > textCharactersMax ? `${text.slice(0, textCharactersMax).toWellFormed()}…` : text;
}
