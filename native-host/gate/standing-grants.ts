const none: ReadonlyMap<string, string | null> = new Map();

/**
 * What the person approved for as long as a caller is there: kinds of act, by `grantKey`, each with
 * the mark of the rules it was approved under. They end with the run or session.
 */
export class StandingGrants {
  readonly #granted = new Map<string, Map<string, string | null>>();

  of(callerId: string): ReadonlyMap<string, string | null> {
    return this.#granted.get(callerId) ?? none;
  }

  add(callerId: string, key: string, mark: string | null): void {
    const granted = this.#granted.get(callerId) ?? new Map();
    this.#granted.set(callerId, granted.set(key, mark));
  }

  forget(callerId: string): void {
    this.#granted.delete(callerId);
  }
}
