import { z } from 'zod';

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

/** panel → worker: the person pressed "Try again"; the worker connects now instead of after its back-off. */
export const panelSignals = { 'host.retry': { params: z.strictObject({}) } } as const;
