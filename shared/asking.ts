import { z } from 'zod';

/** What a template asks the person for: a code that somebody sent them, a text, or that they have done something. */
export const AskKind = z.enum(['code', 'text', 'done']);
export type AskKind = z.infer<typeof AskKind>;

/** A question of a template. */
export const Asking = z.strictObject({
  /** What the person is asked; only parameters may be named in it. */
  question: z.string().min(1).max(500),
  /** The answer to `code` is like a secret: it is written down nowhere, and goes into fields of the template's sites alone. */
  kind: AskKind,
});

/** Characters of a code that a person is sent, and of a text. */
export const codeCharactersMax = 40;
export const answerCharactersMax = 2_000;

/** Why an answer is not what was asked for, in a sentence; null when it is. */
export function unfitAnswer(kind: AskKind, text: string): string | null {
  const given = text.trim();
  if (kind === 'done') return null;
  if (given === '') return 'It waits for an answer.';
  if (kind === 'text') return given.length <= answerCharactersMax ? null : 'The answer is too long.';
  const isCode =
    given.length <= codeCharactersMax && /^[\p{L}\p{N}](?:[\p{L}\p{N} -]*[\p{L}\p{N}])?$/u.test(given);
  return isCode ? null : 'Give the code alone: letters and digits.';
}
