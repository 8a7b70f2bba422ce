import { z } from 'zod';

/** One thing that `doctor` looked at. A problem says in one sentence what is wrong and what mends it. */
export const Finding = z.strictObject({
  /** Stable name, for programs: `node`, `data-folder`, `policy`, `manifest.chromium` … */
  check: z.string(),
  title: z.string(),
  state: z.enum(['ok', 'problem', 'note']),
  sentence: z.string(),
  remedy: z.string(),
  /** The browser policy at fault; null when none is. */
  policy: z.string().nullable(),
});
export type Finding = z.infer<typeof Finding>;

export function good(check: string, title: string, sentence: string): Finding {
  return { check, title, state: 'ok', sentence, remedy: '', policy: null };
}

export function note(check: string, title: string, sentence: string, remedy = ''): Finding {
  return { check, title, state: 'note', sentence, remedy, policy: null };
}

export function problem(
  check: string,
  title: string,
  sentence: string,
  remedy: string,
  policy: string | null = null,
): Finding {
  return { check, title, state: 'problem', sentence, remedy, policy };
}
