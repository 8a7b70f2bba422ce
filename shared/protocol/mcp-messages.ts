import { z } from 'zod';
import { Receipt } from '../receipt.ts';
import { ApprovalRequest } from '../run.ts';

// What the MCP server asks of the authority. A connection is a session: its caller owns pages and leases from `mcp.open` until
// the connection ends, however it ends.

/** What a paired client may do; null: whatever the rules allow. */
export const PairScope = z.strictObject({
  tools: z.array(z.string().max(100)).max(200).nullable(),
  sites: z.array(z.string().max(300)).max(200).nullable(),
  read_only: z.boolean(),
});

/** A paired client, as the person sees it. */
export const PairedClientInfo = z.strictObject({
  id: z.string(),
  name: z.string(),
  scope: PairScope,
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
});
export type PairedClientInfo = z.infer<typeof PairedClientInfo>;

export const pairingRequests = {
  /** Shows a new code; the one before is void. */
  'pairing.offer': {
    params: z.strictObject({
      /** The client's name for the person; empty: what the client calls itself. */
      name: z.string().max(100),
      scope: PairScope,
      days: z.int().min(1).max(366),
    }),
    result: z.strictObject({ code: z.string(), expires_at: z.iso.datetime() }),
  },
  /** Gives a token for the right code, once. Whatever is wrong, the fault is the same. */
  'pairing.exchange': {
    params: z.strictObject({ code: z.string().max(40), client: z.string().max(100) }),
    result: z.strictObject({ token: z.string(), client: PairedClientInfo }),
  },
  /** The client that a token belongs to; null for none. */
  'pairing.check': {
    params: z.strictObject({ token: z.string().max(200) }),
    result: z.strictObject({ client: PairedClientInfo.nullable() }),
  },
  'pairing.clients': {
    params: z.strictObject({}),
    result: z.strictObject({
      clients: z.array(PairedClientInfo),
      /** Milliseconds until codes are taken again; 0 when they are. */
      locked_ms: z.number().nonnegative(),
    }),
  },
  'pairing.revoke': {
    params: z.strictObject({ id: z.string().max(40) }),
    result: z.strictObject({ revoked: z.boolean() }),
  },
} as const;

export const mcpRequests = {
  /** Makes the connection an MCP client's, once; what it did is recorded under the session's name. */
  'mcp.open': {
    params: z.strictObject({
      /** The client's own name, as it gave it; a part of the session's name. */
      client: z.string().max(100),
      /** Nobody can be asked: what would ask is denied. */
      unattended: z.boolean(),
      /** The client can put questions to its person. */
      can_ask: z.boolean().optional(),
      /** Of a client that was paired: the session has its scope and ends with it. Left out: the person's own. */
      token: z.string().max(200).optional(),
    }),
    result: z.strictObject({ session: z.string() }),
  },
  /** The sessions that are open, of every connection. */
  'mcp.sessions': {
    params: z.strictObject({}),
    result: z.strictObject({ sessions: z.array(z.string()) }),
  },
  /** One tool call through the gate, as caller kind `mcp`. */
  'mcp.call': {
    params: z.strictObject({
      /** Names the call in `call.progress`; unique among the session's open calls. */
      call: z.string().min(1).max(40),
      tool: z.string().max(200),
      args: z.record(z.string(), z.unknown()),
      profile: z.string().nullable(),
      /** Tell every stage, and not only questions. */
      progress: z.boolean(),
    }),
    result: z.strictObject({ receipt: Receipt, result: z.record(z.string(), z.unknown()).nullable() }),
  },
} as const;

/** authority → MCP server. */
export const mcpEvents = {
  /** A call has come further. `asking`: a person must answer `approval` first; `answered`: somebody has. */
  'call.progress': {
    params: z.strictObject({
      call: z.string(),
      stage: z.enum(['found', 'asking', 'answered', 'acting']),
      approval: ApprovalRequest.nullable(),
    }),
  },
} as const;
export type CallProgress = z.infer<(typeof mcpEvents)['call.progress']['params']>;
