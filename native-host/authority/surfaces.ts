import { type Fault, FaultError } from '../../shared/faults.ts';
import type { clientRequests } from '../../shared/protocol/client-messages.ts';
import type { controlEvents, controlRequests } from '../../shared/protocol/control-messages.ts';
import type { cronRequests } from '../../shared/protocol/cron-messages.ts';
import type { jobRequests } from '../../shared/protocol/job-messages.ts';
import type { mcpEvents, mcpRequests, pairingRequests } from '../../shared/protocol/mcp-messages.ts';
import { type EventParams, type Handlers, sides } from '../../shared/protocol/messages.ts';
import { createPeer, type Peer } from '../../shared/protocol/peer.ts';
import type { Port } from '../../shared/protocol/port.ts';
import type { templateChoiceRequests } from '../../shared/protocol/template-choice-messages.ts';

type Events = typeof controlEvents;
type Told = Events & typeof mcpEvents;
type Tell = <N extends keyof Told & string>(event: N, params: EventParams<Told, N>) => void;

/** Command lines and MCP servers that are connected: they are asked like a panel is, and told the same events. */
export class Clients {
  readonly #peers = new Set<Peer<typeof sides.client>>();

  /** Takes a connection; gives the way to tell it alone something. */
  add(
    port: Port,
    handlers: Handlers<
      typeof controlRequests &
        typeof clientRequests &
        typeof mcpRequests &
        typeof pairingRequests &
        typeof jobRequests &
        typeof cronRequests &
        typeof templateChoiceRequests
    >,
    onFault: (reported: Fault, cause?: unknown) => void,
    onClosed: () => void,
  ): Tell {
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
    return (event, params) => peer.emit(event, params);
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
