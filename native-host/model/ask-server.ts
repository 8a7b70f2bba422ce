import type { z } from 'zod';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { directFetch } from './direct-fetch.ts';

const bodyBytesMax = 4_000_000;

/**
 * A small question to a server of models, answered in JSON of the given form. What went wrong is told in a few words for
 * people, as the list of places that were tried shows it.
 */
export async function askServer<Value>(
  url: string,
  schema: z.ZodType<Value>,
  { timeoutMs, key = null, body, signal }: AskOptions,
): Promise<Result<Value>> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const response = await directFetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        accept: 'application/json',
        ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal === undefined ? late : AbortSignal.any([late, signal]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      return trouble(
        response.status === 401 || response.status === 403
          ? 'it refused the key'
          : `it answered ${response.status}`,
      );
    }
    const parsed = schema.safeParse(await boundedJson(response));
    return parsed.success ? ok(parsed.data) : trouble('another program answers there');
  } catch (error) {
    if (late.aborted) return trouble('it did not answer in time');
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ECONNREFUSED') return trouble('nothing listens there');
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return trouble('its name is not known');
    return trouble(
      error instanceof SyntaxError ? 'another program answers there' : `it cannot be reached ${code}`.trim(),
    );
  }
}

export type AskOptions = {
  readonly timeoutMs: number;
  readonly key?: string | null;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
};

async function boundedJson(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of response.body ?? []) {
    bytes += part.length;
    if (bytes > bodyBytesMax) throw new SyntaxError('The answer is too long.');
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

function trouble(words: string): Result<never> {
  return failed(fault('model-unavailable', words, 'See `localagent model list`.'));
}
