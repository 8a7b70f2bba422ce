import { randomUUID } from 'node:crypto';

/** Long results that a session keeps, and their characters together; the oldest go first. */
const resultsMax = 20;
const charactersMax = 50_000_000;

export type StoredResult = Readonly<{ uri: string; name: string; json: string; at: Date }>;

/**
 * Results that were too long to be answered whole. They have passed through this process to this client anyway, so they are kept here and
 * not in the authority: they end with the session, and no other client can name them.
 */
export class ResultStore {
  readonly #results = new Map<string, StoredResult>();
  readonly #clock: () => Date;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  put(name: string, json: string): StoredResult {
    const uri = `${resultPrefix}${randomUUID()}`;
    const stored = { uri, name, json, at: this.#clock() };
    this.#results.set(uri, stored);
    for (const oldest of this.#results.keys()) {
      const characters = [...this.#results.values()].reduce((sum, result) => sum + result.json.length, 0);
      if (oldest === uri || (this.#results.size <= resultsMax && characters <= charactersMax)) break;
      this.#results.delete(oldest);
    }
    return stored;
  }

  get(uri: string): StoredResult | null {
    return this.#results.get(uri) ?? null;
  }

  list(): readonly StoredResult[] {
    return [...this.#results.values()];
  }
}

export const resultPrefix = 'localagent://result/';
