import type { RunLimits } from './limits.ts';
import { Stop } from './values.ts';

/** How many nodes go by between two looks at the clock. */
const clockEvery = 2_048;

/** What one execution has used. Everything that a script does passes here, so each limit is met within one step. */
export class Budget {
  readonly #limits: RunLimits;
  readonly #now: () => number;
  #fuel: number;
  #sinceLook = 0;
  #deadline: number;
  /** Bytes made since what is still in use was last counted, and what was in use then. */
  #made = 0;
  #live = 0;

  constructor(limits: RunLimits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
    this.#fuel = limits.fuel;
    this.#deadline = now() + limits.wallMs;
  }

  get fuelUsed(): number {
    return this.#limits.fuel - this.#fuel;
  }

  /** Half of what may be used was made since the last count: a good moment to count again. */
  get wantsCount(): boolean {
    return this.#made > this.#limits.bytes / 4;
  }

  spend(steps = 1): void {
    this.#fuel -= steps;
    if (this.#fuel < 0) throw new Stop('fuel', `The script took more than ${this.#limits.fuel} steps.`);
    this.#sinceLook += steps;
    if (this.#sinceLook < clockEvery) return;
    this.#sinceLook = 0;
    this.checkTime();
  }

  checkTime(): void {
    if (this.#now() > this.#deadline) {
      throw new Stop('time', `The script took longer than ${this.#limits.wallMs / 1000} seconds.`);
    }
  }

  /** Time in which the script itself could do nothing, such as a person's thinking, is not the script's. */
  extend(ms: number): void {
    this.#deadline += ms;
  }

  charge(bytes: number): void {
    this.#made += bytes;
    if (this.#live + this.#made > this.#limits.bytes) throw this.#full();
  }

  /** `bytes` are still in use; whatever else was made is gone. */
  counted(bytes: number): void {
    this.#live = bytes;
    this.#made = 0;
    if (bytes > this.#limits.bytes) throw this.#full();
  }

  #full(): Stop {
    return new Stop('memory', `The script keeps more than ${this.#limits.bytes / 1_048_576} MiB.`);
  }
}
