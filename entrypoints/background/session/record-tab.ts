import { recorderPortName } from '../../../shared/recording.ts';
import { Recording, type RecordingParts } from './recording.ts';

/** The recording of a tab in this browser; called in the worker's first turn, since it listens to tabs. */
export function recordTab(parts: Pick<RecordingParts, 'tell' | 'ended' | 'report'>): Recording {
  const recording = new Recording({
    ...parts,
    openTab: async (url) => {
      const { id } = await chrome.tabs.create({ url, active: true });
      if (id === undefined) throw new Error('Chrome made a tab without an id');
      return id;
    },
    inject: async (tabId) => {
      await chrome.scripting.executeScript({
        target: { tabId },
        files: ['/recorder.js'],
        injectImmediately: true,
      });
    },
  });
  const { webNavigation } = chrome;
  webNavigation.onCommitted.addListener(({ tabId, frameId, url, transitionType, transitionQualifiers }) => {
    if (frameId !== 0) return;
    recording.navigated({ tabId, url, transition: transitionType, qualifiers: transitionQualifiers });
  });
  webNavigation.onDOMContentLoaded.addListener(({ tabId, frameId }) => {
    if (frameId === 0) recording.loaded(tabId);
  });
  webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId, url }) =>
    recording.opened(sourceTabId, tabId, url),
  );
  chrome.tabs.onRemoved.addListener((tabId) => recording.closed(tabId));
  chrome.downloads.onCreated.addListener(({ filename, finalUrl }) =>
    recording.downloaded(filename || nameIn(finalUrl), finalUrl),
  );
  return recording;
}

/** Takes a recorder's line; false when it is none, or of a tab that is not recorded. */
export function takeRecorder(recording: Recording, port: chrome.runtime.Port): boolean {
  const { sender } = port;
  if (port.name !== recorderPortName || sender?.id !== chrome.runtime.id || sender.frameId !== 0)
    return false;
  const line = { close: () => port.disconnect() };
  if (!recording.take(sender.tab?.id, line)) return false;
  port.onMessage.addListener((message: unknown) => recording.hear(line, message));
  port.onDisconnect.addListener(() => recording.lost(line));
  return true;
}

// Chrome tells the name that it will use only later; the address tells one at once.
function nameIn(url: string): string {
  const last = URL.canParse(url) ? new URL(url).pathname.split('/').at(-1) : '';
  return last || 'download';
}
