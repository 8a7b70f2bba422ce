const none: ReadonlySet<string> = new Set();

/** What the person approved for as long as a caller is there: kinds of act, by `grantKey`. They end with the run or session. */
export class StandingGrants {
  readonly #granted = new Map<string, Set<string>>();

  of(callerId: string): ReadonlySet<string> {
    return this.#granted.get(callerId) ?? none;
  }

  add(callerId: string, key: string): void {
    const granted = this.#granted.get(callerId) ?? new Set();
    this.#granted.set(callerId, granted.add(key));
  }

  forget(callerId: string): void {
    this.#granted.delete(callerId);
  }
}
