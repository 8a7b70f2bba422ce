import { S3Client } from '@aws-sdk/client-s3';
import { type HandlerName, handlers } from './handlers/index.ts';
import type { Means } from './means.ts';
import { openAiText, openAiVision } from './models.ts';
import { runHandler } from './run-handler.ts';
import { s3Store } from './s3-store.ts';

// The handlers as Lambda functions: `cloud/template.yaml` makes one function for each name, all of this one file, told
// apart by HANDLER. What the environment lacks is an error at the first call, by name.

let means: Means | null = null;

function meansOf(environment: NodeJS.ProcessEnv): Means {
  const bucket = environment['BUCKET'];
  if (bucket === undefined || bucket === '') throw new Error('BUCKET is not set.');
  const model = {
    url: environment['MODEL_URL'] ?? '',
    name: environment['MODEL_NAME'] ?? '',
    key: environment['MODEL_KEY'] ?? '',
  };
  return {
    store: s3Store(new S3Client({}), bucket),
    text: model.url === '' ? null : openAiText(model),
    vision: model.url === '' ? null : openAiVision(model),
    now: () => new Date(),
  };
}

/** What Lambda calls. A named error keeps its name, so that the state machine can catch it. */
export async function handler(input: unknown): Promise<unknown> {
  const name = process.env['HANDLER'];
  if (!isHandler(name)) throw new Error(`HANDLER names no handler: ${name ?? 'not set'}.`);
  means ??= meansOf(process.env);
  const end = await runHandler(name, input, means);
  if (end.ok) return end.result;
  throw Object.assign(new Error(end.cause), { name: end.error });
}

function isHandler(name: string | undefined): name is HandlerName {
  return name !== undefined && Object.hasOwn(handlers, name);
}
