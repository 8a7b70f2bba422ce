import type { PageId, PageInfo } from '../../shared/actions.ts';
import type { Result } from '../../shared/faults.ts';
import type { browserRequests, sessionRequests } from '../../shared/protocol/browser-messages.ts';
import type { ProfileInfo } from '../../shared/protocol/control-messages.ts';
import type { Answer, Params, sides } from '../../shared/protocol/messages.ts';
import type { CallOptions } from '../../shared/protocol/outbound-calls.ts';
import type { Peer } from '../../shared/protocol/peer.ts';

type BrowserTable = typeof browserRequests;
export type SessionHello = Params<typeof sessionRequests, 'session.hello'>;
export type ExtensionPeer = Peer<typeof sides.extension>;

/** What a session is made of: one life of the extension's worker in one browser profile. */
export type SessionParts = Readonly<{
  profile: string;
  /** Of the extension, as the browser named it; null when it did not. */
  origin: string | null;
  hello: SessionHello;
  peer: ExtensionPeer;
  connectedAt: Date;
  /** The session of the same profile that comes after this one, or null when there is none in time. */
  successor(ms: number): Promise<BrowserSession | null>;
}>;

/** A connected browser profile: what it can be asked, and which pages it says it has. */
export class BrowserSession {
  readonly profile: string;
  readonly hello: SessionHello;
  readonly origin: string | null;
  /** Resolves with the reason, a sentence for a log. */
  readonly closed: Promise<string>;
  readonly #parts: SessionParts;
  #pages: ReadonlyMap<PageId, PageInfo>;

  constructor(parts: SessionParts) {
    this.profile = parts.profile;
    this.hello = parts.hello;
    this.origin = parts.origin;
    this.closed = parts.peer.closed;
    this.#parts = parts;
    this.#pages = byId(parts.hello.pages);
  }

  get info(): ProfileInfo {
    return {
      name: this.profile,
      browser_name: this.hello.browser_name,
      browser_version: this.hello.browser_version,
      extension_version: this.hello.extension_version,
      connected_at: this.#parts.connectedAt.toISOString(),
      pages: this.#pages.size,
    };
  }

  pages(): readonly PageInfo[] {
    return [...this.#pages.values()];
  }

  page(id: PageId): PageInfo | null {
    return this.#pages.get(id) ?? null;
  }

  /** The extension's word on its pages; it replaces what was known. */
  setPages(pages: readonly PageInfo[]): void {
    this.#pages = byId(pages);
  }

  /** Asks the extension. Once the connection is lost, open and later calls give `browser-gone`. */
  call<M extends keyof BrowserTable & string>(
    method: M,
    params: Params<BrowserTable, M>,
    options: CallOptions,
  ): Promise<Result<Answer<BrowserTable, M>>> {
    return this.#parts.peer.call(method, params, options);
  }

  /**
   * The session of this profile that is connected now: this one while it is, else its successor, waited for at most
   * `ms` (a worker that was killed is back in about a second). Null when it is not back in time.
   */
  waitBack(ms: number): Promise<BrowserSession | null> {
    return this.#parts.successor(ms);
  }
}

function byId(pages: readonly PageInfo[]): ReadonlyMap<PageId, PageInfo> {
  return new Map(pages.map((page) => [page.page, page]));
}
