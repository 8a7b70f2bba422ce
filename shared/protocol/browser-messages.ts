import { z } from 'zod';
import { Caller, Caused, PageId, PageInfo, TargetDescription } from '../actions.ts';
import { Fault } from '../faults.ts';
import { LedgerCheckpoint } from '../ledger-checkpoint.ts';
import { hopCharactersMax, uploadFilesMax } from '../limits.ts';

/** Arguments of a tool, already parsed against the tool's own schema by the sender; parsed again by the receiver. */
const ToolArgs = z.record(z.string(), z.unknown());

/**
 * One act, judged and durably intended. Used up by its first use: the extension keeps the outcome under `ticket` and
 * answers a second use with that outcome, never with a second act.
 */
export const Permit = z.strictObject({
  ticket: z.uuid(),
  tool: z.string(),
  /** SHA-256 (hex) over the canonical JSON of the arguments, as the gate judged them. */
  args_hash: z.string(),
  page: PageId.nullable(),
  /** Document and origin of the page itself (frame 0); null when the tool needs no page. */
  document_id: z.string().nullable(),
  origin: z.string().nullable(),
  /** What `prepare` found, in the same order; each is compared again at the moment of the act. */
  targets: z
    .array(
      z.strictObject({
        ref: z.string(),
        fingerprint: z.string(),
        frame_document_id: z.string(),
        frame_origin: z.string(),
      }),
    )
    .max(50),
  /** Milliseconds since the epoch; both ends share the machine's clock. */
  expires_at: z.int(),
  /**
   * Whether every address may be opened under the rules of this version, so that navigations need not be judged one by
   * one. Left out: each is.
   */
  hops: z.strictObject({ free: z.boolean(), version: z.string().max(64) }).optional(),
});
export type Permit = z.infer<typeof Permit>;

export const Prepared = z.strictObject({
  page: PageInfo.nullable(),
  /** One for each target of the call: several for `fill` with `fields`, none for `navigate`. */
  targets: z.array(TargetDescription).max(50),
  /** The open dialog, for `handle_dialog`; null otherwise. */
  dialog: z
    .strictObject({ kind: z.enum(['alert', 'confirm', 'prompt', 'beforeunload']), message: z.string() })
    .nullable(),
});
export type Prepared = z.infer<typeof Prepared>;

export const Outcome = z.strictObject({
  /** The page after the call; null when the tool has none or it closed. */
  page: PageInfo.nullable(),
  caused: Caused,
  /** The tool's own result, as its output schema says. */
  result: z.record(z.string(), z.unknown()),
  /** Where the call really ran. */
  observed: z.strictObject({ origin: z.string(), document_id: z.string() }).nullable(),
  /** The tool read back an exact result that shows what was wanted (2-contracts: only then `domain: succeeded`). */
  verified: z.boolean(),
  /** Refs whose own element was gone, and that were taken to mean the one in its place. */
  rematched: z.array(z.string()).optional(),
});
export type Outcome = z.infer<typeof Outcome>;

const CallBase = {
  caller: Caller,
  tool: z.string(),
  args: ToolArgs,
  timeout_ms: z.int().positive().max(600_000),
};

/** authority → extension: what the browser can be asked to do. */
export const browserRequests = {
  /** Resolves targets, waits until they can be acted on, describes them, touches nothing. */
  'tool.prepare': {
    params: z.strictObject({ ...CallBase, page: PageId.nullable() }),
    result: Prepared,
  },
  /** A read in one round trip: refused with `permit-mismatch` when the page is not at `origin` (detail: `origin`, `url`). */
  'tool.read': {
    params: z.strictObject({ ...CallBase, page: PageId.nullable(), origin: z.string().nullable() }),
    result: Outcome,
  },
  /** Acts once. `secrets` holds values of `secret:NAME` in `args`, for this one call only. */
  'tool.act': {
    params: z.strictObject({
      ...CallBase,
      permit: Permit,
      secrets: z.record(z.string(), z.string()),
      /** Those of them that the page gets a stand-in of, and the origins that a request with the value may go to. */
      wires: z
        .record(
          z.string(),
          z.strictObject({ mode: z.enum(['wire', 'auto']), origins: z.array(z.string()).min(1).max(10) }),
        )
        .optional(),
      /** The files of `upload_file` in the order of `args.files`; `content_base64` is null where `args` has the content. */
      files: z
        .array(
          z.strictObject({ name: z.string(), mime_type: z.string(), content_base64: z.string().nullable() }),
        )
        .max(uploadFilesMax)
        .optional(),
      /** A dialog this act is allowed to raise is left open for the run to answer; it is never accepted by itself. */
    }),
    result: Outcome,
  },
  /**
   * What became of a ticket whose answer was lost. `never-seen`: it was not dispatched, nothing happened. `running`: it
   * still runs in this worker. `interrupted`: it was begun by a worker that has died since, so whether it took effect is
   * not known. `done` and `failed` carry what was recorded.
   */
  'tool.replay': {
    params: z.strictObject({ ticket: z.uuid() }),
    result: z.strictObject({
      state: z.enum(['never-seen', 'running', 'interrupted', 'done', 'failed']),
      outcome: Outcome.nullable(),
      fault: Fault.nullable(),
    }),
  },
  'browser.pages': { params: z.strictObject({}), result: z.strictObject({ pages: z.array(PageInfo) }) },
  /** A real round trip for `doctor`: the worker's boot id, and what attaching to a page of the agent's own says. */
  'browser.probe': {
    params: z.strictObject({ attach: z.boolean() }),
    result: z.strictObject({
      boot_id: z.string(),
      extension_version: z.string(),
      attach: z.enum(['ok', 'failed', 'not-tried']),
      attach_error: z.string(),
      screenshot_error: z.string(),
    }),
  },
  /** Whether the browser has a language model of its own. `absent`: it knows no such thing. */
  'browser.model': {
    params: z.strictObject({}),
    result: z.strictObject({
      state: z.enum(['absent', 'unavailable', 'downloadable', 'downloading', 'available']),
      context_tokens: z.int().positive().nullable(),
    }),
  },
  /** One answer of it; a conversation that goes on is read from where it goes on. */
  'browser.ask-model': {
    params: z.strictObject({
      messages: z
        .array(z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() }))
        .min(1)
        .max(1_000),
      schema: z.record(z.string(), z.json()).nullable(),
      tokens_max: z.int().positive(),
      temperature: z.number().min(0).max(2),
    }),
    result: z.strictObject({
      text: z.string(),
      prompt_tokens: z.int().nonnegative().nullable(),
      cached_tokens: z.int().nonnegative().nullable(),
    }),
  },
  /** The run is over or stopped: lift highlights, drop its permits, let go of its pages (close those it opened if asked). */
  'run.release': {
    params: z.strictObject({ caller_id: z.string(), close_pages: z.boolean() }),
    result: z.strictObject({ closed: z.int() }),
  },
  /** Remembers how the ledger stands, out of reach of its file. */
  'anchor.keep': { params: z.strictObject({ checkpoint: LedgerCheckpoint }), result: z.strictObject({}) },
  'anchor.list': {
    params: z.strictObject({}),
    result: z.strictObject({ checkpoints: z.array(LedgerCheckpoint).max(20) }),
  },
} as const;

/** extension → authority. */
export const sessionRequests = {
  /**
   * May a page that this caller works in go to another address? Asked before the request is sent; what is denied is
   * recorded with both addresses. `covers` says what the answer may be remembered for.
   */
  'hop.judge': {
    params: z.strictObject({
      caller_id: z.string().min(1).max(100),
      from: z.string().max(hopCharactersMax),
      to: z.string().max(hopCharactersMax),
    }),
    result: z.strictObject({
      allowed: z.boolean(),
      reason: z.string(),
      version: z.string(),
      covers: z.enum(['origin', 'url']),
    }),
  },
  'session.hello': {
    params: z.strictObject({
      protocol: z.int().positive(),
      extension_version: z.string().max(40),
      boot_id: z.string().max(64),
      /** Made once per browser profile and kept in `storage.local`. */
      profile_id: z.uuid(),
      browser_name: z.string().max(100),
      browser_version: z.string().max(40),
      pages: z.array(PageInfo).max(1000),
      /** Managed policy as the browser hands it to the extension; null when there is none. */
      managed: z.record(z.string(), z.json()).nullable(),
    }),
    result: z.strictObject({
      protocol: z.int().positive(),
      host_version: z.string(),
      profile: z.string(),
      /** Callers whose runs go on; what the extension still holds for others it lets go. */
      live_callers: z.array(z.string()),
    }),
  },
} as const;

/** extension → authority, without an answer. */
export const browserEvents = {
  'pages.changed': { params: z.strictObject({ pages: z.array(PageInfo).max(1000) }) },
  /** The person pressed Cancel in the browser's debugging bar, or the stop button: everything stops. */
  'human.stopped': { params: z.strictObject({ by: z.enum(['infobar', 'stop-button']) }) },
  /** How many panels are open, in which a person can answer. */
  'panels.changed': { params: z.strictObject({ open: z.int().nonnegative().max(100) }) },
  /** A download that no permitted act caused; it was cancelled. */
  /** A request carried the stand-in of a secret where the secret may not go; it was not sent. */
  'secret.egress_blocked': {
    params: z.strictObject({
      caller_id: z.string().max(100),
      name: z.string().max(200),
      to: z.string().max(500),
    }),
  },
  'download.refused': { params: z.strictObject({ url: z.string(), filename: z.string() }) },
} as const;
