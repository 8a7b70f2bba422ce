import { z } from 'zod';
import { Receipt } from '../receipt.ts';
import { ApprovalRequest } from '../run.ts';

// What the MCP server asks of the authority. A connection is a session: its caller owns pages and leases from `mcp.open` until
// the connection ends, however it ends.

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
