import type { Label } from './values.ts';

/** What came with the call of the script itself: no page wrote it. */
export const givenLabel: Label = 1;
const firstPageBit = 1;
/** The last bit stands for all origins beyond those that have a bit of their own. */
const bitsMax = 30;

/** Which origin a bit of a label means, for one execution. */
export class LabelTable {
  readonly #origins: string[] = [];

  labelOf(origins: readonly string[]): Label {
    return origins.reduce((label, origin) => label | this.#bit(origin), 0);
  }

  /** The pages that a label names. */
  originsOf(label: Label): readonly string[] {
    return this.#origins.filter((_origin, index) => (label & bitAt(index)) !== 0);
  }

  #bit(origin: string): Label {
    const known = this.#origins.indexOf(origin);
    if (known >= 0) return bitAt(known);
    this.#origins.push(origin);
    return bitAt(this.#origins.length - 1);
  }
}

function bitAt(index: number): Label {
  return 1 << Math.min(firstPageBit + index, bitsMax);
}
