// What could not begin is tried again, with pauses that grow; what began never is. The count is kept in memory: after a
// crash of the authority an instant that never began has all its tries again.

const triesMax = 3;
const firstPauseMs = 200;
const pauseMsMax = 30_000;

/** Ends of a job that was never begun, and might be a little later. */
const mayBegin: ReadonlySet<string> = new Set([
  'LocalAgent.BrowserUnavailable',
  'LocalAgent.HostUnavailable',
]);
/** The worker ended first; the next one begins it. */
const handedBack = 'LocalAgent.ShuttingDown';

/** How often each instant could not begin, and from when on it is tried again. */
export class Retries {
  readonly #tried = new Map<string, { readonly tries: number; readonly notBefore: number }>();
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Whether an instant that was never begun, and ended so, stays due. */
  staysDue(key: string, how: string, now: number): boolean {
    if (how === handedBack) return true;
    const tries = (this.#tried.get(key)?.tries ?? 0) + 1;
    if (!mayBegin.has(how) || tries >= triesMax) {
      this.#tried.delete(key);
      return false;
    }
    const whole = Math.min(pauseMsMax, firstPauseMs * 2 ** (tries - 1));
    this.#tried.set(key, { tries, notBefore: now + whole / 2 + (this.#random() * whole) / 2 });
    return true;
  }

  isWaiting(key: string, now: number): boolean {
    return (this.#tried.get(key)?.notBefore ?? 0) > now;
  }

  /** Forgets an instant that is answered. */
  forget(key: string): void {
    this.#tried.delete(key);
  }
}
