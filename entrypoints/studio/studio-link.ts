import { type Fault, fault, type Result } from '../../shared/faults.ts';
import type { Answer, EventParams, Params } from '../../shared/protocol/messages.ts';
import { type HostStatus, panelEvents } from '../../shared/protocol/panel-messages.ts';
import { createPeer } from '../../shared/protocol/peer.ts';
import type { Port } from '../../shared/protocol/port.ts';
import {
  recordingEvents,
  recordingRequests,
  studioAnswerMs,
  studioLookUps,
  studioRequests,
} from '../../shared/protocol/studio-messages.ts';

type Requests = typeof studioRequests & typeof studioLookUps & typeof recordingRequests;

/** The studio's line to the service worker. */
export type StudioLink = {
  call<M extends keyof Requests & string>(
    method: M,
    params: Params<Requests, M>,
  ): Promise<Result<Answer<Requests, M>>>;
};

export type StudioListeners = {
  readonly status: (status: HostStatus) => void;
  readonly told: (event: EventParams<typeof recordingEvents, 'recording.told'>) => void;
  readonly ended: (why: EventParams<typeof recordingEvents, 'recording.ended'>['why']) => void;
  readonly lost: () => void;
};

/** Wait before connecting again; Chrome ends an idle worker, and connecting wakes it. */
const reconnectMs = 500;
/** How much longer than the worker itself the page waits. */
const slackMs = 5_000;

/** Opens the line and keeps it open. */
export function openStudioLink(connect: () => Port, listeners: StudioListeners): StudioLink {
  let line: ReturnType<typeof openLine> | null = null;
  const open = (): void => {
    const opened = openLine(connect(), listeners);
    line = opened;
    void opened.closed.then(() => {
      line = null;
      listeners.lost();
      setTimeout(open, reconnectMs);
    });
  };
  open();
  return {
    async call(method, params) {
      if (line === null) return { ok: false, fault: lineLost };
      return line.call(method, params, { timeoutMs: studioAnswerMs + slackMs });
    },
  };
}

const lineLost: Fault = fault(
  'browser-gone',
  'The connection inside the browser was just lost.',
  'It is being made again. Try once more in a moment.',
);

function openLine(port: Port, listeners: StudioListeners) {
  return createPeer({
    port,
    inbound: { requests: {}, events: { ...panelEvents, ...recordingEvents } },
    outbound: { requests: { ...studioRequests, ...studioLookUps, ...recordingRequests }, events: {} },
    handlers: {},
    listeners: {
      'host.status': listeners.status,
      'recording.told': listeners.told,
      'recording.ended': ({ why }) => listeners.ended(why),
    },
    onFault: (problem) => console.warn('A message was dropped.', problem),
  });
}
