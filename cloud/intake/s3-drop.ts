import { z } from 'zod';
import type { ObjectStore } from '../means.ts';
import type { IntakeDesk, Taken } from './intake-desk.ts';

// Files that are dropped into the bucket below `inbox/`: EventBridge tells of each, perhaps twice. The answer to `inbox/a/order.txt` is
// `outbox/file/a/order.txt.md`; why one was refused stands in `outbox/file/a/order.txt.refused.txt`.

const bytesMax = 16_384;
export const inboxPrefix = 'inbox/';

/** What EventBridge tells of an object that was made; its key is as it was written. */
const ObjectCreated = z.object({
  detail: z.object({ object: z.object({ key: z.string(), size: z.number().optional() }) }),
});

/** Takes what an event tells of; null: it is of another place. A throw makes EventBridge tell it again. */
export async function takeDropped(
  event: unknown,
  desk: IntakeDesk,
  store: Pick<ObjectStore, 'getBytes' | 'put'>,
): Promise<Taken | null> {
  const { key, size = 0 } = ObjectCreated.parse(event).detail.object;
  if (!key.startsWith(inboxPrefix)) return null;
  const end = await takeOne(key, size, desk, store);
  if (!end.taken) await store.put(`${answerKey(key)}.refused.txt`, `${end.why}\n`);
  return end;
}

async function takeOne(
  key: string,
  size: number,
  desk: IntakeDesk,
  store: Pick<ObjectStore, 'getBytes'>,
): Promise<Taken> {
  const refused = {
    taken: false,
    why: `A request is a text in UTF-8 of at most ${bytesMax} bytes.`,
  } as const;
  if (size > bytesMax) return refused;
  const bytes = await store.getBytes(key);
  if (bytes === null || bytes.length > bytesMax) return refused;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const reply_to = `${answerKey(key)}.md`;
    return await desk.take({ text, from: key, channel: 'file', reply_to, request_id: null });
  } catch (error) {
    if (error instanceof TypeError) return refused;
    throw error;
  }
}

function answerKey(key: string): string {
  return `outbox/file/${key.slice(inboxPrefix.length)}`;
}
