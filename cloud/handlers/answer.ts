import { z } from 'zod';
import { IntakeRequest, SourcedValue } from '../job-shapes.ts';
import { HandlerError, type Means } from '../means.ts';

const Input = z.object({
  request: IntakeRequest,
  markdown: z.string().optional(),
  /** Asked back instead of an answer. */
  question: z.string().optional(),
  status: z.string().optional(),
  /** Where the whole of it lies, as `aggregate` has put it together. */
  key: z.string().optional(),
});

/** What `aggregate` has written, as far as an answer repeats it. */
const Answers = z.object({
  jobs: z.array(
    z.object({
      outcome: z.object({
        job: z.object({ job_id: z.string(), parameters: z.record(z.string(), z.json()) }),
      }),
      values: z.record(z.string(), SourcedValue),
      missing: z.record(z.string(), z.string()),
    }),
  ),
});

/** Puts the answer, or the question back, where the request's channel fetches it: `outbox/<channel>/<request id>.json`. */
export async function answer(input: unknown, { store, now }: Means): Promise<{ readonly key: string }> {
  const { request, markdown, question, status = 'question', key: from } = Input.parse(input);
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
    jobs: from === undefined ? [] : await valuesIn(from, store),
    at: now().toISOString(),
  };
  await store.put(key, `${JSON.stringify(document, null, 2)}\n`);
  // A file that was dropped into the bucket has its answer beside, as a text that a person opens.
  if (request.channel === 'file' && reply_to.startsWith('outbox/file/'))
    await store.put(reply_to, `${text}\n`);
  return { key };
}

/** Of each job every value with where it is from, and what is missing with why: what a program does with an answer needs no words. */
async function valuesIn(key: string, store: Means['store']): Promise<readonly object[]> {
  const { jobs } = Answers.parse(JSON.parse((await store.get(key)) ?? '{"jobs":[]}'));
  return jobs.map(({ outcome, values, missing }) => {
    const { job_id, parameters } = outcome.job;
    return { job_id, parameters, values, missing };
  });
}
