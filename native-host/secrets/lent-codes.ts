import { randomBytes } from 'node:crypto';
import type { Result } from '../../shared/faults.ts';
import { givenValue } from './given-value.ts';

/** Codes that are lent at once; the oldest are forgotten first. */
const lentMax = 100;

type Lent = { readonly value: string; readonly sites: string[] };

/**
 * Codes that the person gave for one moment, such as one that came by SMS. Each has a name like a stored secret, is given out
 * on its sites alone, and is kept nowhere but in memory.
 */
export class LentCodes {
  readonly #lent = new Map<string, Lent>();
  readonly #onLent: (name: string, code: string) => void;

  /** `onLent` makes each code known, so that it can be taken out of whatever leaves the host. */
  constructor(onLent: (name: string, code: string) => void) {
    this.#onLent = onLent;
  }

  /** Gives the name of the code. */
  lend(value: string, origins: readonly string[]): string {
    const [oldest] = this.#lent.keys();
    if (this.#lent.size >= lentMax && oldest !== undefined) this.#lent.delete(oldest);
    const name = `answer.${randomBytes(6).toString('hex')}`;
    this.#lent.set(name, { value, sites: origins.map((origin) => `origin:${origin}`) });
    this.#onLent(name, value);
    return name;
  }

  /** The code of a name, if it is at its sites; null when it is the name of none. */
  reveal(name: string, origins: readonly string[], now: number): Result<string> | null {
    const lent = this.#lent.get(name);
    if (lent === undefined) return null;
    return givenValue({ name, kind: 'text', sites: lent.sites }, lent.value, {
      reference: name,
      origins,
      now,
    });
  }

  takeBack(name: string): void {
    this.#lent.delete(name);
  }
}
