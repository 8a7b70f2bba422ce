import type { TargetDescription } from '../../../shared/actions.ts';

/** Prepared calls that are remembered; an act follows its preparation within seconds. */
const keptMax = 256;

/**
 * What the targets of a prepared call looked like, by page and arguments, so that an act finds the same ones
 * again.
 */
export class PreparedTargets {
  readonly #kept = new Map<string, readonly TargetDescription[]>();

  put(page: string, argsHash: string, targets: readonly TargetDescription[]): void {
    const key = `${page} ${argsHash}`;
    this.#kept.delete(key);
    this.#kept.set(key, targets);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= keptMax) break;
      this.#kept.delete(oldest);
    }
  }

  get(page: string, argsHash: string): readonly TargetDescription[] | undefined {
    return this.#kept.get(`${page} ${argsHash}`);
  }
}
