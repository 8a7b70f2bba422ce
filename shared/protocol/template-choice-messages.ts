import { z } from 'zod';

/** How a template stands on this machine. */
export const TemplateStanding = z.strictObject({
  file: z.string(),
  /** Every version that lies in the folders, oldest first. */
  versions: z.array(z.string()),
  /** The version that is meant where none is named; null: the newest. */
  pinned: z.string().nullable(),
  reviewed_by: z.string().nullable(),
  reviewed_at: z.string().nullable(),
  /** The trusted key that signed exactly this, in base64. */
  signed_by: z.string().nullable(),
  /** It may run while nobody is there, as far as its review goes; the rules have their say too. */
  unattended: z.boolean(),
  /** Why, or why not, in a sentence. */
  why: z.string(),
});
export type TemplateStanding = z.infer<typeof TemplateStanding>;

/** What only a person at a command line asks about templates. */
export const templateChoiceRequests = {
  /**
   * Trusts exactly this template, with those that it uses, from now on: `watched` where a person can answer, `unattended` also
   * where nobody can.
   */
  'template.trust': {
    params: z.strictObject({
      text: z.string().max(500_000),
      file: z.string().max(4_096),
      reach: z.enum(['watched', 'unattended']),
    }),
    result: z.strictObject({ id: z.string(), version: z.string(), sha256: z.string() }),
  },
  /** Trusts no version of it any more. */
  'template.distrust': {
    params: z.strictObject({ id: z.string().max(100) }),
    result: z.strictObject({ count: z.int() }),
  },
  /** Which version is meant where none is named; null: the newest again. */
  'template.pin': {
    params: z.strictObject({ id: z.string().max(100), version: z.string().max(100).nullable() }),
    result: z.strictObject({ version: z.string() }),
  },
} as const;
