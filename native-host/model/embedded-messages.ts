import { z } from 'zod';

// What goes between the host and the process that holds the weights.

const Id = z.int().nonnegative();
const ChatMessage = z.strictObject({ role: z.enum(['system', 'user', 'assistant']), content: z.string() });

export const ToRunner = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('load'),
    /** The folder of the installed runtime. */
    runtime: z.string(),
    weights: z.string(),
    contextTokens: z.int(),
    threads: z.int(),
  }),
  z.strictObject({ type: z.literal('count'), id: Id, messages: z.array(ChatMessage) }),
  z.strictObject({
    type: z.literal('ask'),
    id: Id,
    messages: z.array(ChatMessage),
    /** GBNF, or null: anything. */
    grammar: z.string().nullable(),
    tokensMax: z.int(),
    temperature: z.number(),
  }),
  z.strictObject({ type: z.literal('cancel'), id: Id }),
]);
export type ToRunner = z.infer<typeof ToRunner>;

export const FromRunner = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('loaded'), contextTokens: z.int() }),
  z.strictObject({ type: z.literal('not-loaded'), words: z.string() }),
  z.strictObject({ type: z.literal('counted'), id: Id, tokens: z.int() }),
  z.strictObject({ type: z.literal('text'), id: Id, text: z.string() }),
  z.strictObject({
    type: z.literal('done'),
    id: Id,
    finish: z.enum(['stop', 'length']),
    promptTokens: z.int(),
    /** Of the prompt, what was there from the question before. */
    cachedTokens: z.int(),
    completionTokens: z.int(),
  }),
  z.strictObject({ type: z.literal('failed'), id: Id, words: z.string() }),
]);
export type FromRunner = z.infer<typeof FromRunner>;
