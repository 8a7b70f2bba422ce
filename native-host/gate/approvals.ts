import type { PageInfo } from '../../shared/actions.ts';
import type { ApprovalRequest, ApprovalScope } from '../../shared/run.ts';
import type { AskFatigue } from './ask-fatigue.ts';

type Answer = 'approved' | 'denied' | 'timeout';
export type Answered = { readonly answer: Answer; readonly by: string; readonly scope: ApprovalScope };

/** What a question hangs on: with another document in its page, or another run, it is another question. */
export type About = {
  /** Whose call it is. */
  readonly caller_id: string;
  /** The page that the act is in, as it was judged; null for acts in none. */
  readonly page: { readonly profile: string; readonly info: PageInfo } | null;
};

type Waiting = {
  readonly request: ApprovalRequest;
  readonly about: About | null;
  readonly finish: (answered: Answered) => void;
};

/** Questions open at once; one more is answered with `denied` at once, since nobody reads a hundred cards. */
const waitingMax = 100;

/** Who answered where nobody did. They stand in ledger and report, and a fault explains each. */
export const unasked = {
  silence: 'nobody',
  cancelled: 'cancelled',
  page: 'the page, which changed',
  rules: 'the rules, which changed',
  doors: 'the panel, which was closed',
  asks: 'the limit of questions',
  denials: 'the limit of denials',
} as const;

export type ApprovalEvents = {
  readonly requested: (request: ApprovalRequest) => void;
  readonly closed: (approvalId: string, answer: Answer) => void;
  /** The caller has asked too much: true once the person has taken it up again, false when it may not go on. */
  readonly rest?: (callerId: string, signal: AbortSignal) => Promise<boolean>;
};

/**
 * Questions that wait for a person. Each is answered once, by whichever surface is first; silence, cancelling, another document in
 * the page, a closed panel and a stopped host all mean no. An id opens nothing but its own question, and only once.
 */
export class OpenApprovals {
  readonly #waiting = new Map<string, Waiting>();
  readonly #events: ApprovalEvents;
  readonly #clock: () => number;
  readonly #fatigue: AskFatigue | null;

  constructor(events: ApprovalEvents, clock: () => number, fatigue: AskFatigue | null = null) {
    this.#events = events;
    this.#clock = clock;
    this.#fatigue = fatigue;
  }

  /** Resolves with the person's answer, `timeout` at `expires_at`, or `denied` when it became void before. */
  async ask(request: ApprovalRequest, signal: AbortSignal, about: About | null = null): Promise<Answered> {
    if (signal.aborted) return no(unasked.cancelled);
    if (this.#waiting.size >= waitingMax) return no(unasked.asks);
    const tired = about === null ? null : await this.#tired(about.caller_id, signal);
    if (tired !== null) return no(signal.aborted ? unasked.cancelled : unasked[tired]);
    if (about !== null) this.#fatigue?.asked(about.caller_id);
    const answered = await this.#put(request, signal, about);
    const byPerson = !Object.values<string>(unasked).includes(answered.by);
    if (about !== null && answered.answer === 'denied' && byPerson) this.#fatigue?.denied(about.caller_id);
    return answered;
  }

  /** False when the question is not open any more, or never offered this: a safe no-op. */
  answer(
    approvalId: string,
    answer: 'approved' | 'denied',
    by: string,
    scope: ApprovalScope = 'once',
  ): boolean {
    const waiting = this.#waiting.get(approvalId);
    if (waiting === undefined || !offered(waiting.request, scope)) return false;
    waiting.finish({ answer, by, scope });
    return true;
  }

  /** The open question of that id; null when there is none. */
  get(approvalId: string): ApprovalRequest | null {
    return this.#waiting.get(approvalId)?.request ?? null;
  }

  list(): readonly ApprovalRequest[] {
    return [...this.#waiting.values()].map(({ request }) => request);
  }

  /** A browser tells its pages: a question about a document that is not there any more is void. */
  pagesAre(profile: string, pages: readonly PageInfo[]): void {
    for (const { about, finish } of [...this.#waiting.values()]) {
      const asked = about?.page ?? null;
      if (asked === null || asked.profile !== profile) continue;
      const now = pages.find(({ page }) => page === asked.info.page);
      const same = now?.document_id === asked.info.document_id && now.origin === asked.info.origin;
      if (!same) finish(no(unasked.page));
    }
  }

  /** Other rules are in force: what was asked under those before is void. */
  rulesChanged(): void {
    for (const { finish } of [...this.#waiting.values()]) finish(no(unasked.rules));
  }

  /** Nobody is left who could answer. */
  closeAll(): void {
    for (const { finish } of [...this.#waiting.values()]) finish(no(unasked.doors));
  }

  async #tired(callerId: string, signal: AbortSignal): Promise<'asks' | 'denials' | null> {
    const tired = this.#fatigue?.tired(callerId) ?? null;
    if (tired !== 'asks') return tired;
    const rested = (await this.#events.rest?.(callerId, signal)) ?? false;
    if (!rested) return 'asks';
    this.#fatigue?.forget(callerId);
    return null;
  }

  #put(request: ApprovalRequest, signal: AbortSignal, about: About | null): Promise<Answered> {
    return new Promise((resolve) => {
      const ms = Math.max(0, Date.parse(request.expires_at) - this.#clock());
      const finish = (answered: Answered): void => {
        if (!this.#waiting.delete(request.approval_id)) return;
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#events.closed(request.approval_id, answered.answer);
        resolve(answered);
      };
      const onAbort = (): void => finish(no(unasked.cancelled));
      const timer = setTimeout(() => finish({ ...no(unasked.silence), answer: 'timeout' }), ms);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.set(request.approval_id, { request, about, finish });
      this.#events.requested(request);
    });
  }
}

function offered({ offers = [] }: ApprovalRequest, scope: ApprovalScope): boolean {
  return scope === 'once' || offers.some((offer) => offer.scope === scope);
}

function no(by: string): Answered {
  return { answer: 'denied', by, scope: 'once' };
}
