// A small browser of our own for unit tests: tabs, storage, frames, a debugger and downloads behave as Chrome's do as
// far as the worker uses them, and nothing else is there.

/** A storage area that keeps JSON, as Chrome's does. */
export function fakeStorage(): {
  readonly items: Map<string, unknown>;
  get(key: string | null): Promise<Record<string, unknown>>;
  set(items: Record<string, unknown>): Promise<void>;
  remove(keys: string | string[]): Promise<void>;
} {
  const items = new Map<string, unknown>();
  return {
    items,
    async get(key) {
      const wanted = key === null ? [...items.keys()] : [key];
      return Object.fromEntries(
        wanted.flatMap((name) => (items.has(name) ? [[name, structuredClone(items.get(name))]] : [])),
      );
    },
    async set(added) {
      for (const [key, value] of Object.entries(added)) items.set(key, JSON.parse(JSON.stringify(value)));
    },
    async remove(keys) {
      for (const key of [keys].flat()) items.delete(key);
    },
  };
}

export type FakeTab = {
  id: number;
  url: string;
  title: string;
  active: boolean;
  documentId: string;
  windowId: number;
};

export type FakeBrowser = {
  readonly tabs: Map<number, FakeTab>;
  readonly session: ReturnType<typeof fakeStorage>;
  readonly local: ReturnType<typeof fakeStorage>;
  /** Commands that the debugger was given, as `method`. */
  readonly commands: string[];
  readonly attached: Set<number>;
  /** Tabs that were brought to the front, in order. */
  readonly raised: number[];
  /** What `chrome.debugger.attach` answers with instead of attaching. */
  refuseAttach: string | null;
};

export const ownId = 'icckocangaogbepcbleanjhnhhmdjhkk';

/** Puts a browser with these tabs at `globalThis.chrome` and gives it; every call makes a new one. */
export function installFakeBrowser(tabs: readonly Omit<FakeTab, 'windowId'>[]): FakeBrowser {
  const browser: FakeBrowser = {
    tabs: new Map(tabs.map((tab) => [tab.id, { ...tab, windowId: 1 }])),
    session: fakeStorage(),
    local: fakeStorage(),
    commands: [],
    attached: new Set(),
    raised: [],
    refuseAttach: null,
  };
  Reflect.set(globalThis, 'chrome', {
    runtime: { id: ownId, getManifest: () => ({ version: '0.0.0' }) },
    storage: { session: browser.session, local: browser.local },
    tabs: tabsApi(browser),
    windows: { update: async () => ({}) },
    webNavigation: {
      getAllFrames: async () => [],
      getFrame: async ({ tabId }: { tabId: number }) => {
        const tab = browser.tabs.get(tabId);
        return tab === undefined ? null : { documentId: tab.documentId };
      },
    },
    declarativeNetRequest: {
      getSessionRules: async () => [],
      updateSessionRules: async () => undefined,
    },
    scripting: { executeScript: async () => [] },
    debugger: debuggerApi(browser),
  });
  return browser;
}

function tabsApi(browser: FakeBrowser) {
  return {
    query: async () => [...browser.tabs.values()].map((tab) => ({ ...tab })),
    get: async (tabId: number) => {
      const tab = browser.tabs.get(tabId);
      if (tab === undefined) throw new Error(`No tab with id: ${tabId}.`);
      return { ...tab };
    },
    update: async (tabId: number, change: { active?: boolean }) => {
      const tab = browser.tabs.get(tabId);
      if (tab === undefined) throw new Error(`No tab with id: ${tabId}.`);
      if (change.active === true) {
        tab.active = true;
        browser.raised.push(tabId);
      }
      return { ...tab };
    },
  };
}

/** Answers every command with an empty object, as long as the tab is attached. */
function debuggerApi(browser: FakeBrowser) {
  return {
    attach: async ({ tabId }: { tabId: number }) => {
      if (browser.refuseAttach !== null) throw new Error(browser.refuseAttach);
      if (browser.attached.has(tabId))
        throw new Error(`Another debugger is already attached to tab ${tabId}.`);
      browser.attached.add(tabId);
    },
    detach: async ({ tabId }: { tabId: number }) => {
      if (!browser.attached.delete(tabId)) throw new Error('Debugger is not attached.');
    },
    sendCommand: async ({ tabId }: { tabId: number }, method: string) => {
      if (!browser.attached.has(tabId))
        throw new Error(`Debugger is not attached to the tab with id: ${tabId}.`);
      browser.commands.push(method);
      return {};
    },
    getTargets: async () =>
      [...browser.tabs.keys()].map((tabId) => ({ tabId, attached: browser.attached.has(tabId) })),
  };
}
