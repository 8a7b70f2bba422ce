import { z } from 'zod';
import type { Piece } from './collect-answer.ts';

// What OpenAI-compatible servers send while they answer. Many fields more come along, another set from each server.

const Count = z.number().int().nonnegative();

const Usage = z.looseObject({
  prompt_tokens: Count,
  completion_tokens: Count.nullish(),
  prompt_tokens_details: z.looseObject({ cached_tokens: Count.nullish() }).nullish(),
});

/** llama.cpp's own measurement: `prompt_n` tokens were read, `cache_n` were there already. */
const Timings = z.looseObject({
  prompt_n: Count.nullish(),
  cache_n: Count.nullish(),
  predicted_n: Count.nullish(),
});

const Words = z.looseObject({ content: z.string().nullish() });

/** A chunk of a stream, or (with `message`) a whole answer of a server that does not stream. */
const ChatChunk = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        delta: Words.nullish(),
        message: Words.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: Usage.nullish(),
  timings: Timings.nullish(),
});

/** The chunk as a piece of an answer; null for what is none. */
export function pieceOf(chunk: unknown): Piece | null {
  const parsed = ChatChunk.safeParse(chunk);
  if (!parsed.success) return null;
  const { choices, usage, timings } = parsed.data;
  const choice = choices?.[0];
  const finish = choice?.finish_reason;
  return {
    text: choice?.delta?.content ?? choice?.message?.content ?? '',
    ...(finish === undefined || finish === null ? {} : { finish: finish === 'length' ? 'length' : 'stop' }),
    ...countsOf(usage ?? null, timings ?? null),
  };
}

function countsOf(
  usage: z.infer<typeof Usage> | null,
  timings: z.infer<typeof Timings> | null,
): Omit<Piece, 'text' | 'finish'> {
  const read = timings?.prompt_n ?? null;
  const kept = timings?.cache_n ?? null;
  const prompt = usage?.prompt_tokens ?? (read !== null && kept !== null ? read + kept : null);
  const cached =
    kept ??
    usage?.prompt_tokens_details?.cached_tokens ??
    (read !== null && prompt !== null ? Math.max(0, prompt - read) : null);
  const completion = usage?.completion_tokens ?? timings?.predicted_n ?? null;
  return {
    ...(prompt === null ? {} : { promptTokens: prompt }),
    ...(cached === null ? {} : { cachedTokens: cached }),
    ...(completion === null ? {} : { completionTokens: completion }),
  };
}
