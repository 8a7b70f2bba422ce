import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeMs, failuresMax, lockMs, Pairing } from '../../../native-host/pairing/pairing.ts';
import { type Figure, startCount } from '../figure.ts';
import { startSeeded } from '../seeded.ts';

const wish = { name: '', scope: { tools: null, sites: null, read_only: false }, days: 1 };

/**
 * Somebody who guesses, asks anew, restarts the host and waits as they like, against a record kept apart: how many wrong tries were
 * weighed, and when. No more than five are in any five minutes, a right code counts exactly when the door is open, and nothing else
 * ever does.
 */
export const figure: Figure = {
  id: 'F20',
  promise: 'five wrong codes in five minutes at most, whatever is restarted',
  unit: 'codes tried',
  sizes: { ci: 1_500, long: 200_000 },
  async run({ count, seed, progress }) {
    const chance = startSeeded(seed);
    const counted = startCount();
    const folder = mkdtempSync(join(tmpdir(), 'localagent-proof-'));
    const path = join(folder, 'mcp-clients.json');
    let now = 1_700_000_000_000;
    let pairing = new Pairing(path, () => now);
    let offer: { readonly code: string; readonly until: number } | null = null;
    /** When a wrong code was weighed, since the last right one. */
    let weighed: number[] = [];
    let restarts = 0;
    let refused = 0;
    try {
      for (let index = 0; index < count; index += 1) {
        now += chance.pick([0, 1, 900, 20_000, 70_000, lockMs - 1, lockMs]) * chance.below(2);
        if (chance.below(4) === 0) {
          pairing = new Pairing(path, () => now);
          offer = null;
          restarts += 1;
        }
        const isOpen = weighed.length % failuresMax !== 0 || now - (weighed.at(-1) ?? 0) >= lockMs;
        const isFree = weighed.length === 0 || isOpen;
        if (chance.below(2) === 0) {
          const offered = pairing.offer(wish);
          if (offered.ok) offer = { code: offered.value.code, until: now + codeMs };
          if (offered.ok !== isFree)
            counted.fail(`an offer while ${isFree ? 'open' : 'locked'}: try ${index}`);
        }
        const right = offer !== null && chance.below(3) === 0;
        const good = right && isFree && offer !== null && now < offer.until;
        const answer = pairing.exchange(right && offer !== null ? offer.code : guess(chance.below), 'x');
        if (answer.ok) {
          offer = null;
          pairing.revoke(answer.value.client.id);
        }
        if (!isFree) refused += 1;
        else if (answer.ok) weighed = [];
        else {
          weighed.push(now);
          if (weighed.length % failuresMax === 0) offer = null;
        }
        const lately = weighed.filter((at) => at > now - lockMs).length;
        if (answer.ok !== good) counted.fail(`a code was ${answer.ok ? 'taken' : 'refused'}: try ${index}`);
        else if (lately > failuresMax) counted.fail(`${lately} tries in five minutes: try ${index}`);
        else counted.pass();
        if (index % 100 === 0) progress(index);
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    return counted.finding({ restarts, 'refused while locked': refused });
  },
};

function guess(below: (limit: number) => number): string {
  return Array.from({ length: 8 }, () => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'[below(32)]).join('');
}
