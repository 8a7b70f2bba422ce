import { z } from 'zod';
import { PageId } from '../actions.ts';

// What only the side panel and the service worker say to each other. Everything else the panel asks goes on to the
// authority (control-messages.ts) and is never answered by the worker itself.

/** How the worker stands with the host program. Only `connected` lets requests through. */
export const HostState = z.enum([
  'connected',
  'connecting',
  'host-missing',
  'host-forbidden',
  'host-blocked-by-policy',
  'host-failed',
  'version-mismatch',
]);
export type HostState = z.infer<typeof HostState>;

export const HostStatus = z.strictObject({
  state: HostState,
  /** One sentence for the person; names the browser policy when one is the cause. Empty while all is well. */
  sentence: z.string().max(1000),
  /** What the person can do about it; empty when there is nothing. */
  remedy: z.string().max(1000),
});
export type HostStatus = z.infer<typeof HostStatus>;

/** worker → panel, at once after connecting and at every change. */
export const panelEvents = { 'host.status': { params: HostStatus } } as const;

export const panelSignals = {
  /** The person pressed "Try again"; the worker connects now instead of after its back-off. */
  'host.retry': { params: z.strictObject({}) },
  /** Whether the panel can be seen; while it can, nothing is told by a notification. */
  'panel.seen': { params: z.strictObject({ seen: z.boolean() }) },
} as const;

/** The page beside the panel, for a person who wants to begin there. */
export const PageHere = z.strictObject({
  /** Null: none that an agent can work on, such as the browser's own pages. */
  page: PageId.nullable(),
  url: z.string(),
  title: z.string(),
  /** What is selected there, at most `selectionCharactersMax`. */
  selection: z.string(),
});
export type PageHere = z.infer<typeof PageHere>;
export const selectionCharactersMax = 20_000;

/** panel → worker, answered by the worker itself: nothing of it leaves the browser. */
export const panelRequests = {
  'page.here': { params: z.strictObject({ window: z.int() }), result: PageHere },
} as const;

/** Requests that may have to wait for a model to be loaded; every other is answered at once. */
const patient: Readonly<Record<string, number>> = {
  'model.list': 30_000,
  'model.test': 240_000,
  'objective.start': 60_000,
};
const promptMs = 15_000;

/** Longest wait of the worker for the authority's answer to a panel's request; the panel waits a little longer. */
export function answerMsOf(method: string): number {
  return patient[method] ?? promptMs;
}
