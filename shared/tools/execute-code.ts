import { z } from 'zod';
import { Receipt } from '../receipt.ts';
import { defineTool } from './define-tool.ts';

export const executeCode = defineTool({
  name: 'execute_code',
  title: 'Run a checked script',
  summary:
    'Runs the script that validate_code accepted, once. Gives what it returned and what came of each call; a call that is denied ends it.',
  category: 'code mode',
  runs_in: 'host',
  buckets: ['read', 'write', 'delete', 'admin'],
  acts: true,
  page: 'none',
  input: z.strictObject({
    /** From validate_code: valid for five minutes, for one run, and for you alone. */
    token: z.string().min(1).max(4_096),
    /** If given, it must be the script that was checked. */
    code: z.string().max(20_000).optional(),
    /** What the script has as `args`; must be the same as in validate_code where it was given there. */
    args: z.record(z.string().max(200), z.json()).optional(),
  }),
  output: z.strictObject({
    ok: z.boolean(),
    /** What the script returned; data of the pages it read. */
    value: z.json(),
    /** Origins of the pages that the value depends on. */
    sources: z.array(z.string()),
    /** In the order in which they were made. */
    calls: z.array(
      z.strictObject({
        line: z.int(),
        path: z.string(),
        tainted: z.boolean(),
        /** Null: answered by the host itself. */
        receipt: Receipt.nullable(),
      }),
    ),
    steps: z.int(),
    duration_ms: z.int(),
  }),
});
