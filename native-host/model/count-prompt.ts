import { z } from 'zod';
import { askServer } from './ask-server.ts';
import { withoutVersion } from './discover-models.ts';
import type { Message } from './provider.ts';
import type { Server } from './server.ts';

const countMs = 20_000;
const Templated = z.looseObject({ prompt: z.string() });
const LlamaTokens = z.looseObject({ tokens: z.array(z.unknown()) });
const VllmTokens = z.looseObject({ count: z.number().int().nonnegative() });

/** The tokens of a prompt as the server itself counts them; null where it has no way to ask. */
export async function countPrompt(
  server: Server,
  name: string,
  messages: readonly Message[],
  { key, signal }: { readonly key: string | null; readonly signal: AbortSignal },
): Promise<number | null> {
  const root = withoutVersion(server.url);
  const ask = { timeoutMs: countMs, key, signal };
  if (server.kind === 'vllm') {
    const counted = await askServer(`${root}/tokenize`, VllmTokens, {
      ...ask,
      body: { model: name, messages },
    });
    return counted.ok ? counted.value.count : null;
  }
  if (server.kind !== 'llamacpp') return null;
  const templated = await askServer(`${root}/apply-template`, Templated, { ...ask, body: { messages } });
  if (!templated.ok) return null;
  const body = { content: templated.value.prompt, add_special: true, parse_special: true };
  const counted = await askServer(`${root}/tokenize`, LlamaTokens, { ...ask, body });
  return counted.ok ? counted.value.tokens.length : null;
}
