import { guardedEvents } from '../../../shared/guarded-events.ts';

// Between the last look at a page and the input, the page may become another document, or get a new frame under the pointer. So every
// document of a tab that is worked in is born with a guard, ahead of the page's own scripts and out of their reach: input that comes to
// it before an act has looked at it is stopped. Later it asks the page engine about each event, while an act is under way.

/** A world of its own: scripts of callers run in another. */
const world = 'localagent-guard';
/** How long a new document takes no input. An act that was meant for the one before is over by then; a person has not looked yet. */
const newbornMs = 1_000;

/** Runs in the page; nothing outside it can be named in here. */
function guard(token: string, types: readonly string[], ms: number): void {
  const until = performance.now() + ms;
  let lifted = false;
  let armed = false;
  let stopped = false;
  const stop = (event: Event): void => {
    event.stopImmediatePropagation();
    event.preventDefault();
  };
  const passes = (event: Event): boolean => {
    const name = `${token}?${event.type}`;
    const how = { composed: true, cancelable: true };
    const probe =
      event instanceof MouseEvent
        ? new MouseEvent(name, { ...how, clientX: event.clientX, clientY: event.clientY })
        : new Event(name, how);
    return event.composedPath()[0]?.dispatchEvent(probe) ?? true;
  };
  const see = (event: Event): void => {
    if (!event.isTrusted) return;
    if (!lifted && performance.now() < until) {
      stopped = true;
      stop(event);
    } else if (armed && !passes(event)) stop(event);
  };
  for (const type of types) addEventListener(type, see, { capture: true, passive: false });
  const on = (sign: string, work: () => void): void => addEventListener(`${token}${sign}`, work);
  on('', () => {
    lifted = true;
  });
  on('+', () => {
    armed = true;
  });
  on('-', () => {
    armed = false;
  });
  on('=', () => {
    if (stopped) dispatchEvent(new Event(`${token}!`));
  });
}

/** Arguments of the browser command that puts the guard into every new document of a session. */
export function newbornGuard(token: string): { readonly source: string; readonly worldName: string } {
  const given = [token, guardedEvents, newbornMs].map((value) => JSON.stringify(value)).join(', ');
  return { source: `(${guard.toString()})(${given})`, worldName: world };
}

/** Whether a script is the guard and nothing else, for the list of what may be said to the browser. */
export function isNewbornGuard(source: string): boolean {
  const token = /\)\("([0-9a-f]{32})", /.exec(source)?.[1];
  return token !== undefined && source === newbornGuard(token).source;
}
