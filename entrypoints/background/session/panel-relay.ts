import { controlEvents, controlRequests } from '../../../shared/protocol/control-messages.ts';
import type { EventParams, Handlers } from '../../../shared/protocol/messages.ts';
import {
  answerMsOf,
  type HostStatus,
  type PageHere,
  panelEvents,
  panelRequests,
  panelSignals,
} from '../../../shared/protocol/panel-messages.ts';
import { createPeer } from '../../../shared/protocol/peer.ts';
import type { Port } from '../../../shared/protocol/port.ts';
import { type Forward, passOn } from './pass-on.ts';

// What the panel asks goes on to the authority as it is, if it is a request of the control table; nothing
// else can be said through here. The worker answers nothing in the authority's name.

type Requests = typeof controlRequests;
type PanelEvents = typeof controlEvents & typeof panelEvents;

/** Panels open at once: one a window. */
const panelsMax = 32;

type Parts = {
  readonly forward: Forward<Requests>;
  readonly status: () => HostStatus;
  readonly retry: () => void;
  /** The page in front in a window, with what is selected there. */
  readonly pageIn: (windowId: number) => Promise<PageHere>;
  /** Panels came or went. */
  readonly onCount?: (open: number) => void;
  readonly report: (problem: unknown, cause?: unknown) => void;
};
type Panel = ReturnType<typeof openPanel>;
type Seen = { seen: boolean };

export class PanelRelay {
  readonly #parts: Parts;
  readonly #panels = new Map<Panel, Seen>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Panels that are open now. */
  get count(): number {
    return this.#panels.size;
  }

  /** Whether a panel is open that the person can see. */
  get seen(): boolean {
    return [...this.#panels.values()].some(({ seen }) => seen);
  }

  /** Takes a port whose sender has been found to be our own panel. */
  add(port: Port): void {
    if (this.#panels.size >= panelsMax) {
      port.close();
      return;
    }
    const sight: Seen = { seen: true };
    const panel = openPanel(port, this.#parts, sight);
    this.#panels.set(panel, sight);
    this.#parts.onCount?.(this.count);
    void panel.closed.then(() => {
      this.#panels.delete(panel);
      this.#parts.onCount?.(this.count);
    });
    panel.emit('host.status', this.#parts.status());
  }

  broadcast<N extends keyof PanelEvents & string>(name: N, params: EventParams<PanelEvents, N>): void {
    for (const panel of this.#panels.keys()) panel.emit(name, params);
  }
}

function openPanel(port: Port, parts: Parts, sight: Seen) {
  return createPeer({
    port,
    inbound: { requests: { ...controlRequests, ...panelRequests }, events: panelSignals },
    outbound: { requests: {}, events: { ...controlEvents, ...panelEvents } },
    handlers: {
      ...forwardingHandlers(parts.forward),
      'page.here': ({ window: windowId }) => parts.pageIn(windowId),
    },
    listeners: {
      'host.retry': () => parts.retry(),
      'panel.seen': ({ seen }) => {
        sight.seen = seen;
      },
    },
    onFault: parts.report,
  });
}

function forwardingHandlers(forward: Forward<Requests>): Handlers<Requests> {
  const pass = passOn(forward, answerMsOf);
  return {
    'status.get': pass('status.get'),
    'template.list': pass('template.list'),
    'secret.list': pass('secret.list'),
    'run.start': pass('run.start'),
    'run.continue': pass('run.continue'),
    'objective.start': pass('objective.start'),
    'question.answer': pass('question.answer'),
    'model.list': pass('model.list'),
    'model.use': pass('model.use'),
    'model.test': pass('model.test'),
    'run.cancel': pass('run.cancel'),
    'run.pause': pass('run.pause'),
    'run.resume': pass('run.resume'),
    'work.stop': pass('work.stop'),
    'run.list': pass('run.list'),
    'run.events': pass('run.events'),
    'run.report': pass('run.report'),
    'file.show': pass('file.show'),
    'approval.answer': pass('approval.answer'),
    'passkey.look': pass('passkey.look'),
    'passkey.add': pass('passkey.add'),
    'receipt.list': pass('receipt.list'),
    'ledger.unsettled': pass('ledger.unsettled'),
    'ledger.reconcile': pass('ledger.reconcile'),
  };
}
