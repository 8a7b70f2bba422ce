import type { Fault, Result } from '../../shared/faults.ts';
import { fault } from '../../shared/faults.ts';
import { controlEvents, controlRequests } from '../../shared/protocol/control-messages.ts';
import type { Answer, Params } from '../../shared/protocol/messages.ts';
import {
  answerMsOf,
  panelEvents,
  panelRequests,
  panelSignals,
} from '../../shared/protocol/panel-messages.ts';
import { createPeer } from '../../shared/protocol/peer.ts';
import type { Port } from '../../shared/protocol/port.ts';
import type { PanelEvent } from './panel-state.ts';

// The panel's line to the service worker. Chrome ends an idle worker and the line with it; connecting again wakes the
// worker, so the line is made anew for as long as the panel is open.

type Requests = typeof controlRequests & typeof panelRequests;
export type Method = keyof Requests;

/** What the panel asks through; a request on a broken line gives a fault and is never sent twice. */
export type PanelLink = {
  call<M extends Method>(method: M, params: Params<Requests, M>): Promise<Result<Answer<Requests, M>>>;
  /** Asks the worker to look for the host now; makes the line anew when there is none. */
  retry(): void;
  /** Says whether the panel can be seen; until it is said, it can. */
  seen(seen: boolean): void;
  close(): void;
};

type Line = ReturnType<typeof openPeer>;

/** First wait before connecting again, and the longest; each wait doubles the one before. */
export const reconnectMs = { first: 200, longest: 5_000 } as const;
/** How much longer than the worker itself the panel waits for an answer. No request waits for a run or a person. */
export const slackMs = 5_000;

/** Opens the line and keeps it open. `connect` gives a fresh port each time. */
export function openPanelLink(connect: () => Port, dispatch: (event: PanelEvent) => void): PanelLink {
  let line: Line | null = null;
  let waitMs: number = reconnectMs.first;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed = false;
  let inSight = true;

  function open(): void {
    clearTimeout(timer);
    const opened = tryOpen(connect, dispatch, () => {
      waitMs = reconnectMs.first;
    });
    if (opened === null) {
      later();
      return;
    }
    line = opened;
    if (!inSight) opened.emit('panel.seen', { seen: false });
    dispatch({ type: 'link.opened' });
    void opened.closed.then(() => {
      if (line === opened) line = null;
      if (closed) return;
      dispatch({ type: 'link.lost' });
      later();
    });
  }
  function later(): void {
    if (closed) return;
    timer = setTimeout(open, waitMs);
    waitMs = Math.min(waitMs * 2, reconnectMs.longest);
  }

  open();
  return {
    async call(method, params) {
      if (line === null) return { ok: false, fault: lineLost };
      return line.call(method, params, { timeoutMs: answerMsOf(method) + slackMs });
    },
    retry() {
      if (line === null) open();
      else line.emit('host.retry', {});
    },
    seen(seen) {
      inSight = seen;
      line?.emit('panel.seen', { seen });
    },
    close() {
      closed = true;
      clearTimeout(timer);
      line?.close();
    },
  };
}

const lineLost: Fault = fault(
  'browser-gone',
  'The connection inside the browser was just lost.',
  'It is being made again. Try once more in a moment.',
);

/** Null when Chrome refuses a port, as it does for a moment while the extension is being updated. */
function tryOpen(
  connect: () => Port,
  dispatch: (event: PanelEvent) => void,
  onHeard: () => void,
): Line | null {
  try {
    return openPeer(connect(), dispatch, onHeard);
  } catch (error) {
    console.warn('The panel could not reach its service worker.', error);
    return null;
  }
}

function openPeer(port: Port, dispatch: (event: PanelEvent) => void, onHeard: () => void) {
  return createPeer({
    port,
    inbound: { requests: {}, events: { ...controlEvents, ...panelEvents } },
    outbound: { requests: { ...controlRequests, ...panelRequests }, events: panelSignals },
    handlers: {},
    listeners: {
      'host.status': (host) => {
        onHeard();
        dispatch({ type: 'host.reported', host });
      },
      'run.event': ({ event }) => dispatch({ type: 'run.told', event }),
      'approval.requested': ({ approval }) => dispatch({ type: 'approval.asked', approval }),
      'approval.closed': ({ approval_id }) => dispatch({ type: 'approval.closed', approvalId: approval_id }),
      'status.changed': () => dispatch({ type: 'status.outdated' }),
    },
    onFault: (problem) => console.warn('A message was dropped.', problem),
  });
}
