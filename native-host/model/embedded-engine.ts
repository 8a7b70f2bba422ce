import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FromRunner, ToRunner } from './embedded-messages.ts';

// What is used of node-llama-cpp 3.21.1, which is installed on demand and so has no types here.

type Token = number;
type LlamaText = { tokenize(tokenizer: unknown): Token[] };
type ChatItem =
  | { readonly type: 'system' | 'user'; readonly text: string }
  | { readonly type: 'model'; readonly response: readonly string[] };
type ChatWrapper = {
  generateContextState(chat: { readonly chatHistory: readonly ChatItem[] }): {
    readonly contextText: LlamaText;
  };
};
type Sequence = {
  readonly nextTokenIndex: number;
  adaptStateToTokens(tokens: readonly Token[], allowShift?: boolean): Promise<void>;
  evaluate(tokens: readonly Token[], options: object): AsyncIterable<Token>;
};
type Context = { readonly contextSize: number; getSequence(): Sequence };
type LlamaModel = {
  readonly trainContextSize: number;
  readonly tokenizer: unknown;
  createContext(options: object): Promise<Context>;
  isEogToken(token: Token): boolean;
  detokenize(tokens: readonly Token[], special?: boolean, last?: readonly Token[]): string;
};
type Llama = {
  loadModel(options: { readonly modelPath: string }): Promise<LlamaModel>;
  createGrammar(options: { readonly grammar: string }): Promise<object>;
};
type Runtime = {
  getLlama(options: object): Promise<Llama>;
  resolveChatWrapper(model: LlamaModel): ChatWrapper;
  LlamaGrammarEvaluationState: new (of: { model: LlamaModel; grammar: object }) => object;
};

type Ask = Extract<ToRunner, { type: 'ask' }>;
type Messages = Ask['messages'];
type Done = Extract<FromRunner, { type: 'done' }>;

/** Tokens that a piece of a character may be cut into. */
const pendingTokensMax = 8;
const lastTokensMax = 8;
const unfinishedCharacter = '\uFFFD';

/** Weights in memory, and the conversation that they have read last. */
export class EmbeddedEngine {
  readonly contextTokens: number;
  readonly #runtime: Runtime;
  readonly #llama: Llama;
  readonly #model: LlamaModel;
  readonly #sequence: Sequence;
  readonly #wrapper: ChatWrapper;

  private constructor(runtime: Runtime, llama: Llama, model: LlamaModel, context: Context) {
    this.#runtime = runtime;
    this.#llama = llama;
    this.#model = model;
    this.#sequence = context.getSequence();
    this.#wrapper = runtime.resolveChatWrapper(model);
    this.contextTokens = context.contextSize;
  }

  static async load({
    runtime: folder,
    weights,
    contextTokens,
    threads,
  }: Extract<ToRunner, { type: 'load' }>) {
    const entry = join(folder, 'node_modules', 'node-llama-cpp', 'dist', 'index.js');
    // A cast, since the package is not there when this is compiled; its version is pinned by who installs it.
    const runtime = (await import(pathToFileURL(entry).href)) as Runtime;
    // Nothing is built or fetched while a person waits: what was installed works or it does not.
    const llama = await runtime.getLlama({ build: 'never', skipDownload: true, logLevel: 'error' });
    const model = await llama.loadModel({ modelPath: weights });
    const contextSize = Math.min(contextTokens, model.trainContextSize);
    return new EmbeddedEngine(runtime, llama, model, await model.createContext({ contextSize, threads }));
  }

  count(messages: Messages): number {
    return this.#tokensOf(messages).length;
  }

  /** Reads what is new of the conversation and writes the answer, telling each piece of it. */
  async ask(ask: Ask, tell: (text: string) => void, signal: AbortSignal): Promise<Omit<Done, 'type' | 'id'>> {
    const prompt = this.#tokensOf(ask.messages);
    const tokensMax = Math.min(ask.tokensMax, this.contextTokens - prompt.length);
    if (tokensMax < 1)
      throw new Error(`the prompt has ${prompt.length} tokens and the context size is ${this.contextTokens}`);
    await this.#sequence.adaptStateToTokens(prompt, false);
    // The last token is always read anew, since what follows is told by reading it.
    const cachedTokens = Math.min(this.#sequence.nextTokenIndex, prompt.length - 1);
    if (cachedTokens < this.#sequence.nextTokenIndex)
      await this.#sequence.adaptStateToTokens(prompt.slice(0, cachedTokens), false);
    const options = {
      temperature: ask.temperature,
      repeatPenalty: false,
      ...(ask.grammar === null ? {} : { grammarEvaluationState: await this.#grammarState(ask.grammar) }),
    };
    const pieces = new Pieces(this.#model, tell);
    let finish: 'stop' | 'length' = 'stop';
    for await (const token of this.#sequence.evaluate(prompt.slice(cachedTokens), options)) {
      if (signal.aborted) break;
      pieces.take(token);
      if (pieces.count < tokensMax) continue;
      finish = 'length';
      break;
    }
    pieces.end();
    return { finish, promptTokens: prompt.length, cachedTokens, completionTokens: pieces.count };
  }

  async #grammarState(grammar: string): Promise<object> {
    const State = this.#runtime.LlamaGrammarEvaluationState;
    return new State({ model: this.#model, grammar: await this.#llama.createGrammar({ grammar }) });
  }

  #tokensOf(messages: Messages): Token[] {
    const said = messages.map(({ role, content }): ChatItem => {
      return role === 'assistant' ? { type: 'model', response: [content] } : { type: role, text: content };
    });
    // An answer that is still empty has the template open the model's turn.
    const chatHistory: ChatItem[] = [...said, { type: 'model', response: [''] }];
    return this.#wrapper.generateContextState({ chatHistory }).contextText.tokenize(this.#model.tokenizer);
  }
}

/** Tokens as text. A character may come in several tokens, and is told when it is whole. */
class Pieces {
  count = 0;
  readonly #model: LlamaModel;
  readonly #tell: (text: string) => void;
  #pending: Token[] = [];
  #last: Token[] = [];

  constructor(model: LlamaModel, tell: (text: string) => void) {
    this.#model = model;
    this.#tell = tell;
  }

  take(token: Token): void {
    this.count += 1;
    this.#pending.push(token);
    const text = this.#text();
    if (text.endsWith(unfinishedCharacter) && this.#pending.length < pendingTokensMax) return;
    this.#flush(text);
  }

  end(): void {
    if (this.#pending.length > 0) this.#flush(this.#text());
  }

  #text(): string {
    return this.#model.detokenize(this.#pending, false, this.#last);
  }

  #flush(text: string): void {
    this.#last = [...this.#last, ...this.#pending].slice(-lastTokensMax);
    this.#pending = [];
    if (text !== '') this.#tell(text);
  }
}
