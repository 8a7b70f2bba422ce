import type { z } from 'zod';
import { browserEvents, browserRequests, sessionRequests } from './browser-messages.ts';
import { clientRequests } from './client-messages.ts';
import { controlEvents, controlRequests } from './control-messages.ts';
import { cronRequests } from './cron-messages.ts';
import { jobRequests } from './job-messages.ts';
import { mcpEvents, mcpRequests, pairingRequests } from './mcp-messages.ts';
import { studioRequests } from './studio-messages.ts';
import { templateChoiceRequests } from './template-choice-messages.ts';

// The table of everything that can be said between the processes. A side handles a fixed set of requests; its handlers
// are a mapped type over that set, so a missing or a foreign handler does not compile.

export type RequestSpec = { readonly params: z.ZodType; readonly result: z.ZodType };
export type EventSpec = { readonly params: z.ZodType };
export type RequestTable = Readonly<Record<string, RequestSpec>>;
export type EventTable = Readonly<Record<string, EventSpec>>;

/** What a side can be asked and what it can be told, by the role it plays on a connection. */
export const sides = {
  extension: { requests: browserRequests, events: controlEvents },
  /** The authority towards a browser: the session's own requests, and those of panel and studio, which the worker forwards. */
  authority_for_extension: {
    requests: { ...sessionRequests, ...controlRequests, ...studioRequests },
    events: browserEvents,
  },
  authority_for_client: {
    requests: {
      ...controlRequests,
      ...clientRequests,
      ...mcpRequests,
      ...pairingRequests,
      ...jobRequests,
      ...cronRequests,
      ...templateChoiceRequests,
    },
    events: {},
  },
  client: { requests: {}, events: { ...controlEvents, ...mcpEvents } },
} as const;

export type Params<T extends RequestTable, M extends keyof T> = z.output<T[M]['params']>;
export type Answer<T extends RequestTable, M extends keyof T> = z.output<T[M]['result']>;
export type EventParams<T extends EventTable, N extends keyof T> = z.output<T[N]['params']>;

/** One function for each request of the table: parsed params in, result or `FaultError` out. */
export type Handlers<T extends RequestTable> = {
  readonly [M in keyof T]: (params: Params<T, M>, signal: AbortSignal) => Promise<Answer<T, M>>;
};
/** One function for each event of the table. */
export type Listeners<T extends EventTable> = {
  readonly [N in keyof T]: (params: EventParams<T, N>) => void;
};
