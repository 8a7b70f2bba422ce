import OpenAI from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { pieceOf } from './chat-chunk.ts';
import type { Piece } from './collect-answer.ts';
import { directFetch } from './direct-fetch.ts';
import { KeyRing } from './key-ring.ts';
import type { ModelRequest } from './provider.ts';
import { type Refusal, retryAfterMs, troubleOf, unreachable, unreadable } from './refusal.ts';
import { bodyOf, lesserForm, type RequestForm, wholeForm } from './request-form.ts';
import type { Server } from './server.ts';
import { ServerTrouble } from './server-trouble.ts';

/** Things that a server may refuse of a request before it is taken for unable. */
const lesserFormsMax = 6;
/** Longer than any prompt takes; waiting is bounded by who collects the answer. */
const neverMs = 2 ** 31 - 1;
/** What the package would tell of this machine with every request. */
const untold = [
  'Lang',
  'Package-Version',
  'OS',
  'Arch',
  'Runtime',
  'Runtime-Version',
  'Retry-Count',
  'Timeout',
];

/** Answers of OpenAI-compatible servers. Remembers what the server did not take, and which key it has had enough of. */
export class OpenAiCompatible {
  readonly #server: Server;
  readonly #name: string;
  readonly #keys: KeyRing;
  readonly #client: OpenAI;
  #form: RequestForm = wholeForm;

  constructor(server: Server, name: string, keys: readonly string[]) {
    this.#server = server;
    this.#name = name;
    this.#keys = new KeyRing(keys);
    this.#client = new OpenAI({
      baseURL: server.url,
      apiKey: 'none',
      // Nothing of the environment goes along to a server that it was not meant for.
      organization: null,
      project: null,
      adminAPIKey: null,
      webhookSecret: null,
      maxRetries: 0,
      timeout: neverMs,
      logLevel: 'off',
      fetch: directFetch,
      defaultHeaders: Object.fromEntries(untold.map((name) => [`X-Stainless-${name}`, null])),
    });
  }

  /** One attempt, with each key and each lesser form of the request that it takes to be heard. */
  async *answer(request: ModelRequest, signal: AbortSignal): AsyncIterable<Piece> {
    const chunks = await this.#open(request, signal);
    try {
      for await (const chunk of chunks) {
        const piece = pieceOf(chunk);
        if (piece === null) throw unreadable(this.#server.place);
        yield piece;
      }
    } catch (error) {
      throw this.#troubleFrom(error);
    }
  }

  async #open(request: ModelRequest, signal: AbortSignal): Promise<AsyncIterable<unknown>> {
    let keysTried = 1;
    for (let lesser = 0; ; ) {
      try {
        return await this.#send(bodyOf(this.#name, request, this.#form, this.#server.kind), signal);
      } catch (error) {
        const refusal = refusalIn(error);
        if (refusal === null) throw this.#troubleFrom(error);
        if ([401, 403, 429].includes(refusal.status) && keysTried < this.#keys.size) {
          keysTried += 1;
          this.#keys.turn();
          continue;
        }
        const trouble = troubleOf(refusal, this.#named);
        const form = trouble.fault.code === 'too-large' ? null : this.#lesserForm(refusal, request);
        if (form === null || lesser === lesserFormsMax) throw trouble;
        lesser += 1;
        this.#form = form;
      }
    }
  }

  /** Only a refusal of the request itself says what the server does not take; one that is broken may say anything. */
  #lesserForm({ status, words }: Refusal, { schema }: ModelRequest): RequestForm | null {
    if (![400, 422, 501].includes(status)) return null;
    return lesserForm(this.#form, words, { kind: this.#server.kind, hasSchema: schema !== null });
  }

  async #send(
    body: ChatCompletionCreateParamsStreaming,
    signal: AbortSignal,
  ): Promise<AsyncIterable<unknown>> {
    const key = this.#keys.current;
    const headers = { Authorization: key === null ? null : `Bearer ${key}` };
    const { data, response } = await this.#client.chat.completions
      .create(body, { signal, headers })
      .withResponse();
    const streams = !(response.headers.get('content-type') ?? '').includes('application/json');
    return streams ? data : wholeAnswer(response);
  }

  get #named(): { readonly place: string; readonly name: string } {
    return { place: this.#server.place, name: this.#name };
  }

  #troubleFrom(error: unknown): unknown {
    if (error instanceof ServerTrouble) return error;
    const refusal = refusalIn(error);
    if (refusal !== null) return troubleOf(refusal, this.#named);
    if (error instanceof SyntaxError) return unreadable(this.#server.place);
    const isNetwork = error instanceof OpenAI.APIConnectionError || isSystemError(error);
    return isNetwork ? unreachable(this.#server.place, error) : error;
  }
}

/** A server that does not know `stream` sends all of it in one piece. */
async function* wholeAnswer(response: Response): AsyncIterable<unknown> {
  yield await response.json();
}

function refusalIn(error: unknown): Refusal | null {
  if (!(error instanceof OpenAI.APIError) || error instanceof OpenAI.APIConnectionError) return null;
  if (error instanceof OpenAI.APIUserAbortError) return null;
  // An error in the middle of a stream comes without a status of its own.
  const status: unknown = error.status ?? 500;
  return {
    status: typeof status === 'number' ? status : 500,
    words: `${error.message} ${JSON.stringify(error.error ?? '')}`,
    retryAfterMs: retryAfterMs(error.headers, Date.now()),
  };
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && ('code' in error || error.name === 'AbortError');
}
