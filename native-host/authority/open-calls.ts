/** Calls of command lines and MCP clients that are under way, so that one word of the person ends them all. */
export class OpenCalls {
  readonly #calls = new Map<AbortController, string | null>();

  get count(): number {
    return this.#calls.size;
  }

  /** Does the work under a signal that `stop` fires too. `profile`: the browser it is for; null: not known yet. */
  async during<T>(
    profile: string | null,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const stop = new AbortController();
    this.#calls.set(stop, profile);
    try {
      return await work(AbortSignal.any([signal, stop.signal]));
    } finally {
      this.#calls.delete(stop);
    }
  }

  /** Ends the calls in one browser, or in all; gives how many. */
  stop(profile: string | null): number {
    const meant = [...this.#calls].filter(([, of]) => profile === null || of === null || of === profile);
    for (const [call] of meant) call.abort();
    return meant.length;
  }
}
