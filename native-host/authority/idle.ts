/** Milliseconds that the first connection gets, however short the idle time is. */
export const firstConnectionMs = 15_000;

/** Counts what keeps the process alive: connections and work. Calls `onIdle` once nothing did for the given time. */
export interface Activity {
  /** Begins something; the function it gives ends it (calling it twice counts once). */
  begin(): () => void;
  stop(): void;
}

export function watchActivity(idleMs: number, onIdle: () => void): Activity {
  let open = 0;
  // Whoever started the process has still to connect.
  let timer: NodeJS.Timeout | null = setTimeout(onIdle, Math.max(idleMs, firstConnectionMs));
  const rest = (): void => {
    if (timer !== null) clearTimeout(timer);
    timer = open === 0 ? setTimeout(onIdle, idleMs) : null;
  };
  return {
    begin() {
      open += 1;
      rest();
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        open -= 1;
        rest();
      };
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      open = Number.POSITIVE_INFINITY;
    },
  };
}
