import { sameWord } from './same-word.ts';
import type { Word } from './words-of.ts';

/** Words that stand in the same order in both lists: `length` of them from `claim` in the one and `page` in the other. */
export type Run = { readonly claim: number; readonly page: number; readonly length: number };

const runsMax = 60;

/**
 * Lays the claim's words onto the page's, longest common runs first, each word once. Among runs of one length the one
 * wins that goes on where the others stand. In the order of the claim.
 */
export function longestRuns(claim: readonly Word[], page: readonly Word[]): readonly Run[] {
  const same = claim.map((word) => page.map((other) => sameWord(word, other)));
  const freeClaim = claim.map(() => true);
  const freePage = page.map(() => true);
  const runs: Run[] = [];
  while (runs.length < runsMax) {
    const run = longest(same, freeClaim, freePage, runs);
    if (run === null) break;
    freeClaim.fill(false, run.claim, run.claim + run.length);
    freePage.fill(false, run.page, run.page + run.length);
    runs.push(run);
  }
  return runs.sort((a, b) => a.claim - b.claim);
}

function longest(
  same: readonly (readonly boolean[])[],
  freeClaim: readonly boolean[],
  freePage: readonly boolean[],
  runs: readonly Run[],
): Run | null {
  let best: Run | null = null;
  let bestShift = 0;
  for (let claim = 0; claim < freeClaim.length; claim++) {
    for (let page = 0; page < freePage.length; page++) {
      let length = 0;
      while (
        freeClaim[claim + length] === true &&
        freePage[page + length] === true &&
        same[claim + length]?.[page + length] === true
      )
        length++;
      if (length === 0 || length < (best?.length ?? 0)) continue;
      const shift = shiftFrom(runs, claim, page);
      if (best === null || length > best.length || shift < bestShift) {
        best = { claim, page, length };
        bestShift = shift;
      }
    }
  }
  return best;
}

/** How far a run lies from where the runs found so far would have it; out of order counts as far. */
function shiftFrom(runs: readonly Run[], claim: number, page: number): number {
  let shift = 0;
  for (const run of runs) {
    const inOrder = run.claim < claim === run.page < page;
    shift += Math.abs(page - claim - (run.page - run.claim)) + (inOrder ? 0 : 1_000);
  }
  return shift;
}
