/** The keys of one server. The one in use stays in use until the server has had enough of it. */
export class KeyRing {
  readonly #keys: readonly string[];
  #at = 0;

  constructor(keys: readonly string[]) {
    this.#keys = keys;
  }

  /** Null: the server takes callers without a key. */
  get current(): string | null {
    return this.#keys[this.#at] ?? null;
  }

  /** How many attempts use each key once. */
  get size(): number {
    return Math.max(1, this.#keys.length);
  }

  /** Goes on to the next key, after the last to the first. */
  turn(): void {
    if (this.#keys.length > 0) this.#at = (this.#at + 1) % this.#keys.length;
  }
}
