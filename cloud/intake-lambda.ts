import { S3Client } from '@aws-sdk/client-s3';
import { SFNClient } from '@aws-sdk/client-sfn';
import { z } from 'zod';
import { beginExecution } from './intake/begin-execution.ts';
import { createIntakeDesk, type IntakeDesk } from './intake/intake-desk.ts';
import { takeDropped } from './intake/s3-drop.ts';
import { storedReply } from './intake/stored-reply.ts';
import { answerWebCall } from './intake/webhook.ts';
import type { ObjectStore } from './means.ts';
import { s3Store } from './s3-store.ts';

// The two ways in as Lambda functions, told apart by INTAKE: `file` is called with events of EventBridge, `webhook` by a function URL.

/** What a function URL hands over (payload format 2.0). */
const UrlEvent = z.object({
  rawPath: z.string(),
  headers: z.record(z.string(), z.string()).default({}),
  requestContext: z.object({ http: z.object({ method: z.string() }) }),
  body: z.string().optional(),
  isBase64Encoded: z.boolean().default(false),
});

let made: { readonly desk: IntakeDesk; readonly store: ObjectStore } | null = null;

export async function handler(event: unknown): Promise<unknown> {
  made ??= make();
  if (environment('INTAKE') === 'file') return takeDropped(event, made.desk, made.store);
  const { rawPath, headers, requestContext, body = '', isBase64Encoded } = UrlEvent.parse(event);
  const text = isBase64Encoded ? Buffer.from(body, 'base64').toString('utf8') : body;
  const call = { method: requestContext.http.method, path: rawPath, headers, body: text };
  const means = { key: environment('WEBHOOK_KEY'), unixSeconds: Math.floor(Date.now() / 1_000) };
  const answer = await answerWebCall(call, made.desk, means);
  return {
    statusCode: answer.status,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(answer.body),
  };
}

function make() {
  const store = s3Store(new S3Client({}), environment('BUCKET'));
  const begin = beginExecution(new SFNClient({}), environment('STATE_MACHINE'));
  return { store, desk: createIntakeDesk({ begin, reply: storedReply(store), now: () => new Date() }) };
}

function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`${name} is not set.`);
  return value;
}
