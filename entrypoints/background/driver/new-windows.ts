import type { BlockedHop } from '../../../shared/actions.ts';
import { pause } from './deadline.ts';
import { originOfUrl } from './frames.ts';
import type { HopGuard } from './hop-guard.ts';
import { type Opener, openingRules } from './opening-rules.ts';

/** How long after an act a click still lets its page open windows. */
const activationMs = 6_000;
/** How long the browser may take to tell what it did with a new window's first request. */
const toldMs = 600;
const lookMs = 20;
const requestsMax = 200;

type Request = { readonly url: string; readonly method: string; readonly blocked: boolean };

/** First requests of windows that the agent's pages open: kept back unless judged, then judged, then opened or not. */
export class NewWindows {
  readonly #hops: HopGuard;
  readonly #openers = new Map<number, Opener & { readonly caller: string }>();
  readonly #ends = new Map<number, ReturnType<typeof setTimeout>>();
  readonly #requests = new Map<number, Request>();
  #rules = '[]';
  #turn: Promise<unknown> = Promise.resolve();
  #listening = false;

  constructor(hops: HopGuard) {
    this.#hops = hops;
  }

  /** Takes away what a former worker left behind. */
  async load(): Promise<void> {
    const left = await chrome.declarativeNetRequest.getSessionRules();
    if (left.length === 0) return;
    await chrome.declarativeNetRequest.updateSessionRules({ removeRuleIds: left.map(({ id }) => id) });
  }

  /** From when this resolves, windows that the tab opens are kept back. */
  async watch(tabId: number, caller: string): Promise<void> {
    clearTimeout(this.#ends.get(tabId));
    // A tab that is worked in is nobody's new window, though it may have come after another's act.
    this.#leaveAlone(tabId);
    if (this.#hops.isFree(caller)) {
      this.#ends.delete(tabId);
      this.#openers.delete(tabId);
      return this.#apply();
    }
    const [frames, tabs] = await Promise.all([
      chrome.webNavigation.getAllFrames({ tabId }),
      chrome.tabs.query({}),
    ]);
    const hosts = (frames ?? []).flatMap(({ url }) => hostOf(url));
    const others = tabs.flatMap(({ id }) => id ?? []);
    const allowedOrigins = this.#hops.allowedOrigins(caller);
    this.#openers.set(tabId, { caller, hosts: [...new Set(hosts)], others, allowedOrigins });
    await this.#apply();
  }

  /** The act is over. */
  endSoon(tabId: number): void {
    if (!this.#openers.has(tabId)) return;
    clearTimeout(this.#ends.get(tabId));
    this.#ends.set(
      tabId,
      setTimeout(() => void this.forget(tabId), activationMs),
    );
  }

  async forget(tabId: number): Promise<void> {
    clearTimeout(this.#ends.get(tabId));
    this.#ends.delete(tabId);
    if (this.#openers.delete(tabId)) await this.#apply();
  }

  /** A window that is guarded by itself from now on. */
  async guarded(tabId: number): Promise<void> {
    if (this.#openers.size === 0) return;
    this.#leaveAlone(tabId);
    await this.#apply();
  }

  #leaveAlone(tabId: number): void {
    for (const [id, opener] of this.#openers) {
      if (opener.others.includes(tabId)) continue;
      this.#openers.set(id, { ...opener, others: [...opener.others, tabId] });
    }
  }

  /**
   * A window was opened: by a page of `caller`, or by one of the person's (null), whose window is let go on. Gives the
   * way that was stopped, if it was.
   */
  async opened(caller: string | null, from: string, tabId: number, url: string): Promise<BlockedHop | null> {
    if (this.#openers.size === 0 && (caller === null || this.#hops.isFree(caller))) return null;
    const isKnown = caller !== null && this.#hops.allowedOrigins(caller).includes(originOfUrl(url));
    if (isKnown) return null;
    const request = await this.#requestOf(tabId);
    const to = request?.url ?? url;
    if (hostOf(to).length === 0) return null;
    const verdict = caller === null ? letGo : await this.#hops.judge(caller, from, to);
    if (!verdict.allowed) {
      await chrome.tabs.update(tabId, { url: 'about:blank' });
      return { from, to, reason: verdict.reason };
    }
    if (request?.blocked !== true) return null;
    if (request.method !== 'GET') return { from, to, reason: notSent };
    await chrome.tabs.update(tabId, { url: to });
    return null;
  }

  async #requestOf(tabId: number): Promise<Request | null> {
    for (const end = Date.now() + toldMs; Date.now() < end; await pause(lookMs)) {
      const request = this.#requests.get(tabId);
      if (request?.blocked === true) return request;
    }
    return this.#requests.get(tabId) ?? null;
  }

  #apply(): Promise<void> {
    const work = this.#turn.then(async () => {
      const rules = openingRules([...this.#openers.values()]);
      const text = JSON.stringify(rules);
      if (text === this.#rules) return;
      this.#listen(rules.length > 0);
      const before = await chrome.declarativeNetRequest.getSessionRules();
      await chrome.declarativeNetRequest.updateSessionRules({
        removeRuleIds: before.map(({ id }) => id),
        addRules: rules,
      });
      this.#rules = text;
    });
    this.#turn = work.catch(() => undefined);
    return work;
  }

  #listen(wanted: boolean): void {
    if (wanted === this.#listening) return;
    this.#listening = wanted;
    const { onBeforeRequest, onErrorOccurred } = chrome.webRequest;
    const documents = {
      urls: ['http://*/*', 'https://*/*'],
      types: [chrome.webRequest.ResourceType.MAIN_FRAME],
    };
    if (wanted) {
      onBeforeRequest.addListener(this.#began, documents);
      onErrorOccurred.addListener(this.#failed, documents);
    } else {
      onBeforeRequest.removeListener(this.#began);
      onErrorOccurred.removeListener(this.#failed);
    }
  }

  readonly #began = ({ tabId, url, method }: { tabId: number; url: string; method: string }): undefined => {
    this.#note(tabId, { url, method, blocked: false });
  };

  readonly #failed = (seen: { tabId: number; url: string; method: string; error: string }): void => {
    const blocked = seen.error.includes('ERR_BLOCKED_BY_CLIENT');
    this.#note(seen.tabId, { url: seen.url, method: seen.method, blocked });
  };

  #note(tabId: number, request: Request): void {
    this.#requests.delete(tabId);
    this.#requests.set(tabId, request);
    const oldest = this.#requests.size > requestsMax ? this.#requests.keys().next().value : undefined;
    if (oldest !== undefined) this.#requests.delete(oldest);
  }
}

const letGo = { allowed: true, reason: '' } as const;
const notSent =
  'Its form was sent to a window of its own before the site was judged, so it was stopped. The site is allowed: try again.';

function hostOf(url: string): readonly string[] {
  if (!URL.canParse(url)) return [];
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? [hostname] : [];
}
