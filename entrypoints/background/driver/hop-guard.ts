import { z } from 'zod';
import type { Permit } from '../../../shared/protocol/browser-messages.ts';
import { originOfUrl } from './frames.ts';
import type { PausedRequest, RequestHold } from './request-holds.ts';
import { readStored, type StorageArea } from './session-store.ts';

// Where a page leads by itself, be it a redirect, a link, a script or a form, is judged before the request is sent: the
// requests for its main document are held back, and the authority is asked about each address it has not judged yet in
// this run. Under rules that let everything be opened nothing is held back and nobody asked.

export type HopVerdict = {
  readonly allowed: boolean;
  readonly reason: string;
  readonly version: string;
  readonly covers: 'origin' | 'url';
};

export type HopGuardParts = {
  readonly session: StorageArea;
  /** The authority's word; rejects when there is none, which counts as no. */
  readonly ask: (asked: { caller_id: string; from: string; to: string }) => Promise<HopVerdict>;
  readonly hold: (tabId: number, hold: RequestHold) => Promise<() => Promise<void>>;
  /** The debugger's id of the main frame of a tab. */
  readonly mainFrame: (tabId: number) => Promise<string>;
  readonly urlOf: (tabId: number) => string;
  readonly onBlocked: (tabId: number, hop: { from: string; to: string; reason: string }) => void;
};

const Terms = z.strictObject({ free: z.boolean(), version: z.string() });
type Terms = z.infer<typeof Terms>;
/** Tab → the caller in whose name it is guarded, and the terms of that caller. */
const Stored = z.record(z.string(), z.strictObject({ caller: z.string(), terms: Terms }));

const documents = { urlPattern: '*', resourceType: 'Document', requestStage: 'Request' } as const;
/** Verdicts that are remembered, and for how long: rules may change between two acts. */
const knownMax = 2_000;
const knownMs = 60_000;
const hopCharactersMax = 10_000;
/** Requests whose address is remembered, to tell where a redirect came from. */
const passedMax = 50;
const callersMax = 500;

export class HopGuard {
  readonly #parts: HopGuardParts;
  readonly #terms = new Map<string, Terms>();
  readonly #known = new Map<string, { readonly verdict: HopVerdict; readonly until: number }>();
  readonly #guarded = new Map<
    number,
    { readonly caller: string; readonly end: Promise<() => Promise<void>> }
  >();
  readonly #passed = new Map<string, string>();

  constructor(parts: HopGuardParts) {
    this.#parts = parts;
  }

  /** Guards again what a former worker guarded; what it held back is told anew and waits for this. */
  async load(): Promise<void> {
    const stored = await readStored(this.#parts.session, 'hops', Stored, {});
    for (const [tabId, { caller, terms }] of Object.entries(stored)) {
      this.#terms.set(caller, terms);
      this.#arm(Number(tabId), caller);
    }
  }

  /** An act of the caller begins: under these terms, and with an address that was judged for it. */
  begin(caller: string, terms: Permit['hops'], judged: unknown): void {
    this.#terms.delete(caller);
    this.#terms.set(caller, terms ?? { free: false, version: '' });
    if (this.#terms.size > callersMax) this.#terms.delete(this.#terms.keys().next().value ?? '');
    if (this.isFree(caller) || typeof judged !== 'string') return;
    const verdict = { allowed: true, reason: '', version: '', covers: 'origin' } as const;
    this.#remember(this.#keyOf(caller, originOfUrl(judged)), verdict);
  }

  isFree(caller: string): boolean {
    return this.#terms.get(caller)?.free === true;
  }

  /** Origins that the caller's pages may open, as far as they were judged. */
  allowedOrigins(caller: string): readonly string[] {
    const prefix = this.#keyOf(caller, '');
    const now = Date.now();
    return [...this.#known].flatMap(([key, { verdict, until }]) =>
      verdict.allowed && verdict.covers === 'origin' && until > now && key.startsWith(prefix)
        ? [key.slice(prefix.length)]
        : [],
    );
  }

  /** From when this resolves nothing but what is allowed to the caller is sent for the main document of the tab. */
  async guard(tabId: number, caller: string): Promise<void> {
    const before = this.#guarded.get(tabId);
    if (this.isFree(caller)) return before === undefined ? undefined : this.release(tabId);
    if (before?.caller === caller) return void (await before.end);
    if (before !== undefined) await this.release(tabId);
    await this.#arm(tabId, caller);
    await this.#save();
  }

  async release(tabId: number): Promise<void> {
    const guarded = this.#guarded.get(tabId);
    if (guarded === undefined) return;
    this.#guarded.delete(tabId);
    await this.#save();
    const end = await guarded.end.catch(() => null);
    await end?.();
  }

  /** The authority's word on one address, asked once an origin. Without it nothing is opened. */
  async judge(caller: string, from: string, to: string): Promise<HopVerdict> {
    if (this.isFree(caller)) return { allowed: true, reason: '', version: '', covers: 'origin' };
    const [byOrigin, byUrl] = [this.#keyOf(caller, originOfUrl(to)), this.#keyOf(caller, to)];
    const known = this.#recall(byOrigin) ?? this.#recall(byUrl);
    // What was denied is asked again, so that each try is on record.
    if (known?.allowed === true) return known;
    const asked = {
      caller_id: caller,
      from: from.slice(0, hopCharactersMax),
      to: to.slice(0, hopCharactersMax),
    };
    try {
      const verdict = await this.#parts.ask(asked);
      if (verdict.allowed) this.#remember(verdict.covers === 'origin' ? byOrigin : byUrl, verdict);
      return verdict;
    } catch (error) {
      console.warn('An address could not be judged.', error);
      const reason = 'The address could not be judged, because LocalAgent was not reached.';
      return { allowed: false, reason, version: '', covers: 'url' };
    }
  }

  #arm(tabId: number, caller: string): Promise<unknown> {
    const hold: RequestHold = {
      patterns: [documents],
      frames: false,
      onPaused: async (paused) => ((await this.#passes(tabId, caller, paused)) ? null : { kind: 'fail' }),
    };
    const end = this.#parts.hold(tabId, hold);
    this.#guarded.set(tabId, { caller, end });
    end.catch(() => this.#guarded.delete(tabId));
    return end;
  }

  async #passes(tabId: number, caller: string, paused: PausedRequest): Promise<boolean> {
    const { resourceType, responseStatusCode, frameId, request, requestId, redirectedRequestId } = paused;
    if (resourceType !== 'Document' || responseStatusCode !== undefined) return true;
    if (frameId !== (await this.#parts.mainFrame(tabId))) return true;
    this.#passed.set(requestId, request.url);
    if (this.#passed.size > passedMax) this.#passed.delete(this.#passed.keys().next().value ?? '');
    const from = this.#passed.get(redirectedRequestId ?? '') ?? this.#parts.urlOf(tabId);
    const { allowed, reason } = await this.judge(caller, from, request.url);
    if (!allowed) this.#parts.onBlocked(tabId, { from, to: request.url, reason });
    return allowed;
  }

  #keyOf(caller: string, what: string): string {
    return `${caller} ${this.#terms.get(caller)?.version ?? ''} ${what}`;
  }

  #recall(key: string): HopVerdict | null {
    const known = this.#known.get(key);
    return known !== undefined && known.until > Date.now() ? known.verdict : null;
  }

  #remember(key: string, verdict: HopVerdict): void {
    this.#known.delete(key);
    this.#known.set(key, { verdict, until: Date.now() + knownMs });
    if (this.#known.size > knownMax) this.#known.delete(this.#known.keys().next().value ?? '');
  }

  async #save(): Promise<void> {
    const rows = [...this.#guarded].map(([tabId, { caller }]) => [
      String(tabId),
      { caller, terms: this.#terms.get(caller) ?? { free: false, version: '' } },
    ]);
    await this.#parts.session.set({ hops: Object.fromEntries(rows) });
  }
}
