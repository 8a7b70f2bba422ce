import { z } from 'zod';
import { IntakeRequest } from '../job-shapes.ts';
import { HandlerError, type Means } from '../means.ts';

const Input = z.object({
  request: IntakeRequest,
  markdown: z.string().optional(),
  /** Asked back instead of an answer. */
  question: z.string().optional(),
  status: z.string().optional(),
});

/** Puts the answer, or the question back, where the request's channel fetches it: `outbox/<channel>/<request id>.json`. */
export async function answer(input: unknown, { store, now }: Means): Promise<{ readonly key: string }> {
  const { request, markdown, question, status = 'question' } = Input.parse(input);
  const text = markdown ?? question;
  if (text === undefined)
    throw new HandlerError('NothingToAnswer', 'There is neither an answer nor a question.');
  const key = `outbox/${request.channel}/${request.request_id}.json`;
  const { request_id, reply_to } = request;
  const document = {
    schema: 'localagent.reply/1',
    request_id,
    reply_to,
    status,
    text,
    at: now().toISOString(),
  };
  await store.put(key, `${JSON.stringify(document, null, 2)}\n`);
  return { key };
}
