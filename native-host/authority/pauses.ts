type Pause = { readonly since: number; readonly over: PromiseWithResolvers<void> };

/** Which runs the person has taken over, and for how long. What a run proposes meanwhile waits, and is looked at anew afterwards. */
export class Pauses {
  readonly #clock: () => number;
  readonly #paused = new Map<string, Pause>();
  readonly #spent = new Map<string, number>();
  readonly #begun = new Map<string, number>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** False: it is paused already. */
  pause(callerId: string): boolean {
    if (this.#paused.has(callerId)) return false;
    this.#begun.set(callerId, this.count(callerId) + 1);
    this.#paused.set(callerId, { since: this.#clock(), over: Promise.withResolvers() });
    return true;
  }

  /** False: it was not paused. */
  resume(callerId: string): boolean {
    const pause = this.#paused.get(callerId);
    if (pause === undefined) return false;
    this.#spent.set(callerId, this.ms(callerId));
    this.#paused.delete(callerId);
    pause.over.resolve();
    return true;
  }

  /** Milliseconds that the caller has been paused so far, all pauses together. */
  ms(callerId: string): number {
    const pause = this.#paused.get(callerId);
    const now = pause === undefined ? 0 : this.#clock() - pause.since;
    return (this.#spent.get(callerId) ?? 0) + now;
  }

  /** How often the caller has been paused. */
  count(callerId: string): number {
    return this.#begun.get(callerId) ?? 0;
  }

  isPaused(callerId: string): boolean {
    return this.#paused.has(callerId);
  }

  /** Resolves once the caller is not paused or `signal` fires; true when it had to wait. */
  async passed(callerId: string, signal: AbortSignal): Promise<boolean> {
    const pause = this.#paused.get(callerId);
    if (pause === undefined) return false;
    const aborted = Promise.withResolvers<void>();
    const stop = (): void => aborted.resolve();
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    await Promise.race([pause.over.promise, aborted.promise]);
    signal.removeEventListener('abort', stop);
    return true;
  }

  forget(callerId: string): void {
    this.resume(callerId);
    this.#spent.delete(callerId);
    this.#begun.delete(callerId);
  }
}
