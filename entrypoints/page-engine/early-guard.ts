// The guard that stands in every document from its birth on (`driver/newborn-guard.ts`) lives in a world of its own. The two talk
// in events of names that only they know; a page can neither listen for them nor send them.

let token = '';

export function setGuardToken(given: string): void {
  token = given;
}

function say(sign: string): void {
  if (token !== '') dispatchEvent(new Event(`${token}${sign}`));
}

/** From now on input may arrive in this document. */
export function liftNewborn(): void {
  say('');
}

/** Whether input came to this document before any could be meant for it; it was stopped. */
export function newbornStopped(): boolean {
  let stopped = false;
  const listener = (): void => {
    stopped = true;
  };
  addEventListener(`${token}!`, listener);
  say('=');
  removeEventListener(`${token}!`, listener);
  return stopped;
}

/**
 * Has `stops` asked about each trusted event of these types before any listener of the page sees it. Gives the way to end
 * that. In a document from before the guard nobody asks.
 */
export function askedFirst(
  types: readonly string[],
  stops: (event: Event, type: string) => boolean,
): () => void {
  const listeners = types.map((type) => {
    const listener = (event: Event): void => {
      if (stops(event, type)) event.preventDefault();
    };
    const name = `${token}?${type}`;
    addEventListener(name, listener, { capture: true });
    return () => removeEventListener(name, listener, { capture: true });
  });
  say('+');
  return () => {
    say('-');
    for (const end of listeners) end();
  };
}
