import { z } from 'zod';
import { Fault } from '../../../shared/faults.ts';
import { outcomesKeptMax } from '../../../shared/limits.ts';
import { Outcome } from '../../../shared/protocol/browser-messages.ts';
import { mismatch } from './permit-check.ts';
import { readStored, type StorageArea } from './session-store.ts';

// What became of every ticket, so that an answer that got lost can be given again and no ticket acts twice.
// `running` is written before the act begins: a worker that dies in the act leaves it behind, and the next
// worker knows by the boot id that nobody is working on it any more. Such a ticket's outcome is unknown for
// good. `storage.session` ends with the browser; so the tickets alone, without what they did, are in
// `storage.local` too: one that is only there was begun in a browser that has ended since.

const Entry = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('running'), boot_id: z.string() }),
  /** `outcome` is null when it was too long to keep. */
  z.strictObject({ state: z.literal('done'), outcome: Outcome.nullable() }),
  z.strictObject({ state: z.literal('failed'), fault: Fault }),
]);
export type Entry = z.infer<typeof Entry>;

/** What the journal knows of a ticket. `lost`: begun by a worker that died. */
export type Known = Entry | { readonly state: 'lost' } | { readonly state: 'never' };

/**
 * Longest outcome that is kept, in characters of JSON: 256 of them stay under the 10 MB of `storage.session`.
 */
const outcomeCharactersMax = 30_000;
const Tickets = z.array(z.string());

export class Journal {
  readonly #area: StorageArea;
  readonly #lasting: StorageArea;
  readonly #bootId: string;
  #queue: Promise<unknown> = Promise.resolve();
  /** The two lists as they are stored, once they have been read: nobody else writes them. */
  #begun: readonly string[] | null = null;
  #tickets: readonly string[] | null = null;

  constructor(area: StorageArea, lasting: StorageArea, bootId: string) {
    this.#area = area;
    this.#lasting = lasting;
    this.#bootId = bootId;
  }

  async know(ticket: string): Promise<Known> {
    // What is kept of tickets is in the list of them, which is written together with it.
    const kept = this.#tickets === null || this.#tickets.includes(ticket);
    const entry = kept ? await readStored(this.#area, keyOf(ticket), Entry.nullable(), null) : null;
    if (entry === null) {
      return { state: (await this.#begunTickets()).includes(ticket) ? 'lost' : 'never' };
    }
    if (entry.state === 'running' && entry.boot_id !== this.#bootId) return { state: 'lost' };
    return entry;
  }

  /**
   * Takes the ticket: true, and durable as far as a worker's death goes, when nothing was known of it. False, and nothing is
   * written, when something was: it has been used, or was asked about and must not be used any more.
   */
  begin(ticket: string): Promise<boolean> {
    return this.#next(async () => {
      if ((await this.know(ticket)).state !== 'never') return false;
      this.#begun = [...(await this.#begunTickets()), ticket].slice(-outcomesKeptMax);
      const lasting = this.#lasting.set({ begun_tickets: [...this.#begun] });
      await Promise.all([lasting, this.#write(ticket, { state: 'running', boot_id: this.#bootId })]);
      return true;
    });
  }

  /** What is known of a ticket that was asked about; one that was never seen is used up by the question. */
  use(ticket: string): Promise<Known> {
    return this.#next(async () => {
      const known = await this.know(ticket);
      if (known.state === 'never') await this.#write(ticket, { state: 'failed', fault: neverCame });
      return known;
    });
  }

  done(ticket: string, outcome: Outcome): Promise<void> {
    const short = JSON.stringify(outcome).length <= outcomeCharactersMax;
    return this.#next(() => this.#write(ticket, { state: 'done', outcome: short ? outcome : null }));
  }

  failed(ticket: string, fault: Fault): Promise<void> {
    return this.#next(() => this.#write(ticket, { state: 'failed', fault }));
  }

  /** One piece of work at a time: an act that begins and a question about it must not pass each other unseen. */
  #next<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#queue.then(work);
    this.#queue = mine.catch(() => undefined);
    return mine;
  }

  async #begunTickets(): Promise<readonly string[]> {
    this.#begun ??= await readStored(this.#lasting, 'begun_tickets', Tickets, []);
    return this.#begun;
  }

  async #write(ticket: string, entry: Entry): Promise<void> {
    this.#tickets ??= await readStored(this.#area, 'tickets', Tickets, []);
    const all = [...this.#tickets.filter((known) => known !== ticket), ticket];
    const forgotten = all.slice(0, Math.max(0, all.length - outcomesKeptMax));
    this.#tickets = all.slice(-outcomesKeptMax);
    await this.#area.set({ [keyOf(ticket)]: entry, tickets: [...this.#tickets] });
    if (forgotten.length > 0) await this.#area.remove(forgotten.map(keyOf));
  }
}

const neverCame = mismatch('The ticket was asked about before it came.', {});

function keyOf(ticket: string): string {
  return `ticket:${ticket}`;
}
