import { z } from 'zod';
import type { IntakeDesk } from './intake-desk.ts';
import { isSigned, signatureHeader } from './signature.ts';

// `POST /requests` takes a request, `GET /requests/<id>` gives its answer. The same function answers behind a Lambda function URL and
// behind a server on the loopback address.

export type WebCall = Readonly<{
  method: string;
  path: string;
  /** Names in small letters. */
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
}>;
export type WebAnswer = Readonly<{ status: number; body: Readonly<Record<string, unknown>> }>;

export const bodyBytesMax = 16_384;

const Body = z.strictObject({
  text: z.string(),
  from: z.string().max(320).default('webhook'),
  request_id: z.string().optional(),
});

/** Answers one call. Who is not known to have the key is told that and no more. */
export async function answerWebCall(
  call: WebCall,
  desk: IntakeDesk,
  { key, unixSeconds }: { readonly key: string; readonly unixSeconds: number },
): Promise<WebAnswer> {
  if (Buffer.byteLength(call.body) > bodyBytesMax)
    return told(413, `A request is at most ${bodyBytesMax} bytes.`);
  if (!isSigned(key, call, call.headers[signatureHeader], unixSeconds))
    return told(401, `The call is not signed: ${signatureHeader}: t=<unix seconds>,v1=<HMAC>.`);
  const id = /^\/requests\/([A-Za-z0-9_-]{1,80})$/.exec(call.path)?.[1];
  if (call.method === 'GET' && id !== undefined) return replyTo(id, desk);
  if (call.method === 'POST' && call.path === '/requests') return taken(call.body, desk);
  return told(404, 'POST /requests takes a request, GET /requests/<id> gives its answer.');
}

async function taken(body: string, desk: IntakeDesk): Promise<WebAnswer> {
  const read = Body.safeParse(jsonOf(body));
  if (!read.success) return told(400, 'Send JSON: {"text": "what you need", "from": "who asks"}.');
  const { text, from, request_id = null } = read.data;
  const end = await desk.take({ text, from, channel: 'webhook', reply_to: '', request_id });
  if (!end.taken) return told(400, end.why);
  const { request_id: id, isNew } = end;
  return { status: isNew ? 202 : 200, body: { request_id: id, is_new: isNew, answer: `/requests/${id}` } };
}

async function replyTo(id: string, desk: IntakeDesk): Promise<WebAnswer> {
  const reply = await desk.reply('webhook', id);
  if (reply === null)
    return { status: 404, body: { request_id: id, status: 'none', why: 'There is no answer yet.' } };
  return { status: 200, body: { ...reply } };
}

function told(status: number, why: string): WebAnswer {
  return { status, body: { why } };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
