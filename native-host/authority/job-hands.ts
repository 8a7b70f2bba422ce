/** Deliveries that some connection is at work on, by the hash of their token; of all connections. */
const atWork = new Set<string>();

/** What the worker of one connection has in hand. */
export class JobHands {
  readonly #own = new Set<string>();

  /** Whether any worker has it. */
  holds(hash: string): boolean {
    return atWork.has(hash);
  }

  take(hash: string): void {
    atWork.add(hash);
    this.#own.add(hash);
  }

  drop(hash: string): void {
    atWork.delete(hash);
    this.#own.delete(hash);
  }

  /** The connection ended: what it had can be taken up by the next worker. */
  dropAll(): void {
    for (const hash of this.#own) atWork.delete(hash);
    this.#own.clear();
  }
}
