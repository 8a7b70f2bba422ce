import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { Piece } from './collect-answer.ts';
import type { FromRunner, ToRunner } from './embedded-messages.ts';
import type { EmbeddedProcess } from './embedded-process.ts';
import { grammarOf } from './json-schema-grammar.ts';
import type { Message, ModelRequest } from './provider.ts';
import { ServerTrouble } from './server-trouble.ts';

const place = 'LocalAgent itself';

type Order = Extract<ToRunner, { id: number }>;
type Heard = Extract<FromRunner, { id: number }> | { readonly type: 'ended'; readonly words: string };

/** A model that a process of LocalAgent's own runs. */
export class EmbeddedModel {
  readonly contextTokens: number;
  readonly #process: EmbeddedProcess;
  readonly #listeners = new Map<number, (heard: Heard) => void>();
  #next = 0;
  #end: string | null = null;

  private constructor(started: EmbeddedProcess, contextTokens: number) {
    this.#process = started;
    this.contextTokens = contextTokens;
    started.onMessage((message) => {
      if ('id' in message) this.#listeners.get(message.id)?.(message);
    });
    void started.ended.then((words) => {
      this.#end = words;
      for (const listener of this.#listeners.values()) listener({ type: 'ended', words });
    });
  }

  /** Loads the weights; the fault says why they cannot be. */
  static async load(
    started: EmbeddedProcess,
    order: Extract<ToRunner, { type: 'load' }>,
  ): Promise<Result<EmbeddedModel>> {
    const loaded = new Promise<Result<EmbeddedModel>>((resolve) => {
      started.onMessage((message) => {
        if (message.type === 'loaded') resolve(ok(new EmbeddedModel(started, message.contextTokens)));
        if (message.type === 'not-loaded') resolve(notLoaded(message.words));
      });
      void started.ended.then((words) => resolve(notLoaded(`its process ended (${words})`)));
    });
    started.send(order);
    const result = await loaded;
    if (!result.ok) started.end();
    return result;
  }

  async count(messages: readonly Message[], signal: AbortSignal): Promise<number | null> {
    for await (const heard of this.#exchange(
      (id) => ({ type: 'count', id, messages: [...messages] }),
      signal,
    ))
      return heard.type === 'counted' ? heard.tokens : null;
    return null;
  }

  async *answer(request: ModelRequest, signal: AbortSignal): AsyncIterable<Piece> {
    const { messages, schema, tokensMax, temperature } = request;
    const grammar = schema === null ? null : grammarOf(schema.json);
    const order = (id: number): Order => ({
      type: 'ask',
      id,
      messages: [...messages],
      grammar,
      tokensMax,
      temperature,
    });
    for await (const heard of this.#exchange(order, signal)) {
      if (heard.type === 'text') yield { text: heard.text };
      if (heard.type === 'failed') throw broken(`could not answer: ${heard.words}`, true);
      if (heard.type === 'ended') throw broken(`has ended: ${heard.words}`, false);
      if (heard.type !== 'done') continue;
      const { finish, promptTokens, cachedTokens, completionTokens } = heard;
      yield { finish, promptTokens, cachedTokens, completionTokens };
      return;
    }
  }

  end(): void {
    this.#process.end();
  }

  /** What comes back to one order, until its asker has enough or the signal fires. */
  async *#exchange(order: (id: number) => Order, signal: AbortSignal): AsyncIterable<Heard> {
    const id = this.#next++;
    const heard: Heard[] = this.#end === null ? [] : [{ type: 'ended', words: this.#end }];
    let wake: () => void = () => undefined;
    this.#listeners.set(id, (one) => {
      heard.push(one);
      wake();
    });
    const onAbort = (): void => wake();
    signal.addEventListener('abort', onAbort);
    this.#process.send(order(id));
    let over = false;
    try {
      while (!signal.aborted) {
        const one = heard.shift();
        if (one === undefined) {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
          continue;
        }
        over = one.type !== 'text';
        yield one;
      }
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#listeners.delete(id);
      if (!over) this.#process.send({ type: 'cancel', id });
    }
  }
}

function broken(words: string, again: boolean): ServerTrouble {
  const hint = 'Ask again; `localagent model test` shows whether the model works.';
  return new ServerTrouble(fault('model-unavailable', `The model in ${place} ${words}.`, hint), { again });
}

function notLoaded(words: string): Result<never> {
  return failed(
    fault(
      'model-unavailable',
      `The model could not be loaded: ${words.slice(0, 500)}.`,
      'Pull it anew with `localagent model pull`, or take a smaller one.',
    ),
  );
}
