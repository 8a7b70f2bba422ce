import { hash as hashOnce } from 'node:crypto';

// The Merkle tree of RFC 6962 over the hashes of the rows: leaf = SHA-256(0x00 ‖ row hash), node =
// SHA-256(0x01 ‖ left ‖ right), a tree of n leaves split at the largest power of two below n. A root names
// every row up to it, and a proof of log₂ n hashes shows that one row is among them.

// What is hashed is put together here: a hundred thousand rows make twice as many hashes.
const leafBytes = Buffer.alloc(33, 0);
const nodeBytes = Buffer.alloc(65, 1);
const emptyRoot = hashOnce('sha256', Buffer.alloc(0), 'hex');
const hashHexLength = 64;

export function leafHash(rowHashHex: string): Buffer {
  if (leafBytes.write(rowHashHex, 1, 'hex') !== 32) throw new Error('a leaf that is no hash');
  return hashOnce('sha256', leafBytes, 'buffer');
}

function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  nodeBytes.set(left, 1);
  nodeBytes.set(right, 33);
  return hashOnce('sha256', nodeBytes, 'buffer');
}

/** A tree that only grows, kept as the roots of its whole subtrees: one for each bit of its size. */
export class Frontier {
  #size: number;
  readonly #peaks: Buffer[];

  private constructor(size: number, peaks: Buffer[]) {
    this.#size = size;
    this.#peaks = peaks;
  }

  static empty(): Frontier {
    return new Frontier(0, []);
  }

  /** The tree whose peaks were written down by `peaks`; null when they are not those of a tree of that size. */
  static from(size: number, peaks: string): Frontier | null {
    if (!Number.isSafeInteger(size) || size < 0 || !/^(?:[0-9a-f]{64})*$/.test(peaks)) return null;
    if (peaks.length !== ones(size) * hashHexLength) return null;
    const each = Array.from({ length: ones(size) }, (_, index) =>
      Buffer.from(peaks.slice(index * hashHexLength, (index + 1) * hashHexLength), 'hex'),
    );
    return new Frontier(size, each);
  }

  get size(): number {
    return this.#size;
  }

  /** Largest subtree first, in hex. */
  get peaks(): string {
    return this.#peaks.map((peak) => peak.toString('hex')).join('');
  }

  copy(): Frontier {
    return new Frontier(this.#size, [...this.#peaks]);
  }

  push(rowHashHex: string): void {
    let node = leafHash(rowHashHex);
    for (let left = this.#size; left % 2 === 1; left = Math.floor(left / 2)) {
      const before = this.#peaks.pop();
      if (before === undefined) throw new Error('a tree without its peaks');
      node = nodeHash(before, node);
    }
    this.#peaks.push(node);
    this.#size += 1;
  }

  root(): string {
    const [last, ...others] = [...this.#peaks].reverse();
    if (last === undefined) return emptyRoot;
    return others.reduce((right, left) => nodeHash(left, right), last).toString('hex');
  }
}

/** What of a tree is known: the peaks of its first `base` leaves, and every row hash after them. */
export type KnownTree = {
  readonly base: number;
  readonly basePeaks: string;
  readonly hashes: readonly string[];
};

/** Proves rows of a tree; the hashes of subtrees are computed once. */
export class ProofMaker {
  readonly #size: number;
  readonly #known = new Map<string, Buffer>();
  readonly #tree: KnownTree;

  constructor(tree: KnownTree) {
    this.#tree = tree;
    this.#size = tree.base + tree.hashes.length;
    let start = 0;
    let at = 0;
    for (let bit = 2 ** 52; bit >= 1; bit /= 2) {
      if (Math.floor(tree.base / bit) % 2 === 0) continue;
      this.#known.set(
        `${start} ${start + bit}`,
        Buffer.from(tree.basePeaks.slice(at, at + hashHexLength), 'hex'),
      );
      start += bit;
      at += hashHexLength;
    }
  }

  root(): string {
    return this.#size === 0 ? emptyRoot : this.#range(0, this.#size).toString('hex');
  }

  /** Hashes beside the way from leaf `index` (0 is row 1) up to the root, lowest first. */
  proof(index: number): string[] {
    if (index < this.#tree.base || index >= this.#size) throw new Error(`leaf ${index} is not in the tree`);
    const beside: string[] = [];
    let start = 0;
    let end = this.#size;
    while (end - start > 1) {
      const middle = start + splitOf(end - start);
      if (index < middle) {
        beside.push(this.#range(middle, end).toString('hex'));
        end = middle;
      } else {
        beside.push(this.#range(start, middle).toString('hex'));
        start = middle;
      }
    }
    return beside.reverse();
  }

  #range(start: number, end: number): Buffer {
    const key = `${start} ${end}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const made = this.#make(start, end);
    this.#known.set(key, made);
    return made;
  }

  #make(start: number, end: number): Buffer {
    if (end - start > 1) {
      const middle = start + splitOf(end - start);
      return nodeHash(this.#range(start, middle), this.#range(middle, end));
    }
    const hash = this.#tree.hashes[start - this.#tree.base];
    if (hash === undefined) throw new Error(`leaf ${start} is not known`);
    return leafHash(hash);
  }
}

/** The largest power of two below `size`. */
function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}

function ones(size: number): number {
  let count = 0;
  for (let left = size; left > 0; left = Math.floor(left / 2)) count += left % 2;
  return count;
}
