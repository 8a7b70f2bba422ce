import type { BlockedHop } from '../../../shared/actions.ts';
import type { TabEvent } from '../driver/tab-events.ts';

// What one navigation comes to, as a fold over the tab's events. The status and the server's redirects come
// from the network, and which of the documents became the page comes from webNavigation: they are matched by
// address.

type Answered = {
  readonly redirects: readonly string[];
  readonly status: number | null;
  readonly url: string;
};

export type Navigation = {
  readonly documents: Readonly<Record<string, Answered>>;
  readonly pending: number;
  /** The page wants its document, or that of a frame, elsewhere, and has not begun to go there. */
  readonly asked: boolean;
  readonly committed: { readonly url: string; readonly sameDocument: boolean } | null;
  /** Addresses that the page was at and left by itself. */
  readonly passed: readonly string[];
  readonly domReady: boolean;
  readonly loaded: boolean;
  readonly failed: string | null;
  /** The last one that the policy kept from being sent. */
  readonly blocked: BlockedHop | null;
  readonly download: boolean;
  readonly dialog: boolean;
  readonly closed: boolean;
};

export const notYet: Navigation = {
  documents: {},
  pending: 0,
  asked: false,
  committed: null,
  passed: [],
  domReady: false,
  loaded: false,
  failed: null,
  blocked: null,
  download: false,
  dialog: false,
  closed: false,
};

const documentsMax = 100;

export function navigating(state: Navigation, event: TabEvent): Navigation {
  switch (event.type) {
    case 'navigation-asked':
      return { ...state, asked: true };
    case 'navigation-cleared':
      return { ...state, asked: false };
    case 'navigation-started':
      return { ...state, pending: state.pending + 1, asked: false, failed: null };
    case 'committed':
      return committed(state, event.url, event.sameDocument);
    case 'dom-ready':
      return { ...state, domReady: true };
    case 'loaded':
      return { ...state, domReady: true, loaded: true };
    case 'navigation-failed':
      return { ...state, pending: Math.max(0, state.pending - 1), failed: event.error };
    case 'hop-blocked':
      return { ...state, blocked: event.hop };
    case 'download-begun':
      return { ...state, download: true };
    case 'dialog-opened':
      return { ...state, dialog: true };
    case 'closed':
      return { ...state, closed: true };
    case 'redirected':
    case 'document-response':
      return answered(state, event);
    default:
      return state;
  }
}

function committed(state: Navigation, url: string, sameDocument: boolean): Navigation {
  if (sameDocument) {
    return state.committed === null ? { ...state, committed: { url, sameDocument }, failed: null } : state;
  }
  const passed =
    state.committed === null ? [] : [...state.passed, state.committed.url].slice(0, documentsMax);
  return {
    ...state,
    passed,
    committed: { url, sameDocument },
    pending: 0,
    asked: false,
    failed: null,
    domReady: false,
    loaded: false,
  };
}

type Answer = Extract<TabEvent, { type: 'redirected' | 'document-response' }>;

function answered(state: Navigation, event: Answer): Navigation {
  if (Object.keys(state.documents).length >= documentsMax) return state;
  const before = state.documents[event.id] ?? { redirects: [], status: null, url: '' };
  const after =
    event.type === 'redirected'
      ? { ...before, redirects: [...before.redirects, event.from].slice(0, documentsMax) }
      : { ...before, status: event.status, url: event.url };
  return { ...state, documents: { ...state.documents, [event.id]: after } };
}

export type NavigationResult = {
  readonly status: number | null;
  readonly http_error: boolean;
  readonly redirects: string[];
  readonly still_loading?: true;
};

/** What the tool tells of a navigation that has come to its end. */
export function navigationResult(state: Navigation): NavigationResult {
  const { committed: last } = state;
  const documents = Object.values(state.documents);
  const mine =
    last === null
      ? documents.at(-1)
      : documents.find(({ url }) => withoutHash(url) === withoutHash(last.url));
  const first = state.passed.flatMap((url) => [
    ...(documents.find((document) => withoutHash(document.url) === withoutHash(url))?.redirects ?? []),
    url,
  ]);
  const status = mine?.status ?? null;
  return {
    status: status === 0 ? null : status,
    http_error: status !== null && status >= 400,
    redirects: [...first, ...(mine?.redirects ?? [])],
  };
}

function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? '';
}
