import { chance } from './words.ts';

// A server that fails. Which failure a call meets depends on the seed and the call's number.

export type Failure = 'error 500' | 'busy 429' | 'hangs' | 'cut stream' | 'other JSON' | 'empty';

const failures: readonly Failure[] = ['error 500', 'busy 429', 'hangs', 'cut stream', 'other JSON', 'empty'];
const failRate = 0.5;

/** How this call fails; null: it is answered well. */
export function failureOf(seed: number, call: number): Failure | null {
  if (chance(seed, `fails ${call}`) >= failRate) return null;
  return failures[Math.floor(chance(seed, `how ${call}`) * failures.length)] ?? null;
}
