import { z } from 'zod';
import { ok, type Result } from '../../shared/faults.ts';
import type { Model, ModelReply, ModelRequest } from './provider.ts';
import { readReply } from './read-reply.ts';

export type ModelTest = {
  readonly structured: boolean;
  readonly durationMs: number;
  readonly readPerSecond: number | null;
  readonly writtenPerSecond: number | null;
  readonly remarks: readonly string[];
};

const Answer = z.strictObject({ highest: z.string().max(60), metres: z.int().min(0).max(9_999) });
const tokensMax = 80;
/** Fewer fresh tokens, or a shorter time, say nothing about speed. */
const tokensToTellMin = 40;
const writtenToTellMin = 5;
const millisecondsToTellMin = 20;
/** Runs ask in steps of about 500 tokens and 60 of answer; below this one step takes a minute. */
const readPerSecondSlow = 15;
const writtenPerSecondSlow = 3;
/** What a run of several pages needs at least. */
const contextTokensMin = 6_000;

const page = `PAGE "Mountains of Africa" https://example.com/mountains
<<<DATA p1
Kilimanjaro in Tanzania is the highest mountain of Africa. Its summit, Uhuru Peak on the cone Kibo, is 5,895 metres high.
Mount Kenya, the second highest, reaches 5,199 metres, and Mawenzi, another cone of Kilimanjaro, 5,149 metres. The Rwenzori
mountains between Uganda and Congo rise to 5,109 metres and carry glaciers too.
DATA p1>>>`;

/** Asks one short question in the form that runs use: a page, and one JSON object wanted. */
export async function testModel(model: Model, signal: AbortSignal): Promise<Result<ModelTest>> {
  let firstTextMs: number | null = null;
  const started = performance.now();
  const onText = (): void => {
    firstTextMs ??= performance.now() - started;
  };
  const reply = await model.complete(request(), { signal, onText });
  if (!reply.ok) return reply;
  const answer = readReply(reply.value.text, Answer);
  const readPerSecond = speed(freshTokens(reply.value), firstTextMs, tokensToTellMin);
  const writingMs = firstTextMs === null ? null : reply.value.durationMs - firstTextMs;
  // The first token came with the first text, so it is not among those that were timed.
  const writtenPerSecond = speed(reply.value.use.completionTokens - 1, writingMs, writtenToTellMin);
  const measured = { readPerSecond, writtenPerSecond };
  return ok({
    structured: answer.ok,
    durationMs: reply.value.durationMs,
    ...measured,
    remarks: remarks(model, reply.value, answer, measured),
  });
}

function request(): ModelRequest {
  return {
    messages: [
      {
        role: 'system',
        content: 'You read pages. Answer with one JSON object: {"highest": "name", "metres": number}.',
      },
      { role: 'user', content: `OBJECTIVE: How high is the highest mountain of Africa?\n${page}\nAnswer.` },
    ],
    schema: { name: 'answer', json: z.toJSONSchema(Answer) },
    tokensMax,
    temperature: 0,
    purpose: 'answer',
  };
}

function freshTokens({ use }: ModelReply): number {
  return use.promptTokens - (use.cachedTokens ?? 0);
}

function speed(tokens: number, ms: number | null, tokensMin: number): number | null {
  if (ms === null || tokens < tokensMin || ms < millisecondsToTellMin) return null;
  return Math.round((tokens / ms) * 10_000) / 10;
}

function remarks(
  model: Model,
  reply: ModelReply,
  answer: ReturnType<typeof readReply<z.infer<typeof Answer>>>,
  { readPerSecond, writtenPerSecond }: Pick<ModelTest, 'readPerSecond' | 'writtenPerSecond'>,
): readonly string[] {
  const found: string[] = [];
  if (!answer.ok) found.push(`It did not keep to the form that was asked for: ${answer.hint}`);
  else if (!/kilimanjaro/i.test(answer.value.highest) || answer.value.metres !== 5_895)
    found.push('Its answer was wrong, though the page says it: expect mistakes from so small a model.');
  else if (answer.repairs.length > 0) found.push('Its answer had to be repaired before it could be read.');
  if (model.contextTokens < contextTokensMin)
    found.push(
      `Its context of ${model.contextTokens} tokens is small: long runs start anew often. Load it with ${contextTokensMin} or more.`,
    );
  if (readPerSecond !== null && readPerSecond < readPerSecondSlow)
    found.push(`It reads slowly (${readPerSecond} tokens a second): a step takes a minute or more.`);
  if (writtenPerSecond !== null && writtenPerSecond < writtenPerSecondSlow)
    found.push(`It writes slowly (${writtenPerSecond} tokens a second).`);
  if (reply.use.estimated)
    found.push('Its server does not count tokens, so that a prompt which it cuts short is not noticed.');
  if (model.remote) found.push(`What is asked leaves this machine: it goes to ${model.place}.`);
  return found;
}
