import { Journal } from '../../../entrypoints/background/driver/journal.ts';
import { permitMismatch } from '../../../entrypoints/background/driver/permit-check.ts';
import { replay } from '../../../entrypoints/background/driver/replay.ts';
import type { StorageArea } from '../../../entrypoints/background/driver/session-store.ts';
import { FaultError, fault } from '../../../shared/faults.ts';
import type { Outcome, Permit } from '../../../shared/protocol/browser-messages.ts';
import { type Answer, sides } from '../../../shared/protocol/messages.ts';
import { createPeer } from '../../../shared/protocol/peer.ts';
import { outcome, target } from '../../fakes/gate-rig.ts';
import type { Seeded } from '../seeded.ts';
import type { LossyLink } from './lossy-link.ts';

const actMsMax = 400;

export type Effect = { readonly ticket: string; readonly target: string; readonly intended: boolean };

type Replayed = Answer<typeof sides.extension.requests, 'tool.replay'>;
type Worker = {
  alive: boolean;
  readonly journal: Journal;
  readonly running: Map<string, Promise<Outcome>>;
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * The browser's side with the extension's own journal: a worker that may die, what outlives it (`storage.session`), what outlives
 * the browser (`storage.local`), and pages that go on without either.
 */
export class SimBrowser {
  readonly effects: Effect[] = [];
  readonly #chance: Seeded;
  readonly #isIntended: (ticket: string) => boolean;
  #session = new Map<string, unknown>();
  readonly #local = new Map<string, unknown>();
  #boots = 0;
  #worker: Worker;

  constructor(chance: Seeded, isIntended: (ticket: string) => boolean) {
    this.#chance = chance;
    this.#isIntended = isIntended;
    this.#worker = this.#boot();
  }

  /** The worker ends; another begins with what was stored. Its pages go on. */
  killWorker(): void {
    this.#worker.alive = false;
    this.#worker = this.#boot();
  }

  /** The browser ends with its pages. */
  kill(): void {
    this.#session = new Map();
    this.killWorker();
  }

  join(link: LossyLink): void {
    const worker = this.#worker;
    const unused = async (): Promise<never> => {
      throw new FaultError(fault('internal', 'The simulated browser does not do this.', ''));
    };
    createPeer({
      port: link.browser,
      inbound: sides.extension,
      outbound: sides.authority_for_extension,
      handlers: {
        'tool.prepare': async ({ page, args }) => ({
          page: { ...outcome({}).page, ...pageOf(page ?? 't1') },
          targets: [target({ name: String(args['selector']) })],
          dialog: null,
        }),
        'tool.act': ({ permit, args }) => this.#act(worker, permit, String(args['selector'])),
        'tool.replay': async ({ ticket }): Promise<Replayed> =>
          worker.running.has(ticket)
            ? { state: 'running', outcome: null, fault: null }
            : replay(worker.journal, ticket),
        'tool.read': unused,
        'browser.probe': unused,
        'browser.model': unused,
        'browser.ask-model': unused,
        'browser.pages': async () => ({ pages: ['t1', 't2', 't3'].map(pageOf) }),
        'run.release': async () => ({ closed: 0 }),
        'anchor.keep': async () => ({}),
        'anchor.list': async () => ({ checkpoints: [] }),
      },
      listeners: {
        'run.event': () => {},
        'approval.requested': () => {},
        'approval.closed': () => {},
        'status.changed': () => {},
      },
    });
  }

  #boot(): Worker {
    this.#boots += 1;
    const worker = { alive: true };
    const area = (store: () => Map<string, unknown>) => areaOf(store, () => worker.alive);
    const held = this.#session;
    const journal = new Journal(
      area(() => held),
      area(() => this.#local),
      `boot-${this.#boots}`,
    );
    return Object.assign(worker, { journal, running: new Map<string, Promise<Outcome>>() });
  }

  #act(worker: Worker, permit: Permit, name: string): Promise<Outcome> {
    const under = worker.running.get(permit.ticket);
    if (under !== undefined) return under;
    const work = this.#actOnce(worker, permit, name).finally(() => worker.running.delete(permit.ticket));
    worker.running.set(permit.ticket, work);
    return work;
  }

  async #actOnce({ journal }: Worker, permit: Permit, name: string): Promise<Outcome> {
    const { ticket } = permit;
    if (!(await journal.begin(ticket))) {
      const known = await journal.know(ticket);
      if (known.state === 'done' && known.outcome !== null) return known.outcome;
      throw new FaultError(
        known.state === 'failed' ? known.fault : fault('outcome-unknown', 'It was begun before.', ''),
      );
    }
    const { tool, args_hash: argsHash } = permit;
    const mismatch = permitMismatch(permit, { tool, argsHash, now: Date.now() });
    if (mismatch !== null) {
      await journal.failed(ticket, mismatch);
      throw new FaultError(mismatch);
    }
    const pages = this.#session;
    await pause(this.#chance.below(actMsMax));
    // The page feels it as long as its browser lives, whatever became of the worker.
    if (pages === this.#session)
      this.effects.push({ ticket, target: name, intended: this.#isIntended(ticket) });
    await pause(this.#chance.below(actMsMax));
    const done = outcome({ delivered: true, effects: [] });
    await journal.done(ticket, done);
    return done;
  }
}

export function pageOf(page: string) {
  const url = 'https://shop.example/cart';
  const place = { url, title: 'Cart', origin: 'https://shop.example', document_id: `D-${page}` };
  return { page, ...place, active: true, owned: true };
}

/** What a dead worker asks of its storage is never answered. */
function areaOf(store: () => Map<string, unknown>, isAlive: () => boolean): StorageArea {
  const whileAlive = <T>(work: () => T): Promise<T> =>
    isAlive() ? Promise.resolve(work()) : new Promise(() => {});
  return {
    get: (key) => whileAlive(() => ({ [key]: store().get(key) })),
    set: (items) =>
      whileAlive(() => {
        for (const [key, value] of Object.entries(items)) store().set(key, structuredClone(value));
      }),
    remove: (keys) =>
      whileAlive(() => {
        for (const key of [keys].flat()) store().delete(key);
      }),
  };
}
