import { z } from 'zod';

const modelServer = z.strictObject({
  /** The first half of its models' names. */
  name: z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'lower-case letters, digits and hyphens'),
  /** Where its OpenAI-compatible interface begins, `/v1` included. */
  url: z.url({ protocol: /^https?$/ }).max(500),
  /** Several are used in turn, when one has had enough. */
  keys: z
    .array(z.string().regex(/^(env|secret):[\w.-]{1,100}$/, '`env:NAME` or `secret:NAME`'))
    .max(10)
    .default([]),
  /** Null: asked of the server. */
  context_tokens: z.int().min(1_024).max(10_000_000).nullable().default(null),
});

/** `models` of config.yaml. */
export const modelsConfig = z.strictObject({
  servers: z
    .array(modelServer)
    .max(20)
    .default([])
    .describe(
      'Further servers of models, each with `name`, `url`, `keys` (`env:NAME` or `secret:NAME`, used in turn) and `context_tokens`. A usual name (`llamacpp`, `ollama`, …) moves that one.',
    ),
  fallbacks: z
    .array(z.string().min(1).max(300))
    .max(5)
    .default([])
    .describe(
      'Models that take over, in this order, when the one in use cannot be reached: `provider/name`.',
    ),
  context_tokens: z
    .int()
    .min(2_048)
    .max(1_000_000)
    .default(8_192)
    .describe(
      'Tokens of context that Ollama and the embedded model are given, as far as model and memory go; more takes more memory.',
    ),
  timeout_seconds: z
    .int()
    .min(10)
    .max(3_600)
    .default(600)
    .describe(
      'Seconds until a model must have begun to answer; reading a prompt takes minutes on a slow machine.',
    ),
  keep_alive_minutes: z
    .int()
    .min(0)
    .max(1_440)
    .default(10)
    .describe('Minutes that Ollama keeps a model in memory after its last use; 0: let go after the run.'),
});
