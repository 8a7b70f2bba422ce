import { z } from 'zod';
import type { TabEvent } from './tab-events.ts';

// The few debugger events that matter, told in the vocabulary of tab-events. Events carry far more than is
// read here.

const Dialog = z.object({
  type: z.enum(['alert', 'confirm', 'prompt', 'beforeunload']),
  message: z.string(),
  defaultPrompt: z.string().default(''),
});
const RequestStarted = z.object({
  requestId: z.string(),
  loaderId: z.string(),
  type: z.string().default('Other'),
  redirectResponse: z.object({ url: z.string(), status: z.number() }).optional(),
});
const Response = z.object({
  requestId: z.string(),
  type: z.string(),
  response: z.object({ url: z.string(), status: z.number() }),
});
const RequestEnded = z.object({ requestId: z.string() });
const WindowOpen = z.object({ url: z.string() });
const Asked = z.object({ frameId: z.string(), url: z.string(), delay: z.number().default(0) });
const Started = z.object({ frameId: z.string(), url: z.string(), navigationType: z.string().default('') });
const Cleared = z.object({ frameId: z.string() });
const Navigated = z.object({ frame: z.object({ id: z.string() }) });
const DownloadBegun = z.object({ guid: z.string(), url: z.string(), suggestedFilename: z.string() });
const DownloadProgress = z.object({
  guid: z.string(),
  state: z.enum(['inProgress', 'completed', 'canceled']),
});

const translations: Readonly<Record<string, (params: unknown) => readonly TabEvent[]>> = {
  'Page.javascriptDialogOpening': (params) => {
    const parsed = Dialog.safeParse(params);
    if (!parsed.success) return [];
    const { type, message, defaultPrompt } = parsed.data;
    const dialog = { kind: type, message: message.slice(0, 10_000) };
    return [{ type: 'dialog-opened', dialog, given: defaultPrompt.slice(0, 10_000) }];
  },
  'Page.javascriptDialogClosed': () => [{ type: 'dialog-closed' }],
  'Network.requestWillBeSent': (params) => {
    const parsed = RequestStarted.safeParse(params);
    if (!parsed.success) return [];
    const { requestId, type, redirectResponse } = parsed.data;
    const started: TabEvent = { type: 'request-started', id: requestId, kind: type };
    if (redirectResponse === undefined || type !== 'Document') return [started];
    const { url, status } = redirectResponse;
    return [{ type: 'redirected', id: requestId, from: url, status }];
  },
  'Network.responseReceived': (params) => {
    const parsed = Response.safeParse(params);
    if (!parsed.success || parsed.data.type !== 'Document') return [];
    const { requestId, response } = parsed.data;
    return [{ type: 'document-response', id: requestId, status: response.status, url: response.url }];
  },
  'Network.loadingFinished': requestEnded,
  'Network.loadingFailed': requestEnded,
  'Page.frameScheduledNavigation': asked,
  'Page.frameRequestedNavigation': asked,
  'Page.frameStartedNavigating': (params) => {
    const parsed = Started.safeParse(params);
    return parsed.success && !/sameDocument/i.test(parsed.data.navigationType) ? asked(params) : [];
  },
  'Page.frameClearedScheduledNavigation': cleared,
  'Page.frameStoppedLoading': cleared,
  'Page.frameDetached': cleared,
  'Page.frameNavigated': (params) => {
    const parsed = Navigated.safeParse(params);
    return parsed.success ? cleared({ frameId: parsed.data.frame.id }) : [];
  },
  'Page.windowOpen': (params) => {
    const parsed = WindowOpen.safeParse(params);
    return parsed.success ? [{ type: 'opening', url: parsed.data.url }] : [];
  },
  'Page.downloadProgress': (params) => {
    const parsed = DownloadProgress.safeParse(params);
    if (!parsed.success || parsed.data.state === 'inProgress') return [];
    const state = parsed.data.state === 'completed' ? 'complete' : 'canceled';
    return [{ type: 'download-ended', guid: parsed.data.guid, state }];
  },
  'Page.downloadWillBegin': (params) => {
    const parsed = DownloadBegun.safeParse(params);
    if (!parsed.success) return [];
    const { guid, url, suggestedFilename } = parsed.data;
    return [{ type: 'download-begun', guid, url, filename: suggestedFilename }];
  },
};

/** A refresh that a page has set for later is nobody's act. */
const delaySecondsMax = 0.2;

function asked(params: unknown): readonly TabEvent[] {
  const parsed = Asked.safeParse(params);
  if (!parsed.success || parsed.data.delay > delaySecondsMax) return [];
  return [{ type: 'navigation-asked', frame: parsed.data.frameId, url: parsed.data.url }];
}

function cleared(params: unknown): readonly TabEvent[] {
  const parsed = Cleared.safeParse(params);
  return parsed.success ? [{ type: 'navigation-cleared', frame: parsed.data.frameId }] : [];
}

function requestEnded(params: unknown): readonly TabEvent[] {
  const parsed = RequestEnded.safeParse(params);
  return parsed.success ? [{ type: 'request-ended', id: parsed.data.requestId }] : [];
}

/** What an event of a tab's own session says; nothing for events that do not matter. */
export function eventsOf(method: string, params: unknown): readonly TabEvent[] {
  return Object.hasOwn(translations, method) ? (translations[method]?.(params) ?? []) : [];
}

const ChildAttached = z.object({
  sessionId: z.string(),
  targetInfo: z.object({ targetId: z.string(), type: z.string() }),
});
const ChildDetached = z.object({ sessionId: z.string() });

export type SessionChange =
  | { readonly type: 'attached'; readonly sessionId: string; readonly targetId: string }
  | { readonly type: 'detached'; readonly sessionId: string };

/** The coming and going of sessions of frames in other processes; null for all other events. */
export function sessionChangeOf(method: string, params: unknown): SessionChange | null {
  if (method === 'Target.attachedToTarget') {
    const parsed = ChildAttached.safeParse(params);
    if (!parsed.success || parsed.data.targetInfo.type !== 'iframe') return null;
    return { type: 'attached', sessionId: parsed.data.sessionId, targetId: parsed.data.targetInfo.targetId };
  }
  if (method === 'Target.detachedFromTarget') {
    const parsed = ChildDetached.safeParse(params);
    return parsed.success ? { type: 'detached', sessionId: parsed.data.sessionId } : null;
  }
  return null;
}
