import { z } from 'zod';
import { Bucket } from '../actions.ts';
import { urlCharactersMax } from '../limits.ts';
import { defineTool } from './define-tool.ts';

/** One mistake of a script, where it is, and the rewrite that is allowed. */
export const CodeProblem = z.strictObject({
  /** From 1; 0 for what concerns the whole script. */
  line: z.int().nonnegative(),
  column: z.int().nonnegative(),
  rule: z.string(),
  message: z.string(),
  rewrite: z.string(),
});
export type CodeProblem = z.infer<typeof CodeProblem>;

export const CodeRisk = z.enum(['low', 'medium', 'high', 'critical']);
export type CodeRisk = z.infer<typeof CodeRisk>;

/** One place in a script that calls the api, known before anything runs. Lines are those of `normalized_code`. */
export const CodeCall = z.strictObject({
  line: z.int(),
  verb: z.enum(['get', 'post']),
  path: z.string(),
  /** Null: answered by the host itself. */
  tool: z.string().nullable(),
  /** What the call may be; one that turns out to be more is denied then. */
  buckets: z.array(Bucket),
  /** The arguments as they are written. */
  arguments: z.string(),
  secrets: z.array(z.string()),
  /** Null: as often as the script's limit of calls allows. */
  executions_max: z.int().nullable(),
  /** Text that was read from a page may reach the arguments, or decide whether the call is made. */
  tainted: z.boolean(),
  /** For `/graphql`: what the query reaches, as `Type.field` where the query says so. */
  graphql: z
    .strictObject({
      operation: z.enum(['query', 'mutation']),
      depth: z.int(),
      fields_count: z.int(),
      types: z.array(z.string()),
      fields: z.array(z.string()),
    })
    .optional(),
});
export type CodeCall = z.infer<typeof CodeCall>;

/** The policy's answer for one call on one site. */
export const CodeDecision = z.strictObject({
  line: z.int(),
  path: z.string(),
  tool: z.string(),
  bucket: Bucket,
  target: z.string(),
  decision: z.enum(['allow', 'ask', 'deny']),
  reason: z.string(),
  policies: z.array(z.string()),
});
export type CodeDecision = z.infer<typeof CodeDecision>;

export const validateCode = defineTool({
  name: 'validate_code',
  title: 'Check a script',
  summary:
    'Checks a script of several api calls (`await api.post("/click", { selector })`, loops, conditions) before it may run: every call is judged on every target site. Gives a token for execute_code, or problems with the rewrite that is allowed.',
  category: 'code mode',
  runs_in: 'host',
  buckets: ['read'],
  acts: false,
  page: 'none',
  input: z.strictObject({
    /** JavaScript in a small subset; each result is `await api.get("/url")` or `await api.post("/path", { … })`. */
    code: z.string().min(1).max(20_000),
    /** Sites that the script may work on, as `https://example.com`; left out: the current page's, and those it navigates to. */
    targets: z.array(z.string().min(1).max(urlCharactersMax)).min(1).max(20).optional(),
    /** What the script has as `args`. */
    args: z.record(z.string().max(200), z.json()).optional(),
  }),
  output: z.strictObject({
    ok: z.boolean(),
    problems: z.array(CodeProblem),
    /** The script as it is read: printed from its tree. This is what runs. */
    normalized_code: z.string(),
    risk: CodeRisk,
    /** What the risk is made of. */
    risk_reasons: z.array(z.string()),
    calls: z.array(CodeCall),
    targets: z.array(z.string()),
    decisions: z.array(CodeDecision),
    /** For execute_code, once; null when there are problems. */
    token: z.string().nullable(),
    expires_at: z.iso.datetime().nullable(),
  }),
});
