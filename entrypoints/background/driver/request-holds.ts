import { z } from 'zod';
import { cdpMessage } from './cdp-errors.ts';

// Requests of a tab that are held back until somebody has looked at them. Several may look at the same time, for reasons of
// their own; the browser knows one list of patterns a session, so they are joined here. A request that nobody objects to
// goes on as it was.

export type FetchPattern = {
  readonly urlPattern: string;
  readonly resourceType?: 'Document';
  readonly requestStage: 'Request' | 'Response';
};

const Header = z.object({ name: z.string(), value: z.string() });
const Paused = z.object({
  requestId: z.string(),
  networkId: z.string().optional(),
  frameId: z.string().default(''),
  resourceType: z.string().default('Other'),
  redirectedRequestId: z.string().optional(),
  request: z
    .object({
      url: z.string(),
      urlFragment: z.string().optional(),
      method: z.string().default('GET'),
      headers: z.record(z.string(), z.string()).default({}),
      hasPostData: z.boolean().optional(),
      postDataEntries: z.array(z.object({ bytes: z.string().optional() })).optional(),
    })
    .default({ url: '', method: 'GET', headers: {} }),
  responseStatusCode: z.int().optional(),
  responseHeaders: z.array(Header).optional(),
});
export type PausedRequest = z.infer<typeof Paused> & { readonly sessionId: string | undefined };

const AuthRequired = z.object({
  requestId: z.string(),
  networkId: z.string().optional(),
  request: z.object({ url: z.string() }),
  authChallenge: z.object({ source: z.string().default('Server'), origin: z.string() }),
});
export type AuthRequired = z.infer<typeof AuthRequired>;
export type AuthAnswer =
  | { readonly response: 'Default' | 'CancelAuth' }
  | { readonly response: 'ProvideCredentials'; readonly username: string; readonly password: string };

/** What becomes of a request: dropped without a trace in the page, or let go on with another body or answer. */
export type HoldDecision =
  | { readonly kind: 'fail' }
  | { readonly kind: 'send'; readonly postData: string }
  | {
      readonly kind: 'answer';
      readonly responseCode: number;
      readonly responseHeaders: readonly z.infer<typeof Header>[];
    };

export type RequestHold = {
  readonly patterns: readonly FetchPattern[];
  /** Requests of frames in other processes, too. */
  readonly frames: boolean;
  /** Null: no objection. */
  readonly onPaused?: (paused: PausedRequest) => HoldDecision | null | Promise<HoldDecision | null>;
  /** Null: the question is somebody else's. */
  readonly onAuth?: (asked: AuthRequired) => AuthAnswer | null;
};

type Parts = {
  readonly send: (
    method: string,
    params: Record<string, unknown>,
    sessionId: string | undefined,
  ) => Promise<unknown>;
  readonly children: () => Iterable<string>;
};

/** Holds on a tab at once. */
const holdsMax = 20;

export class RequestHolds {
  readonly #parts: Parts;
  readonly #holds = new Set<RequestHold>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get isHolding(): boolean {
    return this.#holds.size > 0;
  }

  /** Holds requests back from when this resolves until the returned function is called. */
  async add(hold: RequestHold): Promise<() => Promise<void>> {
    if (this.#holds.size >= holdsMax) throw new Error('too many holds on the requests of a tab');
    this.#holds.add(hold);
    try {
      await this.#apply(undefined);
    } catch (error) {
      this.#holds.delete(hold);
      throw error;
    }
    if (hold.frames) await this.#applyToFrames();
    return async () => {
      if (!this.#holds.delete(hold)) return;
      await quietly(this.#apply(undefined));
      if (hold.frames) await this.#applyToFrames();
    };
  }

  /** What a session is to hold back at present; null: nothing. */
  wanted(sessionId: string | undefined): Record<string, unknown> | null {
    const holds = [...this.#holds].filter(({ frames }) => frames || sessionId === undefined);
    if (holds.length === 0) return null;
    const auth = holds.some(({ onAuth }) => onAuth !== undefined);
    return {
      ...(auth ? { handleAuthRequests: true } : {}),
      patterns: holds.flatMap(({ patterns }) => patterns.map((pattern) => ({ ...pattern }))),
    };
  }

  /** An event of the tab's sessions; those that are not about held requests are passed over. */
  heard(sessionId: string | undefined, method: string, params: unknown): void {
    const paused = method === 'Fetch.requestPaused' ? Paused.safeParse(params) : null;
    if (paused?.success) void this.#decide({ ...paused.data, sessionId });
    const asked = method === 'Fetch.authRequired' ? AuthRequired.safeParse(params) : null;
    if (!asked?.success) return;
    const { requestId } = asked.data;
    const authChallengeResponse = this.#answerTo(asked.data);
    void quietly(this.#parts.send('Fetch.continueWithAuth', { requestId, authChallengeResponse }, sessionId));
  }

  #answerTo(asked: AuthRequired): AuthAnswer {
    for (const { onAuth } of this.#holds) {
      const answer = onAuth?.(asked) ?? null;
      if (answer !== null) return answer;
    }
    return { response: 'Default' };
  }

  async #decide(paused: PausedRequest): Promise<void> {
    const { requestId, sessionId } = paused;
    const [method, params] = commandFor(await this.#decisionOn(paused));
    await quietly(this.#parts.send(method, { requestId, ...params }, sessionId));
  }

  /** The first objection counts. A hold that breaks lets nothing through. */
  async #decisionOn(paused: PausedRequest): Promise<HoldDecision | null> {
    for (const { onPaused } of [...this.#holds]) {
      try {
        const decision = (await onPaused?.(paused)) ?? null;
        if (decision !== null) return decision;
      } catch (error) {
        console.warn('A request was dropped, because it could not be judged.', error);
        return { kind: 'fail' };
      }
    }
    return null;
  }

  async #applyToFrames(): Promise<void> {
    await Promise.all([...this.#parts.children()].map((sessionId) => quietly(this.#apply(sessionId))));
  }

  async #apply(sessionId: string | undefined): Promise<void> {
    const wanted = this.wanted(sessionId);
    // Whatever is still held back goes on when it is switched off.
    if (wanted === null) await this.#parts.send('Fetch.disable', {}, sessionId);
    else await this.#parts.send('Fetch.enable', wanted, sessionId);
  }
}

function commandFor(decision: HoldDecision | null): readonly [string, Record<string, unknown>] {
  switch (decision?.kind) {
    case 'fail':
      return ['Fetch.failRequest', { errorReason: 'Aborted' }];
    case 'send':
      return ['Fetch.continueRequest', { postData: decision.postData }];
    case 'answer': {
      const { responseCode, responseHeaders } = decision;
      return ['Fetch.continueResponse', { responseCode, responseHeaders }];
    }
    default:
      return ['Fetch.continueRequest', {}];
  }
}

async function quietly(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => console.info('A request went its own way.', cdpMessage(error)));
}
