import { z } from 'zod';
import type { PageInfo } from '../../../shared/actions.ts';
import { attempt, FaultError } from '../../../shared/faults.ts';
import { createBackgroundTab, untilComplete } from './background-tab.ts';
import { Callers } from './callers.ts';
import { left } from './deadline.ts';
import { Debuggee, type DebuggerApi } from './debuggee.ts';
import { Dialogs } from './dialogs.ts';
import { DownloadStates } from './download-states.ts';
import { Downloads, type DownloadsApi } from './downloads.ts';
import type { DriverSignals } from './driver-signals.ts';
import type { Overhear } from './frame-sessions.ts';
import { HopGuard } from './hop-guard.ts';
import { NewWindows } from './new-windows.ts';
import { Openings } from './openings.ts';
import { Pages } from './pages.ts';
import { refuseRestricted } from './restricted-target.ts';
import { SecretWires } from './secret-wire.ts';
import { readStored } from './session-store.ts';
import { TabEvents } from './tab-events.ts';
import { groupOwnedTab, showGivenBack } from './tab-group.ts';
import { TabPage } from './tab-page.ts';
import { begunMs, untilBegun } from './until-begun.ts';
import { wakeFrom } from './wake.ts';
import type { Sessions } from './web-mcp.ts';

type Overhearing = Parameters<Overhear>[0];

/**
 * What this worker knows of the browser. All of it is either read anew or kept in `storage.session`: Chrome
 * may end the worker between any two lines. `ready` resolves when what a former worker left has been taken
 * up.
 */
export class Driver {
  readonly events = new TabEvents();
  readonly pages: Pages;
  readonly dialogs: Dialogs;
  readonly callers: Callers;
  readonly downloads: Downloads;
  readonly downloadStates = new DownloadStates();
  readonly openings = new Openings({
    onOpened: (source, tabId, url) => {
      this.#takeUpOpened(source, tabId, url).catch((error: unknown) => {
        console.info('A tab that was opened could not be taken up.', error);
      });
    },
  });
  readonly hops: HopGuard;
  readonly newWindows: NewWindows;
  readonly wires: SecretWires;
  /** Tabs in which an act is under way. */
  readonly acting = new Set<number>();
  readonly ready: Promise<void>;
  readonly #debuggees = new Map<number, Debuggee>();
  /** By it the guards in documents are spoken to; kept, as they outlive a worker. */
  #token = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
  readonly #overhearing = new Map<number, Set<Overhearing>>();

  constructor(signals: DriverSignals) {
    const { local, session } = chrome.storage;
    this.pages = new Pages({
      local,
      session,
      tabs: () => chrome.tabs.query({}),
      tab: (tabId) => chrome.tabs.get(tabId),
      documentOf,
      onChange: signals.onPages,
    });
    this.dialogs = new Dialogs(session, this.events);
    this.callers = new Callers(session);
    this.downloads = new Downloads({
      api: downloadsApi,
      isAgents: (tabId) => this.isAgents(tabId),
      onRefused: signals.onDownloadRefused,
    });
    this.hops = new HopGuard({
      session,
      ask: signals.judgeHop,
      hold: (tabId, hold) => this.debuggee(tabId).requests.add(hold),
      mainFrame: (tabId) => mainFrameOf(this.debuggee(tabId)),
      urlOf: (tabId) => this.pages.peek(tabId)?.url ?? '',
      onBlocked: (tabId, hop) => this.events.emit(tabId, { type: 'hop-blocked', hop }),
    });
    this.newWindows = new NewWindows(this.hops);
    this.wires = new SecretWires({
      session,
      hold: (tabId, hold) => this.debuggee(tabId).requests.add(hold),
      onBlocked: (tabId, { caller, name, to }) => {
        signals.onEgressBlocked({ caller_id: caller, name, to });
        const reason = `It carried the stand-in of secret:${name}, which may not go there.`;
        const hop = { from: this.pages.peek(tabId)?.url ?? '', to, reason };
        this.events.emit(tabId, { type: 'hop-blocked', hop });
      },
    });
    this.ready = this.#load();
  }

  /** A run works in the tab, or opened it and still runs. */
  isAgents(tabId: number): boolean {
    const owner = this.pages.ownerOf(tabId);
    return this.callers.isHeld(tabId) || (owner !== null && this.callers.isActive(owner));
  }

  /** Waits, within bounds, for the first document of a page that was just opened. */
  untilBegun(tabId: number, deadline: number): Promise<void> {
    return untilBegun(this.events, tabId, (id) => chrome.tabs.get(id), left(deadline, begunMs));
  }

  debuggee(tabId: number): Debuggee {
    const known = this.#debuggees.get(tabId);
    if (known !== undefined) return known;
    const made = new Debuggee({
      tabId,
      api: debuggerApi,
      mayAttach: () => this.#refuseOutOfReach(tabId),
      dialogOpen: () => this.dialogs.get(tabId) !== null,
      guardToken: () => this.#token,
    });
    this.#debuggees.set(tabId, made);
    return made;
  }

  /**
   * The tab's session if this worker has had to do with it; events of a former worker's sessions make one,
   * too.
   */
  knownDebuggee(tabId: number): Debuggee | undefined {
    return this.#debuggees.get(tabId);
  }

  page(info: PageInfo, tabId: number, deadline: number): TabPage {
    return new TabPage({
      tabId,
      page: info.page,
      debuggee: this.debuggee(tabId),
      dialogs: this.dialogs,
      events: this.events,
      pages: this.pages,
      downloads: this.downloadStates,
      overhear: (listener) => this.overhear(tabId, listener),
      token: this.#token,
      wires: this.wires,
      deadline,
    });
  }

  /** From now on the caller works in the tab. A page that is too busy to be prepared for a worker's death is not waited for. */
  hold(caller: string, tabId: number): void {
    const isNew = !this.callers.isHeld(tabId);
    this.callers.hold(caller, tabId);
    if (!isNew) return;
    wakeFrom(tabId).catch((error: unknown) => {
      console.info('The page cannot wake the worker.', error);
    });
  }

  /** Opens an empty tab in the background for a caller, attached if the browser lets it be, in the agent's group. */
  async openOwnedTab(caller: string): Promise<number> {
    const tabId = await createBackgroundTab();
    await this.pages.own(tabId, caller);
    this.callers.hold(caller, tabId);
    await groupOwnedTab(tabId, caller);
    const attached = await attempt(() => this.debuggee(tabId).ensureAttached());
    if (!attached.ok && attached.fault.code !== 'attach-refused') throw new FaultError(attached.fault);
    // Else the empty document's own coming would be taken for that of the page which is asked for next.
    if (!attached.ok) await untilComplete(tabId);
    await this.guardHops(tabId, caller);
    return tabId;
  }

  /** What an act of the caller sets the tab, and windows that it opens, going to is judged before it is sent. */
  async guardHops(tabId: number, caller: string): Promise<void> {
    await this.hops.guard(tabId, caller);
    await this.newWindows.watch(tabId, caller);
  }

  overheard(tabId: number, sessionId: string | undefined, method: string, params: unknown): void {
    for (const listener of [...(this.#overhearing.get(tabId) ?? [])]) listener(sessionId, method, params);
    if (!method.startsWith('Fetch.')) return;
    // A request that was held back for a former worker waits until this one knows what it was held for.
    void this.ready.then(() => this.debuggee(tabId).requests.heard(sessionId, method, params));
  }

  /** A tab's sessions, and the way to hear them. */
  sessions(tabId: number): Sessions {
    return { debuggee: this.debuggee(tabId), overhear: (listener) => this.overhear(tabId, listener) };
  }

  /** Hears every event of the tab's sessions until the returned function is called. */
  overhear(tabId: number, listener: Overhearing): () => void {
    const listeners = this.#overhearing.get(tabId) ?? new Set();
    listeners.add(listener);
    this.#overhearing.set(tabId, listeners);
    return () => listeners.delete(listener);
  }

  tabClosed(tabId: number): void {
    this.#debuggees.delete(tabId);
    this.dialogs.closed(tabId);
    this.callers.tabClosed(tabId);
    this.pages.removed(tabId);
    this.downloadStates.take(tabId, { type: 'closed' });
    this.events.emit(tabId, { type: 'closed' });
    void this.hops.release(tabId);
    void this.newWindows.forget(tabId);
  }

  /** Ends what a caller held; gives how many of the pages it opened were closed. */
  async release(caller: string, closePages: boolean): Promise<number> {
    const free = this.callers.release(caller);
    await showGivenBack(caller);
    await Promise.all(free.map((tabId) => this.hops.release(tabId)));
    const owned = closePages ? this.pages.ownedBy(caller) : [];
    await Promise.all(free.filter((tabId) => !owned.includes(tabId)).map((id) => this.debuggee(id).detach()));
    const closed = await Promise.allSettled(owned.map((tabId) => chrome.tabs.remove(tabId)));
    return closed.filter(({ status }) => status === 'fulfilled').length;
  }

  /** A tab that an agent's page opened is the agent's, too; one that the person's page opened is not. */
  async #takeUpOpened(source: number, tabId: number, url: string): Promise<void> {
    const owner = this.callers.holderOf(source) ?? this.pages.ownerOf(source);
    const isAgents = this.acting.has(source) || this.pages.ownerOf(source) !== null;
    const caller = isAgents ? owner : null;
    const from = this.pages.peek(source)?.url ?? '';
    const hop = await this.newWindows.opened(caller, from, tabId, url);
    if (hop !== null) this.events.emit(source, { type: 'hop-blocked', hop });
    this.events.emit(source, { type: 'opened', tabId });
    this.downloads.opened(source, url);
    if (caller === null) return;
    await this.pages.own(tabId, caller);
    // Attached at once: a dialog that opens before could never be answered.
    if (!this.isAgents(tabId)) return;
    await this.debuggee(tabId).ensureAttached();
    await this.hops.guard(tabId, caller);
    await this.newWindows.guarded(tabId);
  }

  async #refuseOutOfReach(tabId: number): Promise<void> {
    this.callers.refuseStoppedTab(tabId);
    const { url, owned } = await this.pages.refresh(tabId);
    refuseRestricted(url, chrome.runtime.id, owned ? ['blank', 'written'] : ['written']);
  }

  async #load(): Promise<void> {
    const { session } = chrome.storage;
    this.#token = await readStored(session, 'guard_token', z.string().length(32), this.#token);
    await session.set({ guard_token: this.#token });
    await Promise.all([this.dialogs.load(), this.callers.load()]);
    await this.pages.load();
    await Promise.all([this.hops.load(), this.newWindows.load(), this.wires.load()]);
  }
}

const TargetInfo = z.object({ targetInfo: z.object({ targetId: z.string() }) });

async function mainFrameOf(debuggee: Debuggee): Promise<string> {
  return TargetInfo.parse(await debuggee.send('Target.getTargetInfo', {})).targetInfo.targetId;
}

async function documentOf(tabId: number): Promise<string> {
  const frame = await chrome.webNavigation.getFrame({ tabId, frameId: 0 });
  return frame?.documentId ?? '';
}

const debuggerApi: DebuggerApi = {
  attach: (target, version) => chrome.debugger.attach(target, version),
  detach: (target) => chrome.debugger.detach(target),
  sendCommand: (target, method, params) => chrome.debugger.sendCommand(target, method, params),
  getTargets: () => chrome.debugger.getTargets(),
};

const downloadsApi: DownloadsApi = {
  download: (options) => chrome.downloads.download(options),
  search: (query) => chrome.downloads.search(query),
  cancel: (id) => chrome.downloads.cancel(id),
  removeFile: (id) => chrome.downloads.removeFile(id),
  erase: (query) => chrome.downloads.erase(query),
};
