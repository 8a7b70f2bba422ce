import { type Fault, FaultError } from '../../shared/faults.ts';
import type {
  clientRequests,
  controlEvents,
  controlRequests,
} from '../../shared/protocol/control-messages.ts';
import { type EventParams, type Handlers, sides } from '../../shared/protocol/messages.ts';
import { createPeer, type Peer } from '../../shared/protocol/peer.ts';
import type { Port } from '../../shared/protocol/port.ts';

type Events = typeof controlEvents;

/** Command lines that are connected: they are asked like a panel is, and told the same events. */
export class Clients {
  readonly #peers = new Set<Peer<typeof sides.client>>();

  add(
    port: Port,
    handlers: Handlers<typeof controlRequests & typeof clientRequests>,
    onFault: (reported: Fault, cause?: unknown) => void,
    onClosed: () => void,
  ): void {
    const peer = createPeer({
      port,
      inbound: sides.authority_for_client,
      outbound: sides.client,
      handlers,
      listeners: {},
      onFault,
    });
    this.#peers.add(peer);
    void peer.closed.then(() => {
      this.#peers.delete(peer);
      onClosed();
    });
  }

  broadcast<N extends keyof Events & string>(event: N, params: EventParams<Events, N>): void {
    for (const peer of this.#peers) peer.emit(event, params);
  }

  close(): void {
    for (const peer of [...this.#peers]) peer.close();
  }
}

/** The value of a result, or its fault towards the one who asked. */
export function given<T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly fault: Fault },
): T {
  if (!result.ok) throw new FaultError(result.fault);
  return result.value;
}
