import type { Port } from '../../shared/protocol/port.ts';

/** The same port, with one more listener for its end. */
export function whenClosed(port: Port, tell: () => void): Port {
  return {
    ...port,
    send: (message) => port.send(message),
    onMessage: (callback) => port.onMessage(callback),
    onClose: (callback) =>
      port.onClose((reason) => {
        tell();
        callback(reason);
      }),
    close: () => {
      tell();
      port.close();
    },
  };
}
