import { type PageContent, renderPage } from './layout.ts';
import type { Session, Sessions } from './sessions.ts';

/** What the routes need to know of the portal. */
export interface PortalState {
  readonly username: string;
  readonly password: string;
  readonly prepareMs: number;
  readonly sessions: Sessions;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Fires when the portal closes: nothing waits on after that. */
  readonly closing: AbortSignal;
}

/** One request, parsed. */
export interface Visit {
  readonly method: string;
  readonly url: URL;
  /** The fields of a posted form. */
  readonly fields: URLSearchParams;
  readonly session: Session | undefined;
  /** Whether a session cookie came, be its session alive or not. */
  readonly hasSessionCookie: boolean;
  readonly showsCookieNotice: boolean;
}

/** What goes back. A session here becomes the visitor's; `null` takes the cookie away. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  readonly session?: Session | null;
}

/** A whole page in the frame that belongs to the visitor. */
export function pageReply(visit: Visit, content: PageContent, status = 200): Reply {
  const frame = {
    username: visit.session?.username,
    csrfToken: visit.session?.csrfToken,
    showsCookieNotice: visit.showsCookieNotice,
  };
  return {
    status,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: renderPage(frame, content),
  };
}

/** Sends the visitor on by GET, after a form as much as after an address. */
export function redirectReply(location: string): Reply {
  return { status: 303, headers: { location }, body: '' };
}

export function fileReply(type: string, body: string | Buffer): Reply {
  return { status: 200, headers: { 'content-type': type }, body };
}

export function jsonReply(body: Readonly<Record<string, string>>, status = 200): Reply {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
