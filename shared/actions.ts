import { z } from 'zod';
import { blockedHopsMax } from './limits.ts';

/** The four kinds of action that policy tells apart (2-contracts: read, write, delete, admin). */
export const Bucket = z.enum(['read', 'write', 'delete', 'admin']);
export type Bucket = z.infer<typeof Bucket>;

/** Who proposes a call. Every surface is judged by the same gate; policy may tell them apart. */
export const CallerKind = z.enum(['agent', 'workflow', 'code', 'mcp', 'panel', 'job', 'client']);
export type CallerKind = z.infer<typeof CallerKind>;

/** `id` is stable while the caller lives (a run's id, an MCP session's id); it owns pages and a current page. */
export const Caller = z.strictObject({
  kind: CallerKind,
  id: z.string().min(1).max(100),
  unattended: z.boolean(),
});
export type Caller = z.infer<typeof Caller>;

/** Names a page for as long as it lives: `t` and a number that no later page of the same browser profile gets. */
export const PageId = z.string().regex(/^t[1-9][0-9]{0,9}$/);
export type PageId = z.infer<typeof PageId>;

export const PageInfo = z.strictObject({
  page: PageId,
  url: z.string(),
  title: z.string(),
  /** The origin as the browser has it, `null` for opaque ones. */
  origin: z.string(),
  /** Changes with every document; empty while none is committed. */
  document_id: z.string(),
  active: z.boolean(),
  /** Opened by the agent, or by a page of the agent's. */
  owned: z.boolean(),
});
export type PageInfo = z.infer<typeof PageInfo>;

/**
 * What was found where a selector points, described before it is touched. The gate classifies, judges and asks on
 * this alone, and the extension compares `fingerprint` again at the moment of the act.
 */
export const TargetDescription = z.strictObject({
  ref: z.string(),
  /** Frame of the target: the extension's frame number (0 is the page itself), its URL and origin. */
  frame: z.strictObject({ id: z.int(), url: z.string(), origin: z.string(), document_id: z.string() }),
  role: z.string(),
  name: z.string(),
  tag: z.string(),
  input_type: z.string().nullable(),
  href: z.string().nullable(),
  form: z.strictObject({ action: z.string(), method: z.string() }).nullable(),
  editable: z.boolean(),
  /** A password, one-time code or payment field, or one that a secret was filled into. */
  sensitive: z.boolean(),
  /** The ref's own element is gone, and this one took its place: same role, name and neighbourhood. */
  rematched: z.literal(true).optional(),
  /** SHA-256 (hex) over what above names the target, so that a changed target is noticed. */
  fingerprint: z.string(),
});
export type TargetDescription = z.infer<typeof TargetDescription>;

/** A navigation that the policy kept from being sent: a redirect, a link, a script's or a new window's. */
export const BlockedHop = z.strictObject({ from: z.string(), to: z.string(), reason: z.string() });
export type BlockedHop = z.infer<typeof BlockedHop>;

/** What an act set off, as far as it was seen before the call settled. */
export const Caused = z.strictObject({
  navigated: z.boolean(),
  opened: z.array(PageInfo),
  dialog: z
    .strictObject({ kind: z.enum(['alert', 'confirm', 'prompt', 'beforeunload']), message: z.string() })
    .nullable(),
  download: z.strictObject({ id: z.string(), filename: z.string(), url: z.string() }).nullable(),
  /** Nothing was sent to any of these addresses. */
  blocked: z.array(BlockedHop).max(blockedHopsMax).optional(),
});
export type Caused = z.infer<typeof Caused>;
