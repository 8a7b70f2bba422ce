import type { PageId } from '../../../shared/actions.ts';

// Each document counts its refs from where the one before it stopped, so that a ref from an older document
// can never name an element of a newer one. Kept for as long as the worker lives; a document keeps its own
// count longer than that.

const pagesMax = 500;
const numbers = new Map<string, number>();

function keyOf(page: PageId, frameId: number): string {
  return `${page}/${frameId}`;
}

/** The first number that a new document may give out. */
export function firstRefOf(page: PageId, frameId: number): number {
  return numbers.get(keyOf(page, frameId)) ?? 1;
}

/** Notes a number that was given out. */
export function noteRef(page: PageId, frameId: number, number: number): void {
  const key = keyOf(page, frameId);
  const highest = Math.max(numbers.get(key) ?? 1, number + 1);
  numbers.delete(key);
  numbers.set(key, highest);
  const oldest = numbers.size > pagesMax ? numbers.keys().next().value : undefined;
  if (oldest !== undefined) numbers.delete(oldest);
}
