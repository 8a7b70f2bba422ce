import type { OutlineLine } from './outline-lines.ts';

// What is different between two looks at a page: lines that were not there, and lines that are not any more.
// Lines are compared by their words: an element that was drawn anew with the same words is no change, and its
// ref goes on meaning it.

/** The lines of one look, and how long they were together. */
export type Seen = { readonly lines: readonly OutlineLine[]; readonly characters: number };

export type Changes = {
  /** Places of the new lines. */
  readonly fresh: ReadonlySet<number>;
  /** What is gone, in the order in which it stood there. */
  readonly gone: readonly OutlineLine[];
};

const goneMax = 20;

/**
 * Of lines that say the same, as many as were there before are no change. A line whose element is told anew
 * has changed and is not gone.
 */
export function changesSince(before: Seen, now: Seen): Changes {
  const left = new Map<string, OutlineLine[]>();
  for (const line of before.lines) {
    const same = left.get(line.words);
    if (same === undefined) left.set(line.words, [line]);
    else same.push(line);
  }
  const fresh = new Set<number>();
  const told = new Set<Element>();
  for (const [at, line] of now.lines.entries()) {
    if (left.get(line.words)?.pop() !== undefined) continue;
    fresh.add(at);
    for (const { element } of line.refs) if (element !== null) told.add(element);
  }
  const gone = [...left.values()]
    .flat()
    .filter(({ refs }) => !refs.some(({ element }) => element !== null && told.has(element)));
  return { fresh, gone: gone.slice(0, goneMax) };
}
