// Many questions in a row wear a person down until they say yes to anything, and an attacker knows it. So their number is bounded:
// after too many questions the run waits until the person takes it up again, after too many denials it asks no more.

export type FatigueLimits = {
  /** Questions of one caller within `minutes`. */
  readonly asks: number;
  /** Denials of one caller within `minutes`. */
  readonly denials: number;
  readonly minutes: number;
};

type Past = { asks: number[]; denials: number[] };

/** Callers that are remembered; the oldest is forgotten first. */
const callersMax = 1_000;

/** Counts questions and denials of each caller over the last minutes. */
export class AskFatigue {
  readonly #limits: FatigueLimits;
  readonly #clock: () => number;
  readonly #past = new Map<string, Past>();

  constructor(limits: FatigueLimits, clock: () => number) {
    this.#limits = limits;
    this.#clock = clock;
  }

  /** Why this caller may not ask now; null when it may. */
  tired(callerId: string): 'asks' | 'denials' | null {
    const { asks, denials } = this.#recent(callerId);
    if (denials.length >= this.#limits.denials) return 'denials';
    return asks.length >= this.#limits.asks ? 'asks' : null;
  }

  asked(callerId: string): void {
    this.#recent(callerId).asks.push(this.#clock());
  }

  denied(callerId: string): void {
    this.#recent(callerId).denials.push(this.#clock());
  }

  /** The person took the run up again, or it is over. */
  forget(callerId: string): void {
    this.#past.delete(callerId);
  }

  #recent(callerId: string): Past {
    const since = this.#clock() - this.#limits.minutes * 60_000;
    const known = this.#past.get(callerId);
    const recent = {
      asks: (known?.asks ?? []).filter((at) => at > since),
      denials: (known?.denials ?? []).filter((at) => at > since),
    };
    this.#past.delete(callerId);
    this.#past.set(callerId, recent);
    const [oldest] = this.#past.keys();
    if (this.#past.size > callersMax && oldest !== undefined) this.#past.delete(oldest);
    return recent;
  }
}
