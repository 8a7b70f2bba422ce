import { raise } from '../../shared/faults.ts';
import type { browserRequests } from '../../shared/protocol/browser-messages.ts';
import type { Answer, Params } from '../../shared/protocol/messages.ts';

// Chrome's own model, where the browser has one: the global `LanguageModel`, which Chromium and other browsers lack. Its sessions
// hold a conversation, so that the next question of the same one is read from where it goes on.

type Ask = Params<typeof browserRequests, 'browser.ask-model'>;
type Message = Ask['messages'][number];

/** What is used of a session. Two names for the same: the newer one, and that of the first releases. */
type Session = {
  readonly contextWindow?: number;
  readonly inputQuota?: number;
  readonly contextUsage?: number;
  readonly inputUsage?: number;
  measureContextUsage?(input: string): Promise<number>;
  measureInputUsage?(input: string): Promise<number>;
  prompt(input: string, options: object): Promise<string>;
  destroy(): void;
};
export type LanguageModelApi = {
  availability(): Promise<string>;
  params?(): Promise<{ readonly defaultTopK: number } | null>;
  create(options: object): Promise<Session>;
};

const states = ['unavailable', 'downloadable', 'downloading', 'available'] as const;

/** The browser's model; null where it has none. */
export function builtInApi(): LanguageModelApi | null {
  const found: unknown = Reflect.get(globalThis, 'LanguageModel');
  // A cast, since the types of the platform do not know it yet; whoever calls it takes any failure of it.
  return typeof found === 'function' ? (found as unknown as LanguageModelApi) : null;
}

/** One conversation with the browser's model. */
export class BuiltInModel {
  readonly #api: LanguageModelApi | null;
  #session: Session | null = null;
  #said: readonly Message[] = [];

  constructor(api: LanguageModelApi | null) {
    this.#api = api;
  }

  async state(): Promise<Answer<typeof browserRequests, 'browser.model'>> {
    if (this.#api === null) return { state: 'absent', context_tokens: null };
    const said = await this.#api.availability();
    const state = states.find((one) => one === said) ?? 'unavailable';
    return { state, context_tokens: this.#session === null ? null : windowOf(this.#session) };
  }

  /** Asks, in the session of this conversation where there is one. */
  async ask(ask: Ask, signal: AbortSignal): Promise<Answer<typeof browserRequests, 'browser.ask-model'>> {
    const last = ask.messages.at(-1);
    if (this.#api === null || last === undefined)
      return raise('model-unavailable', 'This browser has no built-in model.', 'Use another model.');
    const before = ask.messages.slice(0, -1);
    const goesOn = this.#session !== null && same(before, this.#said);
    const session = goesOn && this.#session !== null ? this.#session : await this.#begin(before, ask, signal);
    const used = usageOf(session);
    const added = await measure(session, last.content);
    const room = windowOf(session);
    const prompt = used === null || added === null ? null : used + added;
    if (room !== null && prompt !== null && prompt + ask.tokens_max > room) {
      // The browser would drop the oldest messages without a word.
      return raise(
        'too-large',
        `The prompt has ${prompt} tokens; the browser's model takes ${room}.`,
        'Ask with less text.',
        {
          prompt_tokens: prompt,
          context_tokens: room,
        },
      );
    }
    // Until the answer is there the session holds half of a conversation, which nobody can go on with.
    this.#session = null;
    const text = await session
      .prompt(last.content, { signal, ...(ask.schema === null ? {} : { responseConstraint: ask.schema }) })
      .catch((error: unknown) => {
        session.destroy();
        return raise('model-unavailable', `The browser's model failed: ${wordsOf(error)}.`, 'Ask again.');
      });
    this.#session = session;
    this.#said = [...ask.messages, { role: 'assistant', content: text }];
    return { text, prompt_tokens: prompt, cached_tokens: goesOn ? used : 0 };
  }

  async #begin(before: readonly Message[], { temperature }: Ask, signal: AbortSignal): Promise<Session> {
    this.#session?.destroy();
    this.#session = null;
    // Both or neither: a temperature alone is refused.
    const topK = (await this.#api?.params?.())?.defaultTopK;
    const sampling = topK === undefined ? {} : { temperature, topK };
    const begun = await this.#api?.create({ initialPrompts: before, signal, ...sampling });
    return begun ?? raise('model-unavailable', 'The browser has taken its model away.', 'Use another model.');
  }
}

function same(one: readonly Message[], other: readonly Message[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ role, content }, at) => other[at]?.role === role && other[at]?.content === content)
  );
}

function windowOf(session: Session): number | null {
  return session.contextWindow ?? session.inputQuota ?? null;
}

function usageOf(session: Session): number | null {
  return session.contextUsage ?? session.inputUsage ?? null;
}

async function measure(session: Session, text: string): Promise<number | null> {
  if (session.measureContextUsage !== undefined) return session.measureContextUsage(text);
  return (await session.measureInputUsage?.(text)) ?? null;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? `${error.name} ${error.message}`.slice(0, 300) : 'it said nothing';
}
