// A page's text in parts of a size that a small model takes in quickly: about 500 tokens. Cut between blocks, a heading going
// with what it heads; a table or a block of code stays whole as long as it fits a larger bound.

const partCharactersMax = 1_900;
/** A table or code that is longer is cut between its lines. */
const wholeCharactersMax = 3_200;
const partsMax = 200;

export type Cut = {
  readonly parts: readonly string[];
  readonly outline: readonly { readonly heading: string; readonly part: number }[];
};

/** Cuts a text whose blocks are parted by empty lines. `headings` are those of the page, in order. */
export function cutParts(text: string, headings: readonly string[]): Cut {
  const names = new Set(headings.map((heading) => heading.trim()));
  const blocks = text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .filter((block) => block !== '')
    .flatMap(cutBlock);
  const parts: string[] = [];
  const outline: { heading: string; part: number }[] = [];
  let current: string[] = [];
  let size = 0;
  for (const block of blocks) {
    const isHeading = names.has(block);
    const full = size + block.length > partCharactersMax;
    // A heading late in a part begins the next one, with what it heads.
    const late = isHeading && size > partCharactersMax * 0.75;
    if (current.length > 0 && (full || late)) {
      const [kept, moved] = withoutLastHeading(current, names);
      parts.push(kept.join('\n\n'));
      for (const one of outline) if (moved.includes(one.heading) && one.part === parts.length) one.part += 1;
      current = [...moved];
      size = moved.join('').length;
    }
    if (isHeading) outline.push({ heading: block, part: parts.length + 1 });
    current.push(block);
    size += block.length + 2;
  }
  if (current.length > 0 || parts.length === 0) parts.push(current.join('\n\n'));
  return { parts: parts.slice(0, partsMax), outline: outline.filter(({ part }) => part <= partsMax) };
}

/** Headings at the end of a full part go with what comes next, unless there is nothing else. */
function withoutLastHeading(
  blocks: readonly string[],
  names: ReadonlySet<string>,
): readonly [readonly string[], readonly string[]] {
  const last = blocks.findLastIndex((block) => !names.has(block));
  return last === -1 ? [blocks, []] : [blocks.slice(0, last + 1), blocks.slice(last + 1)];
}

function cutBlock(block: string): readonly string[] {
  const lines = block.split('\n');
  const max = lines.length > 2 ? wholeCharactersMax : partCharactersMax;
  if (block.length <= max) return [block];
  return lines.length > 2
    ? joined(lines, '\n')
    : joined(block.split(/(?<=[.!?。])\s+/u).flatMap(hardCut), ' ');
}

/** Pieces joined again as long as they fit a part. */
function joined(pieces: readonly string[], by: string): readonly string[] {
  const parts: string[] = [];
  let current = '';
  for (const piece of pieces.flatMap(hardCut)) {
    const grown = current === '' ? piece : `${current}${by}${piece}`;
    if (grown.length > partCharactersMax && current !== '') {
      parts.push(current);
      current = piece;
    } else current = grown;
  }
  return current === '' ? parts : [...parts, current];
}

function hardCut(piece: string): readonly string[] {
  if (piece.length <= partCharactersMax) return [piece];
  const cuts = Array.from(
    { length: Math.ceil(piece.length / partCharactersMax) },
    (_, at) => at * partCharactersMax,
  );
  return cuts.map((from) => piece.slice(from, from + partCharactersMax));
}
