import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import type { ModelRequest } from './provider.ts';
import type { Server } from './server.ts';

/** What a server takes of a request. Begins with all of it; what the server refuses is left out from then on. */
export type RequestForm = {
  /** How the form of the answer is asked for. */
  readonly schema: 'json_schema' | 'top_level' | 'json_object' | 'none';
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  readonly temperature: boolean;
  readonly usage: boolean;
};

export const wholeForm: RequestForm = {
  schema: 'json_schema',
  limit: 'max_tokens',
  temperature: true,
  usage: true,
};

/** The body of one request, as far as the server takes it. */
export function bodyOf(
  name: string,
  { messages, schema, tokensMax, temperature }: ModelRequest,
  form: RequestForm,
  kind: Server['kind'],
): ChatCompletionCreateParamsStreaming {
  const body: ChatCompletionCreateParamsStreaming = {
    model: name,
    messages: messages.map(({ role, content }) => ({ role, content })),
    stream: true,
    [form.limit]: tokensMax,
    ...(form.temperature ? { temperature } : {}),
    ...(form.usage ? { stream_options: { include_usage: true } } : {}),
    ...(schema !== null && form.schema === 'json_schema'
      ? {
          response_format: {
            type: 'json_schema',
            // Strict mode of clouds knows no optional fields; servers of this machine enforce the schema either way.
            json_schema: { name: schema.name, strict: kind !== 'openai', schema: { ...schema.json } },
          },
        }
      : {}),
    ...(schema !== null && form.schema === 'json_object' ? { response_format: { type: 'json_object' } } : {}),
  };
  return Object.assign(body, ownWords(kind, schema?.json ?? null, form));
}

/** What only one kind of server understands. */
function ownWords(
  kind: Server['kind'],
  schema: Readonly<Record<string, unknown>> | null,
  form: RequestForm,
): Readonly<Record<string, unknown>> {
  if (kind !== 'llamacpp' && kind !== 'vllm') return {};
  // Thinking aloud takes longer than the answer, and a grammar leaves no room for it.
  const template = { chat_template_kwargs: { enable_thinking: false } };
  if (kind === 'vllm') return template;
  const grammar = schema !== null && form.schema === 'top_level' ? { json_schema: schema } : {};
  return { ...template, ...grammar, cache_prompt: true, timings_per_token: false };
}

/** The form without what a refusal names; null: the refusal has another cause. */
export function lesserForm(
  form: RequestForm,
  refusal: string,
  { kind, hasSchema }: { readonly kind: Server['kind']; readonly hasSchema: boolean },
): RequestForm | null {
  if (form.limit === 'max_tokens' && /max_completion_tokens|'max_tokens'.*not supported/i.test(refusal))
    return { ...form, limit: 'max_completion_tokens' };
  if (form.temperature && /temperature/i.test(refusal)) return { ...form, temperature: false };
  if (form.usage && /stream_options|include_usage/i.test(refusal)) return { ...form, usage: false };
  const names = /response_format|json|schema|grammar|structured|guided/i.test(refusal);
  if (hasSchema && form.schema !== 'none' && names)
    return { ...form, schema: lesserSchema(form.schema, kind) };
  return null;
}

function lesserSchema(now: RequestForm['schema'], kind: Server['kind']): RequestForm['schema'] {
  if (now === 'json_schema') return kind === 'llamacpp' ? 'top_level' : 'json_object';
  return 'none';
}
