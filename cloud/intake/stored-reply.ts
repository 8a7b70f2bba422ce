import { z } from 'zod';
import type { ObjectStore } from '../means.ts';
import type { IntakeDesk } from './intake-desk.ts';

const Stored = z.object({
  request_id: z.string(),
  status: z.string(),
  text: z.string(),
  jobs: z.array(z.record(z.string(), z.json())).optional(),
});

/** Answers as the state machine leaves them: `outbox/<channel>/<request id>.json`. */
export function storedReply(store: Pick<ObjectStore, 'get'>): IntakeDesk['reply'] {
  return async (channel, requestId) => {
    const text = await store.get(`outbox/${channel}/${requestId}.json`).catch(notThere);
    return text === null ? null : Stored.parse(JSON.parse(text));
  };
}

/** To whoever may not list the bucket, S3 says of an object that is not there that it may not be read. */
function notThere(error: unknown): null {
  if (error instanceof Error && error.name === 'AccessDenied') return null;
  throw error;
}
