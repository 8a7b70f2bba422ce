/** The known name that is closest to what was written, if it is close enough to be meant; else null. */
export function nearestName(written: string, known: Iterable<string>): string | null {
  // Nobody means a name by a whole text.
  const word = written.slice(0, 100).toLowerCase();
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const name of known) {
    const distance = editDistance(word, name.toLowerCase());
    if (distance <= limit && (best === null || distance < best.distance)) best = { name, distance };
  }
  return best?.name ?? null;
}

/** ` Did you mean "click"?`, or nothing. */
export function didYouMean(written: string, known: Iterable<string>): string {
  const name = nearestName(written, known);
  return name === null ? '' : ` Did you mean "${name}"?`;
}

// Changes of one letter, and swaps of two neighbours, that lead from one word to the other.
function editDistance(from: string, to: string): number {
  const a = from.slice(0, 100);
  const b = to.slice(0, 100);
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1];
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const choices = [
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
      ];
      current.push(Math.min(...choices, swapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY));
    }
    before = last;
    last = current;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
