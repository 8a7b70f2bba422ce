import type { ApprovalRequest } from '../../shared/run.ts';

type Answer = 'approved' | 'denied' | 'timeout';
type Answered = { readonly answer: Answer; readonly by: string };
type Waiting = { readonly request: ApprovalRequest; readonly finish: (answered: Answered) => void };

/** Questions open at once; one more is answered with `denied` at once, since nobody reads a hundred cards. */
const waitingMax = 100;

export type ApprovalEvents = {
  readonly requested: (request: ApprovalRequest) => void;
  readonly closed: (approvalId: string, answer: Answer) => void;
};

/**
 * Questions that wait for a person. Each is answered once, by whichever surface is first; silence, cancelling and a
 * stopped host all mean no.
 */
export class OpenApprovals {
  readonly #waiting = new Map<string, Waiting>();
  readonly #events: ApprovalEvents;
  readonly #clock: () => number;

  constructor(events: ApprovalEvents, clock: () => number) {
    this.#events = events;
    this.#clock = clock;
  }

  /** Resolves with the person's answer, `timeout` at `expires_at`, or `denied` when `signal` aborts. */
  ask(request: ApprovalRequest, signal: AbortSignal): Promise<Answered> {
    if (signal.aborted || this.#waiting.size >= waitingMax) {
      return Promise.resolve({ answer: 'denied', by: 'nobody' });
    }
    return new Promise((resolve) => {
      const ms = Math.max(0, Date.parse(request.expires_at) - this.#clock());
      const finish = (answered: Answered): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#waiting.delete(request.approval_id);
        this.#events.closed(request.approval_id, answered.answer);
        resolve(answered);
      };
      const onAbort = (): void => finish({ answer: 'denied', by: 'cancelled' });
      const timer = setTimeout(() => finish({ answer: 'timeout', by: 'nobody' }), ms);
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.set(request.approval_id, { request, finish });
      this.#events.requested(request);
    });
  }

  /** False when the question is not open any more: a safe no-op. */
  answer(approvalId: string, answer: 'approved' | 'denied', by: string): boolean {
    const waiting = this.#waiting.get(approvalId);
    waiting?.finish({ answer, by });
    return waiting !== undefined;
  }

  list(): readonly ApprovalRequest[] {
    return [...this.#waiting.values()].map(({ request }) => request);
  }
}
