import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import { makePairCode, plainPairCode } from './pair-code.ts';
import {
  type ClientScope,
  clientsMax,
  type PairedClient,
  type PairingState,
  readPairing,
  writePairing,
} from './pairing-file.ts';

/** Wrong codes until pairing is closed, and for how long, in milliseconds. */
export const failuresMax = 5;
export const lockMs = 5 * 60_000;
/** Milliseconds that a code is good for. */
export const codeMs = 2 * 60_000;
const dayMs = 24 * 60 * 60_000;
const tokenBytes = 32;

export type PairingWish = { readonly name: string; readonly scope: ClientScope; readonly days: number };
type Offer = { readonly digest: Buffer; readonly until: number; readonly wish: PairingWish };

/**
 * Pairing of outside clients. One code is open at a time; the right one gives a token of the client's own, once. Wrong ones are
 * counted on disk before they are compared, for all connections together, so neither reconnecting nor a restart gives another try.
 */
export class Pairing {
  readonly #path: string;
  readonly #clock: () => number;
  readonly #revoked = new Set<(id: string) => void>();
  #state: PairingState;
  #offer: Offer | null = null;

  /** Throws `StartError` when the file on disk is not as it must be. */
  constructor(path: string, clock: () => number) {
    this.#path = path;
    this.#clock = clock;
    const state = readPairing(path);
    // A clock that was wrong when it locked must not lock for years.
    const latest = clock() + lockMs;
    this.#state = { ...state, locked_until: Math.min(state.locked_until, latest) };
  }

  get clients(): readonly PairedClient[] {
    return this.#state.clients;
  }

  /** Milliseconds until codes are taken again; 0 when they are. */
  get lockedMs(): number {
    return Math.max(0, this.#state.locked_until - this.#clock());
  }

  /** Shows a new code; the one before is void. */
  offer(wish: PairingWish): Result<{ readonly code: string; readonly until: number }> {
    if (this.lockedMs > 0) return failed(closed(this.lockedMs));
    if (this.#living().length >= clientsMax) {
      return failed(
        fault('too-large', `${clientsMax} clients are paired.`, 'Revoke those that are not used.'),
      );
    }
    const code = makePairCode();
    const until = this.#clock() + codeMs;
    this.#offer = { digest: digest(plainPairCode(code)), until, wish };
    return ok({ code, until });
  }

  /** A token for the right code. Wrong, late, used and locked all give the same answer. */
  exchange(typed: string, client: string): Result<{ readonly token: string; readonly client: PairedClient }> {
    if (this.lockedMs > 0) return failed(notAccepted);
    const offer = this.#offer;
    const before = this.#state;
    // Written before it is compared: whatever is killed in between has cost a try. The fifth closes the door at once.
    const failures = (before.locked_until > 0 ? 0 : before.failures) + 1;
    const isLast = failures >= failuresMax;
    const counted = {
      ...before,
      failures: isLast ? 0 : failures,
      locked_until: isLast ? this.#clock() + lockMs : 0,
    };
    this.#save(counted);
    const right =
      timingSafeEqual(digest(plainPairCode(typed)), offer?.digest ?? digest('')) &&
      offer !== null &&
      offer.until > this.#clock();
    if (!right) {
      if (isLast) this.#offer = null;
      return failed(notAccepted);
    }
    this.#offer = null;
    const { token, paired } = this.#pair(offer.wish, client);
    this.#save({ ...before, failures: 0, locked_until: 0, clients: [...this.#living(), paired] });
    return ok({ token, client: paired });
  }

  /** The client that a token belongs to; null for one that is wrong, revoked or too old. */
  holder(token: string): PairedClient | null {
    const given = digest(token);
    const found = this.#living().find(({ token_sha256: known }) =>
      timingSafeEqual(Buffer.from(known, 'hex'), given),
    );
    return found ?? null;
  }

  /** True while the client is paired and its time is not over. */
  isActive(id: string): boolean {
    return this.#living().some((client) => client.id === id);
  }

  /** Takes a client's token away, and ends what it does. False: there is no such client. */
  revoke(id: string): boolean {
    if (!this.#state.clients.some((client) => client.id === id)) return false;
    this.#save({ ...this.#state, clients: this.#state.clients.filter((client) => client.id !== id) });
    for (const tell of [...this.#revoked]) tell(id);
    return true;
  }

  /** Called with the id of each client that is revoked. Gives the function that ends it. */
  onRevoked(listener: (id: string) => void): () => void {
    this.#revoked.add(listener);
    return () => this.#revoked.delete(listener);
  }

  #living(): PairedClient[] {
    return this.#state.clients.filter(({ expires_at }) => Date.parse(expires_at) > this.#clock());
  }

  #pair({ name, scope, days }: PairingWish, client: string): { token: string; paired: PairedClient } {
    const now = this.#clock();
    const token = randomBytes(tokenBytes).toString('base64url');
    const paired: PairedClient = {
      id: `c${randomBytes(4).toString('hex')}`,
      name: (name === '' ? client : name).slice(0, 100),
      token_sha256: digest(token).toString('hex'),
      scope,
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + days * dayMs).toISOString(),
    };
    return { token, paired };
  }

  // What cannot be written does not count as done: the exception ends the request, and nobody is let in.
  #save(state: PairingState): void {
    writePairing(this.#path, state);
    this.#state = state;
  }
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

const notAccepted: Fault = fault(
  'denied',
  'The code was not accepted.',
  'Codes are good for two minutes and for one client; after five wrong ones pairing is closed for five minutes. `localagent mcp pair` shows a new one.',
);

function closed(ms: number): Fault {
  return fault(
    'denied',
    `Pairing is closed after ${failuresMax} wrong codes.`,
    `It opens again in ${Math.ceil(ms / 1000)} seconds.`,
  );
}
