import type { DatabaseSync } from 'node:sqlite';
import { PageLeases } from '../../../native-host/authority/leases.ts';
import type { BrowserSession, GateAnswer } from '../../../native-host/gate/ports.ts';
import { latchUnknown } from '../../../native-host/ledger/latch-unknown.ts';
import { Ledger } from '../../../native-host/ledger/ledger.ts';
import { failed, fault, ok, type Result } from '../../../shared/faults.ts';
import { sides } from '../../../shared/protocol/messages.ts';
import { createPeer, type Peer } from '../../../shared/protocol/peer.ts';
import { GateRig } from '../../fakes/gate-rig.ts';
import type { LossyLink } from './lossy-link.ts';
import { pageOf } from './sim-browser.ts';

type Link = { readonly peer: Peer<typeof sides.extension>; readonly isOpen: () => boolean };

const pollMs = 100;
const pickMs = 5_000;
const never = <T>(): Promise<T> => new Promise(() => {});

/** The authority of one start: the real gate, leases and ledger. Once it was killed it does nothing any more, not even answer. */
export class SimHost {
  readonly ended = Promise.withResolvers<'killed'>();
  readonly #ledger: Ledger;
  readonly #rig: GateRig;
  #alive = true;
  #link: Link | null = null;

  constructor(database: DatabaseSync, key: Buffer) {
    this.#ledger = new Ledger(database, key, Date.now);
    latchUnknown(this.#ledger);
    const ledger = this.#ledger;
    const append: Ledger['append'] = (rows) => {
      if (!this.#alive) throw new Error('a process that was killed writes nothing');
      ledger.append(rows);
    };
    this.#rig = new GateRig({
      browsers: { pickBack: (_profile, signal) => this.#pick(signal) },
      book: { readOnly: false, append, queue: (row) => append([row]) },
      leases: new PageLeases(Date.now),
      clock: Date.now,
    });
  }

  join(link: LossyLink): void {
    const peer = createPeer({
      port: link.host,
      inbound: { requests: {}, events: {} },
      outbound: sides.extension,
      handlers: {},
      listeners: {},
    });
    this.#link = { peer, isOpen: link.isOpen };
  }

  /** One call of a caller, or `killed`. */
  call(lane: number, selector: string): Promise<GateAnswer | 'killed'> {
    const caller = { kind: 'workflow', id: `lane-${lane}`, unattended: true } as const;
    const args = { page: `t${lane + 1}`, selector, timeout_ms: 500 };
    // What is left of a killed process ends in errors that nobody sees.
    const answer = this.#rig.call('click', args, { caller }).catch((error: unknown) => {
      if (this.#alive) throw error;
      return never<GateAnswer>();
    });
    return Promise.race([answer, this.ended.promise]);
  }

  kill(): void {
    this.#alive = false;
    this.#ledger.close();
    this.ended.resolve('killed');
  }

  async #pick(signal: AbortSignal): Promise<Result<BrowserSession>> {
    const session = await this.#wait(pickMs, signal);
    return session === null
      ? failed(fault('browser-gone', 'No browser is connected.', 'Wait.'))
      : ok(session);
  }

  async #wait(ms: number, signal?: AbortSignal): Promise<BrowserSession | null> {
    for (const end = Date.now() + ms; Date.now() <= end && signal?.aborted !== true; ) {
      if (!this.#alive) return never();
      if (this.#link?.isOpen() === true) return this.#session(this.#link);
      await new Promise((resolve) => setTimeout(resolve, pollMs));
    }
    return null;
  }

  #session({ peer }: Link): BrowserSession {
    return {
      profile: 'main',
      page: (id) => pageOf(id),
      waitBack: (ms) => this.#wait(ms),
      call: (method, params, options) => (this.#alive ? peer.call(method, params, options) : never()),
    };
  }
}
