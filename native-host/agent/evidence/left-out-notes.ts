import type { CheckedAnswer } from './citations.ts';

const notesMax = 30;
const textCharactersMax = 300;

/** What was taken out of an answer, in one line each for the report's notes. */
export function leftOutNotes({ leftOut }: CheckedAnswer): readonly string[] {
  const notes = leftOut.map(({ text, reason }) => `Left out of the result: “${cut(text)}” ${reason}`);
  const more = notes.length - notesMax;
  return more > 0 ? [...notes.slice(0, notesMax), `Left out of the result: ${more} more sentences.`] : notes;
}

function cut(text: string): string {
  return text.length > textCharactersMax ? `${text.slice(0, textCharactersMax).toWellFormed()}…` : text;
}
