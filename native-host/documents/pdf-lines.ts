// From the pieces of text on a PDF page, each with its place, to paragraphs as a person reads them.

export type PdfPiece = {
  readonly text: string;
  readonly x: number;
  /** Height of the base line from the bottom of the page. */
  readonly y: number;
  readonly width: number;
  /** Size of the letters. */
  readonly height: number;
};

type Line = { readonly text: string; readonly y: number; readonly height: number; readonly right: number };

/** Gaps as shares of the size of the letters: between words, between columns, between paragraphs. */
const wordGap = 0.15;
const columnGap = 1.8;
const paragraphGap = 1.7;

export function paragraphsOf(pieces: readonly PdfPiece[]): readonly string[] {
  const paragraphs: string[] = [];
  let before: Line | null = null;
  for (const line of linesOf(pieces)) {
    const text = line.text.trim();
    if (text === '') continue;
    if (before !== null && goesOn(before, line)) paragraphs[paragraphs.length - 1] += `\n${text}`;
    else paragraphs.push(text);
    before = line;
  }
  return paragraphs;
}

function goesOn(before: Line, line: Line): boolean {
  const step = before.y - line.y;
  const height = Math.max(before.height, line.height);
  const sameSize = Math.abs(before.height - line.height) <= height * 0.2;
  return sameSize && step > 0 && step <= height * paragraphGap;
}

function linesOf(pieces: readonly PdfPiece[]): readonly Line[] {
  const lines: Line[] = [];
  for (const piece of pieces) {
    const last = lines.at(-1);
    const height = piece.height > 0 ? piece.height : (last?.height ?? 10);
    const right = piece.x + piece.width;
    const gap = last === undefined ? 0 : piece.x - last.right;
    if (last === undefined || Math.abs(last.y - piece.y) > height * 0.5 || gap < -height * 2) {
      lines.push({ text: piece.text, y: piece.y, height, right });
      continue;
    }
    const between = gap > height * columnGap ? '\t' : gap > height * wordGap ? ' ' : '';
    const text = `${last.text}${between}${piece.text}`.replace(/ +/g, ' ');
    lines[lines.length - 1] = { text, y: last.y, height: Math.max(last.height, height), right };
  }
  return lines;
}
