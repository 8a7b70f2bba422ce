import type { z } from 'zod';
import type { TextBlock } from './engine-methods.ts';
import { raise } from './faults.ts';
import type { getText } from './tools/get-text.ts';

// Text in parts of a size that a model takes in at once. Tables and code are never cut; a longer one is a
// part of its own.

export const partCharactersMax = 6_000;
const partsMax = 10_000;
const outlineMax = 500;

export type Parts = {
  readonly parts: readonly string[];
  readonly outline: { level: number; heading: string; part: number }[];
};

type Piece = {
  readonly text: string;
  readonly heading: { readonly level: number; readonly text: string } | null;
};

export function partsOf(blocks: readonly TextBlock[], format: 'text' | 'markdown'): Parts {
  const pieces = blocks.flatMap((block) => piecesOf(block, format));
  const parts: string[] = [];
  const outline: Parts['outline'] = [];
  let current = '';
  let onlyHeadings = true;
  for (const [at, piece] of pieces.entries()) {
    const grown = current === '' ? piece.text : `${current}\n\n${piece.text}`;
    // A heading goes with what it heads, so it starts a new part when that would not fit any more.
    const ahead = piece.heading === null ? 0 : (pieces[at + 1]?.text.length ?? 0) + 2;
    const full = grown.length + Math.min(ahead, partCharactersMax / 2) > partCharactersMax;
    // A piece too long for any part takes the headings right before it along.
    const headsIt = onlyHeadings && piece.text.length > partCharactersMax;
    if (current !== '' && full && !headsIt) {
      parts.push(current);
      current = piece.text;
    } else {
      current = grown;
    }
    onlyHeadings = piece.heading !== null && (onlyHeadings || current === piece.text);
    if (piece.heading !== null && outline.length < outlineMax) {
      const { level, text } = piece.heading;
      outline.push({ level, heading: text.slice(0, 300), part: parts.length + 1 });
    }
  }
  if (current !== '' || parts.length === 0) parts.push(current);
  return { parts: parts.slice(0, partsMax), outline };
}

function piecesOf(block: TextBlock, format: 'text' | 'markdown'): readonly Piece[] {
  const text = format === 'text' ? block.text : block.markdown;
  if (text === '') return [];
  if (block.kind === 'heading') return [{ text, heading: { level: block.level, text: block.text } }];
  if (block.kind === 'table' || block.kind === 'code' || text.length <= partCharactersMax) {
    return [{ text, heading: null }];
  }
  return cut(text).map((piece) => ({ text: piece, heading: null }));
}

/** Cuts a long paragraph or list at a line break, else at the end of a sentence, else at a space. */
function cut(text: string): readonly string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > partCharactersMax) {
    const window = rest.slice(0, partCharactersMax);
    const least = partCharactersMax / 2;
    const line = window.lastIndexOf('\n');
    const sentence =
      Math.max(window.lastIndexOf('. '), window.lastIndexOf('! '), window.lastIndexOf('? ')) + 1;
    const space = window.lastIndexOf(' ');
    const at = [line, sentence, space].find((place) => place > least) ?? partCharactersMax;
    pieces.push(rest.slice(0, at).trimEnd());
    rest = rest.slice(at).replace(/^[\n ]/, '');
  }
  return rest === '' ? pieces : [...pieces, rest];
}

type TextArgs = Pick<z.output<typeof getText.input>, 'part' | 'format'>;
type TextResult = z.output<typeof getText.output>;
export type TextFields = Pick<TextResult, 'heading' | 'byline' | 'published'>;

/** The part that was asked for, in the form in which `get_text` tells it. */
export function tellText(blocks: readonly TextBlock[], fields: TextFields, args: TextArgs): TextResult {
  const { parts, outline } = partsOf(blocks, args.format);
  const text = parts[args.part - 1];
  if (text === undefined) {
    raise(
      'bad-arguments',
      `The text has ${parts.length} parts, so there is no part ${args.part}.`,
      'Ask for one of them.',
    );
  }
  const { heading, byline, published } = fields;
  const tokens = Math.ceil(text.length / 4);
  return { text, part: args.part, parts: parts.length, outline, heading, byline, published, tokens };
}
