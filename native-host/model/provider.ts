import type { Result } from '../../shared/faults.ts';

// What a model is to the rest of the host. A provider is one kind of server; every provider passes the same
// conformance suite (`tests/native-host/model/conformance.ts`).

export type Message = {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
};

/** A JSON schema (draft 2020-12, the subset that grammars know). */
export type JsonSchema = Readonly<Record<string, unknown>>;

export type ModelRequest = {
  /** Append-only from call to call of one conversation, so that a server's prefix cache serves what is not new. */
  readonly messages: readonly Message[];
  /** The form of the answer; null: plain text. Enforced by the server where it can, and parsed strictly by the caller in any case. */
  readonly schema: { readonly name: string; readonly json: JsonSchema } | null;
  /** Tokens that the answer may have. */
  readonly tokensMax: number;
  readonly temperature: number;
  /** What it is for: `act`, `cover`, `write`, …: for counts and traces. */
  readonly purpose: string;
};

export type ModelUse = {
  /** Tokens of the prompt; estimated where the server does not say. */
  readonly promptTokens: number;
  /** Of them, those that the server took from its prefix cache; null: it does not say. */
  readonly cachedTokens: number | null;
  readonly completionTokens: number;
  readonly estimated: boolean;
};

export type ModelReply = {
  readonly text: string;
  /** `length`: cut at `tokensMax`. */
  readonly finish: 'stop' | 'length';
  readonly use: ModelUse;
  /** Milliseconds from the request to the end of the answer. */
  readonly durationMs: number;
};

export type ModelInfo = {
  /** As the server names it. */
  readonly name: string;
  /** Tokens of context that a request can have; null: not known. */
  readonly contextTokens: number | null;
};

/** One model of one server, ready to be asked. */
export interface Model {
  readonly provider: string;
  readonly name: string;
  /** What is asked leaves this machine. */
  readonly remote: boolean;
  /** Where it goes, as a person reads it: `http://127.0.0.1:1234`, `api.openai.com`, `this browser`. */
  readonly place: string;
  /** Tokens of context that a request can have; found out before the first one, never exceeded in silence. */
  readonly contextTokens: number;
  /**
   * One answer. Faults: `model-unavailable` (not reached, refused, overloaded after every retry), `too-large` (does
   * not fit the context, nothing was sent), `cancelled`. `onText` gets what has been written so far, for progress.
   */
  complete(
    request: ModelRequest,
    means: {
      readonly signal: AbortSignal;
      readonly onText?: (text: string) => void;
      /** What a person should know: another model has taken over. */
      readonly onNote?: (note: string) => void;
    },
  ): Promise<Result<ModelReply>>;
  /** Lets go of what it holds (weights, a browser session). */
  close(): Promise<void>;
}
