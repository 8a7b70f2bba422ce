import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import { type Answer, collectAnswer, type Piece, type Waits } from './collect-answer.ts';
import type { Message, Model, ModelReply, ModelRequest } from './provider.ts';
import { cancelled, retried, type Sleep } from './retried.ts';
import { ServerTrouble } from './server-trouble.ts';
import { estimatePrompt, estimateTokens, PromptCounts } from './token-count.ts';

/** What one kind of server does its own way. Everything else is the same for all and stands here. */
export type ModelCore = Pick<Model, 'provider' | 'name' | 'remote' | 'place' | 'contextTokens' | 'close'> & {
  /** The prompt's tokens by the server's own tokenizer; null where it has no way to ask, or did not answer. */
  readonly count: (messages: readonly Message[], signal: AbortSignal) => Promise<number | null>;
  /** One attempt. Throws `ServerTrouble`. */
  readonly answer: (request: ModelRequest, signal: AbortSignal) => AsyncIterable<Piece>;
};

export type AskSettings = Waits & { readonly sleep?: Sleep };

/** A model of a server: sizes checked before, attempts repeated, and what the server read checked after. */
export function createModel(core: ModelCore, settings: AskSettings): Model {
  const counts = new PromptCounts();
  return {
    provider: core.provider,
    name: core.name,
    remote: core.remote,
    place: core.place,
    contextTokens: core.contextTokens,
    close: () => core.close(),
    async complete(request, { signal, onText }): Promise<Result<ModelReply>> {
      const started = performance.now();
      try {
        if (signal.aborted) throw cancelled();
        await checkRoom(core, counts, request, signal);
        const again = settings.sleep === undefined ? { signal } : { signal, sleep: settings.sleep };
        const answer = await retried(
          () => collectAnswer((ending) => core.answer(request, ending), settings, { signal, onText }),
          again,
        );
        checkRead(core, counts, request, answer);
        return ok(replyOf(answer, request, performance.now() - started));
      } catch (error) {
        if (error instanceof ServerTrouble) return failed(error.fault);
        throw error;
      }
    },
  };
}

/** Nothing is sent that the server could only take by cutting it. */
async function checkRoom(
  core: ModelCore,
  counts: PromptCounts,
  { messages, tokensMax }: ModelRequest,
  signal: AbortSignal,
): Promise<void> {
  const room = core.contextTokens - tokensMax;
  const careful = counts.careful(messages);
  if (careful <= room) return;
  const counted = await core.count(messages, signal);
  const tokens = counted ?? careful;
  if (tokens > room) {
    const about = counted === null ? 'about ' : '';
    throw tooLarge(
      `The prompt has ${about}${tokens} tokens, and ${tokensMax} are kept for the answer; ` +
        `${core.name} takes ${core.contextTokens} in all.`,
      'Ask with less text, or give the model a larger context.',
      { prompt_tokens: tokens, tokens_max: tokensMax, context_tokens: core.contextTokens },
    );
  }
}

/** Some servers cut the front of a long prompt and answer what is left, without a word. */
function checkRead(core: ModelCore, counts: PromptCounts, { messages }: ModelRequest, answer: Answer): void {
  if (answer.promptTokens === null || counts.wasRead(messages, answer.promptTokens)) return;
  const expected = counts.likely(messages);
  throw tooLarge(
    `${core.place} has read ${answer.promptTokens} tokens of a prompt of about ${expected}: it cut the rest off ` +
      'without saying so. Its answer was not used.',
    'Load the model with a larger context in its server; `localagent model test` shows what it takes.',
    { prompt_tokens: expected, read_tokens: answer.promptTokens },
  );
}

function tooLarge(message: string, hint: string, detail: Record<string, number>): ServerTrouble {
  return new ServerTrouble(fault('too-large', message, hint, detail), { again: false });
}

function replyOf(answer: Answer, { messages }: ModelRequest, durationMs: number): ModelReply {
  const { text, finish, promptTokens, cachedTokens, completionTokens } = answer;
  return {
    text,
    finish,
    durationMs: Math.round(durationMs),
    use: {
      promptTokens: promptTokens ?? estimatePrompt(messages),
      cachedTokens,
      completionTokens: completionTokens ?? estimateTokens(text),
      estimated: promptTokens === null || completionTokens === null,
    },
  };
}
