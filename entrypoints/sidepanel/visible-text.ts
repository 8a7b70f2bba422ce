// Text that a page, a file name or a template chose is shown as it is, never as it wants to look: characters that
// hide, reorder or imitate are drawn as a mark, and long text keeps its beginning and its end.

/** Longest text on one line of an approval or a receipt, in characters; the rest is cut out of the middle. */
export const lineCharactersMax = 120;

/** A piece of text as it can be drawn: plain, or a mark that stands for one character nobody could see. */
export type VisiblePart = { readonly kind: 'plain' | 'mark'; readonly text: string };

// Controls, formats (bidirectional and zero-width ones among them), what is drawn as nothing, unpaired surrogates,
// line and paragraph separators, and blanks that are no ordinary space.
const unseen = /\p{Cc}|\p{Cf}|\p{Cs}|\p{Zl}|\p{Zp}|(?! )\p{Zs}|\p{Default_Ignorable_Code_Point}|\u2800/u;

/** Splits a text into what can be drawn as it is and marks such as `U+202E` for what cannot. */
export function visibleParts(text: string): readonly VisiblePart[] {
  const parts: VisiblePart[] = [];
  let plain = '';
  for (const character of text) {
    if (!unseen.test(character)) {
      plain += character;
      continue;
    }
    if (plain !== '') parts.push({ kind: 'plain', text: plain });
    plain = '';
    parts.push({ kind: 'mark', text: markOf(character) });
  }
  if (plain !== '') parts.push({ kind: 'plain', text: plain });
  return parts;
}

/** The same as one string, for places that hold no elements: labels, announcements, titles. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => (part.kind === 'mark' ? `[${part.text}]` : part.text))
    .join('');
}

/** A long text without its middle. `hidden` counts the characters left out; 0 when all of it is there. */
export type CutText = { readonly head: string; readonly hidden: number; readonly tail: string };

/**
 * Cuts in the middle, because what tells two texts apart is as often their end as their beginning. The end gets a
 * third: enough for the rest of an address or a file's ending.
 */
export function cutMiddle(text: string, charactersMax: number = lineCharactersMax): CutText {
  const characters = [...text];
  if (characters.length <= charactersMax) return { head: text, hidden: 0, tail: '' };
  const tailLength = Math.floor(charactersMax / 3);
  const headLength = charactersMax - tailLength;
  return {
    head: characters.slice(0, headLength).join(''),
    hidden: characters.length - charactersMax,
    tail: characters.slice(-tailLength).join(''),
  };
}

function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (character === '\n') return '↵';
  if (character === '\t') return '⇥';
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
