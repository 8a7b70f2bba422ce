import { z } from 'zod';

// The page engine's methods about files, a part of the table in engine-methods.ts. `ref` null names the field that
// the page's own file chooser was opened for.

/** What a target is to files; of a field, what it takes. `ref` is empty for the field behind a file chooser. */
export const FileFieldState = z.strictObject({
  kind: z.enum(['field', 'button', 'other']),
  ref: z.string(),
  multiple: z.boolean(),
  accept: z.string(),
  disabled: z.boolean(),
  /** It takes whole folders. */
  folder: z.boolean(),
});

/** `put` false: nothing was given to the page. `names` is what it was given, or what the field holds. */
export const FilesPut = z.strictObject({
  put: z.boolean(),
  names: z.array(z.strictObject({ name: z.string(), bytes: z.int() })),
});

export type FileArgs = {
  file_field: { readonly ref: number | null };
  /** A part of a file; `begin` forgets all before it, `next` begins another file. */
  files_part: {
    readonly begin: boolean;
    readonly next: boolean;
    readonly name: string;
    readonly type: string;
    readonly base64: string;
  };
  files_put: { readonly ref: number | null };
  files_held: { readonly ref: number | null };
  files_drop: { readonly ref: number };
};

export const fileAnswers = {
  file_field: FileFieldState,
  files_part: z.strictObject({ holds: z.boolean() }),
  files_put: FilesPut,
  files_held: FilesPut,
  files_drop: FilesPut,
} as const satisfies Record<keyof FileArgs, z.ZodType>;
