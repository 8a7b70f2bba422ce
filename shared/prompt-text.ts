// Texts of pages as they stand in a prompt: between marks that they cannot close, or as labels on one line.

const labelMax = 80;
/** The words that blocks are marked with, and what makes a text's own look like no mark. */
const tamed = {
  DATA: [/<<<\s*DATA/giu, /DATA(\s+\S*)?>>>/giu],
  PAGE: [/<<<\s*PAGE/giu, /PAGE(\s+\S*)?>>>/giu],
} as const;

/** Text of a page between its marks. `mark` holds digits that nobody outside the run knows. */
export function dataBlock(mark: string, text: string, word: keyof typeof tamed = 'DATA'): string {
  const [opening, closing] = tamed[word];
  const tame = text.replace(opening, `<< ${word}`).replace(closing, `${word}$1 >>`);
  return `<<<${word} ${mark}\n${tame}\n${word} ${mark}>>>`;
}

/** A text of a page or of a template as a label: one line, without quotes and marks of its own. */
export function label(text: string, max = labelMax): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replace(/"/g, "'")
    .replace(/<<<|>>>/g, '')
    .trim();
  return line.length > max ? `${line.slice(0, max - 1).trimEnd()}…` : line;
}
