import { pause } from './deadline.ts';

/** A tab of the agent's own, empty and behind the one that the person looks at. */
export async function createBackgroundTab(): Promise<number> {
  const windows = await chrome.windows.getAll({ windowTypes: ['normal'] });
  const window = windows.find(({ focused }) => focused) ?? windows[0];
  const tab =
    window?.id === undefined
      ? (await chrome.windows.create({ url: 'about:blank', focused: false }))?.tabs?.[0]
      : await chrome.tabs.create({ url: 'about:blank', active: false, windowId: window.id });
  if (tab?.id === undefined) throw new Error('The browser opened no tab.');
  return tab.id;
}

const lookMs = 20;
const completeMs = 1_000;

export async function untilComplete(tabId: number): Promise<void> {
  for (const end = Date.now() + completeMs; Date.now() < end; await pause(lookMs)) {
    if ((await chrome.tabs.get(tabId)).status === 'complete') return;
  }
}
