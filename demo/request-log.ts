import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';

/** One request that reached the portal, as tests and the log file see it. */
export interface LoggedRequest {
  /** When it arrived, ISO 8601 in UTC. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Form fields. Instead of a password's value there is `sha256:` and the hash of the value, in hex. */
  readonly body_fields: Readonly<Record<string, string>>;
  /** A short name of the session, the same for all its requests; `null` without one. */
  readonly session: string | null;
  readonly status: number;
}

/** The oldest rows are dropped beyond this. */
const REQUESTS_MAX = 10_000;

/** Keeps what reached the portal, in memory and, if a file is named, as one JSON line each. */
export class RequestLog {
  readonly requests: LoggedRequest[] = [];
  readonly #file: string | undefined;

  constructor(file: string | undefined) {
    this.#file = file;
  }

  add(request: LoggedRequest): void {
    this.requests.push(request);
    if (this.requests.length > REQUESTS_MAX) this.requests.shift();
    if (this.#file !== undefined) appendFileSync(this.#file, `${JSON.stringify(request)}\n`, { mode: 0o600 });
  }
}

/** Names and values of a form or a query as the log may hold them. The last of several values counts. */
export function loggedFields(fields: URLSearchParams): Record<string, string> {
  const entries = [...fields].map(([name, value]) => [name, name === 'password' ? hashOf(value) : value]);
  return Object.fromEntries(entries);
}

function hashOf(value: string): string {
  return `sha256:${createHash('sha256').update(value).digest('hex')}`;
}
