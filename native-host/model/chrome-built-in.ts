import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { Piece } from './collect-answer.ts';
import { createModel } from './create-model.ts';
import type { ModelMeans } from './model-means.ts';
import type { ModelSource } from './model-source.ts';
import type { Message, ModelRequest } from './provider.ts';
import { cancelled } from './retried.ts';
import { ServerTrouble } from './server-trouble.ts';

/** What a browser says of its own model. `absent`: it has no such thing at all, as Chromium. */
export type BuiltInState = {
  readonly state: 'absent' | 'unavailable' | 'downloadable' | 'downloading' | 'available';
  readonly context_tokens: number | null;
};

/** A connected browser, as far as its model goes. */
export type BuiltInBrowser = {
  readonly profile: string;
  state(): Promise<Result<BuiltInState>>;
  ask(
    question: {
      readonly messages: readonly Message[];
      readonly schema: Readonly<Record<string, unknown>> | null;
      readonly tokens_max: number;
      readonly temperature: number;
    },
    options: { readonly timeoutMs: number; readonly signal: AbortSignal },
  ): Promise<
    Result<{
      readonly text: string;
      readonly prompt_tokens: number | null;
      readonly cached_tokens: number | null;
    }>
  >;
};

/** Taken where the browser does not say: the least that its model has had. */
const unknownContextTokens = 4_096;

const why: Readonly<Record<BuiltInState['state'], string>> = {
  absent: 'this browser has no built-in model; Chrome 138 or newer may',
  unavailable:
    'the browser says that it cannot run a model here; Chrome can where memory, disk and graphics suffice, Chromium never',
  downloadable: 'the built-in model is not downloaded yet; Chrome does so in chrome://on-device-internals',
  downloading: 'the built-in model is being downloaded',
  available: '',
};

/** The model that Chrome brings along, through the extension of a connected browser. */
export function chromeBuiltIn(
  browsers: () => readonly BuiltInBrowser[],
  { waits }: Pick<ModelMeans, 'waits'>,
): ModelSource {
  const place = 'this browser';
  return {
    provider: 'chrome',
    place,
    remote: false,
    preferred: null,
    async list() {
      let words = 'no browser is connected';
      for (const browser of browsers()) {
        const state = await browser.state();
        if (state.ok && state.value.state === 'available')
          return ok([{ name: 'built-in', contextTokens: state.value.context_tokens }]);
        words = state.ok ? why[state.value.state] : state.fault.message;
      }
      return failed(fault('model-unavailable', words, 'Use another model.'));
    },
    async open(info) {
      for (const browser of browsers()) {
        const state = await browser.state();
        if (!state.ok || state.value.state !== 'available') continue;
        return ok(
          createModel(
            {
              provider: 'chrome',
              name: info.name,
              remote: false,
              place,
              contextTokens: state.value.context_tokens ?? unknownContextTokens,
              count: async () => null,
              answer: (request, signal) => askBrowser(browser, request, waits.firstPieceMs, signal),
              close: async () => undefined,
            },
            waits,
          ),
        );
      }
      return failed(fault('model-unavailable', 'The browser with the model is gone.', 'Start it again.'));
    },
  };
}

/** The answer comes in one piece: what a worker streams would have to pass two more processes for a line on a screen. */
async function* askBrowser(
  browser: BuiltInBrowser,
  { messages, schema, tokensMax, temperature }: ModelRequest,
  timeoutMs: number,
  signal: AbortSignal,
): AsyncIterable<Piece> {
  const question = { messages, schema: schema?.json ?? null, tokens_max: tokensMax, temperature };
  const answer = await browser.ask(question, { timeoutMs, signal });
  if (signal.aborted) throw cancelled();
  if (!answer.ok) {
    const { code, message, hint, detail } = answer.fault;
    const known = code === 'too-large' || code === 'cancelled';
    throw new ServerTrouble(fault(known ? code : 'model-unavailable', message, hint, detail), {
      again: !known,
    });
  }
  const { text, prompt_tokens: prompt, cached_tokens: cached } = answer.value;
  yield {
    text,
    finish: 'stop',
    ...(prompt === null ? {} : { promptTokens: prompt }),
    ...(cached === null ? {} : { cachedTokens: cached }),
  };
}
