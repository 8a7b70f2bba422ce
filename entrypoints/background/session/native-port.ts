import type { Port } from '../../../shared/protocol/port.ts';

/** The part of a runtime port that is used; Chrome's own and the tests' fakes have it. */
export type RuntimePort = {
  postMessage(message: unknown): void;
  disconnect(): void;
  readonly onMessage: { addListener(listener: (message: unknown) => void): void };
  readonly onDisconnect: { addListener(listener: () => void): void };
};

/**
 * A port of envelopes over a runtime port. `reasonOf` reads the error that Chrome sets for the time of the
 * disconnect event only. Posting to a port that Chrome has closed throws before the event is seen; that
 * closes it here.
 */
export function runtimePort(port: RuntimePort, reasonOf: () => string): Port {
  const closeListeners: ((reason: string) => void)[] = [];
  let closedBy: string | null = null;
  const close = (reason: string) => {
    if (closedBy !== null) return;
    closedBy = reason;
    for (const listener of closeListeners) listener(reason);
  };
  port.onDisconnect.addListener(() => close(reasonOf()));
  return {
    send(message) {
      if (closedBy !== null) return;
      try {
        port.postMessage(message);
      } catch (error) {
        close(error instanceof Error ? error.message : String(error));
      }
    },
    onMessage(listener) {
      port.onMessage.addListener((message) => {
        if (closedBy === null) listener(message);
      });
    },
    onClose(listener) {
      if (closedBy === null) closeListeners.push(listener);
      else listener(closedBy);
    },
    close() {
      port.disconnect();
      close('closed by this side');
    },
  };
}
