import type { CallRow } from './call-table.ts';
import type { Code } from './parse-code.ts';

/** What `execute_code` runs: kept by the host from `validate_code` on, and found by the token's own name. */
export type ApprovedScript = {
  readonly jti: string;
  readonly code: Code;
  readonly rows: readonly CallRow[];
  readonly targets: readonly string[];
  /** SHA-256 of the text as it came in. */
  readonly sourceHash: string;
  /** As given to `validate_code`; null: whoever executes gives them. */
  readonly args: Readonly<Record<string, unknown>> | null;
  /** A person said yes to the script as a whole, the use of page text that was told them included. */
  readonly approved: boolean;
  /** By a clock that only goes forward, in milliseconds. */
  readonly until: number;
};

/** Scripts that wait; the oldest goes when one more comes. */
const scriptsMax = 200;

/** Each script can be taken once. */
export class ApprovedScripts {
  readonly #scripts = new Map<string, ApprovedScript>();

  add(script: ApprovedScript): void {
    this.#scripts.set(script.jti, script);
    const oldest = this.#scripts.size > scriptsMax ? this.#scripts.keys().next().value : undefined;
    if (oldest !== undefined) this.#scripts.delete(oldest);
  }

  find(jti: string): ApprovedScript | null {
    return this.#scripts.get(jti) ?? null;
  }

  /** True for the first who asks, and for nobody after. */
  take(jti: string): boolean {
    return this.#scripts.delete(jti);
  }
}
