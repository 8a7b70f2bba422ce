import { z } from 'zod';
import { PageId, PageInfo } from '../actions.ts';
import { LedgerCheckpoint } from '../ledger-checkpoint.ts';
import { PolicyExplanation, PolicyQuestion } from '../policy-question.ts';
import { Receipt } from '../receipt.ts';

// What only command lines and MCP clients ask of the authority.

const empty = z.strictObject({});

export const clientRequests = {
  /** One tool call through the gate, as caller kind `client`. */
  'tool.call': {
    params: z.strictObject({
      tool: z.string(),
      args: z.record(z.string(), z.unknown()),
      profile: z.string().nullable(),
      /** Names the caller, so that several calls share a current page. */
      session: z.string().min(1).max(80),
      unattended: z.boolean(),
    }),
    result: z.strictObject({ receipt: Receipt, result: z.record(z.string(), z.unknown()).nullable() }),
  },
  'client.pages': {
    params: z.strictObject({ profile: z.string().nullable() }),
    result: z.strictObject({ profile: z.string(), pages: z.array(PageInfo) }),
  },
  'client.probe': {
    params: z.strictObject({ profile: z.string().nullable(), attach: z.boolean() }),
    result: z.strictObject({
      profile: z.string(),
      boot_id: z.string(),
      extension_version: z.string(),
      attach: z.enum(['ok', 'failed', 'not-tried']),
      attach_error: z.string(),
      screenshot_error: z.string(),
      round_trip_ms: z.number(),
    }),
  },
  'client.current-page': {
    params: z.strictObject({ session: z.string(), page: PageId }),
    result: z.strictObject({}),
  },
  /** What the rules in force say to a call, without its being made. */
  'policy.explain': {
    params: z.strictObject({ question: PolicyQuestion }),
    result: PolicyExplanation,
  },
  /** Whether the secrets can be used; locked, a job would fail at its first. */
  'secret.state': {
    params: empty,
    result: z.strictObject({ mode: z.enum(['file', 'keychain', 'passphrase']), locked: z.boolean() }),
  },
  /** The passphrase of the secrets, for as long as the authority lives. */
  'secret.unlock': { params: z.strictObject({ passphrase: z.string().max(1_000) }), result: empty },
  /** Removes ledger rows older than so many days. */
  'ledger.compact': {
    params: z.strictObject({ older_than_days: z.int().min(0).max(36_500) }),
    result: z.strictObject({ removed: z.int() }),
  },
  /** What the connected browsers remember of the ledger. */
  'ledger.anchors': {
    params: empty,
    result: z.strictObject({
      anchors: z.array(z.strictObject({ profile: z.string(), checkpoint: LedgerCheckpoint })),
    }),
  },
  /** A person sits at this connection and can answer questions, until it ends. */
  'client.answers': { params: empty, result: empty },
  /** Ends the authority once nothing runs; `force` cancels what runs. */
  'authority.stop': {
    params: z.strictObject({ force: z.boolean() }),
    result: z.strictObject({ stopping: z.boolean() }),
  },
} as const;
