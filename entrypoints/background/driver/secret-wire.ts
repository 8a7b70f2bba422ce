import { z } from 'zod';
import type { HoldDecision, PausedRequest, RequestHold } from './request-holds.ts';
import { readStored, type StorageArea } from './session-store.ts';

// A page that shall not see a secret gets a stand-in in its field. The value waits here, for one request that carries the stand-in in its
// body to an allowed origin, and is put into that body alone. Whatever else carries the stand-in is not sent.

export type Wire = {
  readonly name: string;
  readonly caller: string;
  readonly standIn: string;
  /** Null: it is gone, with the worker that had it. */
  readonly value: string | null;
  readonly origins: readonly string[];
};

export type SecretWireParts = {
  readonly session: StorageArea;
  readonly hold: (tabId: number, hold: RequestHold) => Promise<() => Promise<void>>;
  readonly onBlocked: (tabId: number, blocked: { caller: string; name: string; to: string }) => void;
};

/** How long a value waits for its request. */
const waitMs = 60_000;
const wiresMax = 20;
/** Shorter stand-ins could be met by chance. */
const standInMin = 12;
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const everything = { urlPattern: '*', requestStage: 'Request' } as const;
const changing: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

const Stored = z.array(
  z.strictObject({
    tab: z.int(),
    name: z.string(),
    caller: z.string(),
    stand_in: z.string(),
    until: z.number(),
  }),
);

type Held = {
  readonly tabId: number;
  readonly wire: Wire;
  readonly until: number;
  end: (() => Promise<void>) | null;
};

export class SecretWires {
  readonly #parts: SecretWireParts;
  readonly #held = new Set<Held>();

  constructor(parts: SecretWireParts) {
    this.#parts = parts;
  }

  /** The values of a former worker are gone; what their stand-ins are in is not sent, rather than sent without them. */
  async load(): Promise<void> {
    for (const { tab, name, caller, stand_in, until } of await readStored(
      this.#parts.session,
      'wires',
      Stored,
      [],
    )) {
      if (until <= Date.now()) continue;
      this.#hold(tab, { name, caller, standIn: stand_in, value: null, origins: [] }, until).catch(
        () => undefined,
      );
    }
  }

  /** From when this resolves, the value waits for its request; gives what the page may hold. */
  async begin(tabId: number, secret: Omit<Wire, 'standIn'> & { readonly value: string }): Promise<string> {
    for (const held of this.#held)
      if (held.wire.name === secret.name && held.tabId === tabId) await this.#end(held);
    const standIn = makeStandIn(secret.value.length);
    await this.#hold(tabId, { ...secret, standIn }, Date.now() + waitMs);
    await this.#save();
    return standIn;
  }

  async #hold(tabId: number, wire: Wire, until: number): Promise<void> {
    const held: Held = { tabId, wire, until, end: null };
    this.#held.add(held);
    for (const oldest of this.#held) if (this.#held.size > wiresMax) await this.#end(oldest);
    const judge = createWireJudge(wire, (to) =>
      this.#parts.onBlocked(tabId, { caller: wire.caller, name: wire.name, to }),
    );
    setTimeout(() => void this.#end(held), until - Date.now());
    held.end = await this.#parts.hold(tabId, { patterns: [everything], frames: true, onPaused: judge });
  }

  async #end(held: Held): Promise<void> {
    if (!this.#held.delete(held)) return;
    await this.#save();
    await held.end?.();
  }

  async #save(): Promise<void> {
    const rows = [...this.#held].map(({ tabId, wire, until }) => ({
      ...{ tab: tabId, name: wire.name, caller: wire.caller, stand_in: wire.standIn, until },
    }));
    await this.#parts.session.set({ wires: rows });
  }
}

/** What becomes of each request while the value waits: one gets it, and what must not carry its stand-in is not sent. */
export function createWireJudge(
  wire: Wire,
  onBlocked: (to: string) => void,
): (paused: PausedRequest) => HoldDecision | null {
  let spentOn: string | null = null;
  const fail = (to: string): HoldDecision => {
    onBlocked(to.slice(0, 500));
    return { kind: 'fail' };
  };
  return ({ request, requestId, redirectedRequestId, responseStatusCode }) => {
    if (responseStatusCode !== undefined) return null;
    const { url, method, headers } = request;
    const isAllowed = URL.canParse(url) && wire.origins.includes(new URL(url).origin);
    // A redirect that repeats the body would take the value along.
    if (spentOn !== null && redirectedRequestId === spentOn) {
      if (!isAllowed && changing.has(method)) return fail(url);
      spentOn = requestId;
      return null;
    }
    const elsewhere = [url, ...Object.values(headers)].some((text) => text.includes(wire.standIn));
    const body = bodyOf(request);
    if (elsewhere) return fail(url);
    if (body === null || !body.includes(wire.standIn)) return null;
    const encode = encoderFor(headers);
    if (!isAllowed || !changing.has(method) || spentOn !== null || wire.value === null || encode === null)
      return fail(url);
    spentOn = requestId;
    return {
      kind: 'send',
      postData: toBase64(body.replaceAll(wire.standIn, () => encode(wire.value ?? ''))),
    };
  };
}

function makeStandIn(length: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(Math.max(standInMin, length)));
  return Array.from(bytes, (byte) => letters[byte % letters.length]).join('');
}

/** One character a byte, so that nothing but the stand-in is touched, whatever the encoding. */
function bodyOf({ postDataEntries }: PausedRequest['request']): string | null {
  if (postDataEntries === undefined) return null;
  return postDataEntries.map(({ bytes = '' }) => atob(bytes)).join('');
}

function toBase64(bytes: string): string {
  return btoa(bytes);
}

function encoderFor(headers: Readonly<Record<string, string>>): ((value: string) => string) | null {
  const [, type = ''] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    return (value) => new URLSearchParams([['', value]]).toString().slice(1);
  }
  if (/^application\/(?:[\w.-]+\+)?json\b/i.test(type))
    return (value) => inUtf8(JSON.stringify(value).slice(1, -1));
  if (/^(?:multipart\/form-data|text\/plain)\b/i.test(type)) return inUtf8;
  return null;
}

function inUtf8(text: string): string {
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
