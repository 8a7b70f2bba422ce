import type { OutlineLine } from './outline-lines.ts';

// What is different between two looks at a page: lines that were not there, and lines that are not any more.
// Lines are compared by their words: an element that was drawn anew with the same words is no change, and its
// ref goes on meaning it.

/** The lines of one look. */
export type Seen = {
  readonly lines: readonly OutlineLine[];
  readonly characters: number;
  /** The page goes on after the last of them. */
  readonly goesOn: boolean;
};

export type Changes = {
  /** Places of the new lines. */
  readonly fresh: ReadonlySet<number>;
  /** What is gone, in the order in which it stood there. */
  readonly gone: readonly OutlineLine[];
};

const goneMax = 20;

/**
 * Of lines that say the same, as many as were there before are no change. A line whose element is told anew
 * has changed and is not gone. Where a look ended before the page did, what moved over its end is no change:
 * one more line above moves one out of sight below. `isOther` tells of lines that have to be told although they
 * say what was said before.
 */
export function changesSince(before: Seen, now: Seen, isOther: (line: OutlineLine) => boolean): Changes {
  const places = placesByWords(before.lines);
  const kept = new Set<number>();
  const fresh = new Set<number>();
  let lastKept = -1;
  for (const [at, line] of now.lines.entries()) {
    const place = places.get(comparedWords(line))?.shift();
    if (place === undefined) fresh.add(at);
    else {
      kept.add(place);
      lastKept = at;
      if (isOther(line)) fresh.add(at);
    }
  }
  if (before.goesOn) for (const at of [...fresh]) if (at > lastKept) fresh.delete(at);
  const told = new Set(
    [...fresh].flatMap((at) => now.lines[at]?.refs.flatMap(({ element }) => element ?? []) ?? []),
  );
  const end = now.goesOn ? lastOf(kept) : before.lines.length;
  const gone = before.lines.filter((line, at) => {
    if (kept.has(at) || at > end) return false;
    return !line.refs.some(({ element }) => element !== null && told.has(element));
  });
  return { fresh, gone: gone.slice(0, goneMax) };
}

function lastOf(places: ReadonlySet<number>): number {
  let last = -1;
  for (const place of places) last = Math.max(last, place);
  return last;
}

function placesByWords(lines: readonly OutlineLine[]): ReadonlyMap<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [at, line] of lines.entries()) {
    const words = comparedWords(line);
    const same = places.get(words);
    if (same === undefined) places.set(words, [at]);
    else same.push(at);
  }
  return places;
}

/** Where the focus is changes with every act, and says nothing about what the act did. */
function comparedWords({ words }: OutlineLine): string {
  return words.replace(' [focused]', '');
}
