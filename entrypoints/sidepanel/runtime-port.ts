import type { Port } from '../../shared/protocol/port.ts';

/** The name under which the worker knows the panel's line. */
export const panelPortName = 'panel';

/** A line of this name to the extension's own service worker. Throws when Chrome gives none. */
export function connectRuntimePort(name: string = panelPortName): Port {
  const port = chrome.runtime.connect({ name });
  return {
    send: (message) => port.postMessage(message),
    onMessage: (listener) => port.onMessage.addListener((message: unknown) => listener(message)),
    onClose: (listener) =>
      port.onDisconnect.addListener(() => listener(chrome.runtime.lastError?.message ?? 'disconnected')),
    close: () => port.disconnect(),
  };
}
