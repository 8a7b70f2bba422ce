import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export interface Session {
  readonly id: string;
  /** Must come back in the hidden field of every form. */
  readonly csrfToken: string;
  /** `undefined` until someone signs in. */
  readonly username: string | undefined;
  /** When the session ends, in milliseconds since the epoch. */
  readonly endsAt: number;
  /** Report number → when its files are ready, in milliseconds since the epoch. */
  readonly readyAt: Map<string, number>;
}

/** More than this and the oldest is forgotten, as if it had expired. */
const SESSIONS_MAX = 500;

/** How long a log-in form stays good: a short life of what comes after must not spoil the form before it. */
const ANONYMOUS_LIFE_MS = 3_600_000;

/** The sessions of one portal, by the value of their cookie. */
export class Sessions {
  readonly #byId = new Map<string, Session>();
  readonly #lifeMs: number;
  readonly #now: () => number;

  constructor(lifeSeconds: number, now: () => number) {
    this.#lifeMs = lifeSeconds * 1000;
    this.#now = now;
  }

  /** The living session with that id. Its life counts from its start, not from its last use. */
  find(id: string): Session | undefined {
    const session = this.#byId.get(id);
    if (session === undefined || session.endsAt > this.#now()) return session;
    this.#byId.delete(id);
    return undefined;
  }

  /** Starts a session; signing in always starts a new one, so that an id known before is worth nothing. */
  start(username?: string): Session {
    const session: Session = {
      id: randomBytes(24).toString('base64url'),
      csrfToken: randomBytes(24).toString('base64url'),
      username,
      endsAt: this.#now() + (username === undefined ? ANONYMOUS_LIFE_MS : this.#lifeMs),
      readyAt: new Map(),
    };
    const oldest = this.#byId.keys().next();
    if (this.#byId.size >= SESSIONS_MAX && oldest.done !== true) this.#byId.delete(oldest.value);
    this.#byId.set(session.id, session);
    return session;
  }

  end(id: string): void {
    this.#byId.delete(id);
  }

  /** Ends every session in which someone is signed in. */
  endSignedIn(): void {
    for (const session of this.#byId.values()) {
      if (session.username !== undefined) this.#byId.delete(session.id);
    }
  }
}

/** A short name for a session that does not give its id away. */
export function sessionName(session: Session): string {
  return createHash('sha256').update(session.id).digest('hex').slice(0, 8);
}

/** Compares two texts in a time that depends on neither. */
export function sameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
