import type { Handlers } from '../../../shared/protocol/messages.ts';
import { type HostStatus, panelEvents } from '../../../shared/protocol/panel-messages.ts';
import { createPeer } from '../../../shared/protocol/peer.ts';
import type { Port } from '../../../shared/protocol/port.ts';
import {
  recordingEvents,
  recordingRequests,
  studioAnswerMs,
  studioLookUps,
  studioRequests,
} from '../../../shared/protocol/studio-messages.ts';
import { type Forward, passOn } from './pass-on.ts';

// The studio's page may ask for templates and nothing else: it stands in a tab, so no run, no approval and no rule goes through here.

const forwarded = { ...studioRequests, ...studioLookUps };
type Requests = typeof forwarded;

/** Studios open at once. */
const studiosMax = 8;

type Parts = {
  readonly forward: Forward<Requests>;
  readonly status: () => HostStatus;
  readonly startRecording: (url: string) => Promise<void>;
  readonly stopRecording: () => void;
  readonly report: (problem: unknown, cause?: unknown) => void;
};
type Studio = ReturnType<typeof openStudio>;

export class StudioRelay {
  readonly #parts: Parts;
  readonly #studios = new Set<Studio>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Takes a port whose sender has been found to be our own studio. */
  add(port: Port): void {
    if (this.#studios.size >= studiosMax) {
      port.close();
      return;
    }
    const studio = openStudio(port, this.#parts);
    this.#studios.add(studio);
    void studio.closed.then(() => {
      this.#studios.delete(studio);
      if (this.#studios.size === 0) this.#parts.stopRecording();
    });
    studio.emit('host.status', this.#parts.status());
  }

  tell(status: HostStatus): void {
    for (const studio of this.#studios) studio.emit('host.status', status);
  }

  recorded: Studio['emit'] = (name, params) => {
    for (const studio of this.#studios) studio.emit(name, params);
  };
}

function openStudio(port: Port, parts: Parts) {
  return createPeer({
    port,
    inbound: { requests: { ...forwarded, ...recordingRequests }, events: {} },
    outbound: { requests: {}, events: { ...panelEvents, ...recordingEvents } },
    handlers: {
      ...forwardingHandlers(parts.forward),
      'recording.start': async ({ url }) => {
        await parts.startRecording(url);
        return {};
      },
      'recording.stop': async () => {
        parts.stopRecording();
        return {};
      },
    },
    listeners: {},
    onFault: parts.report,
  });
}

function forwardingHandlers(forward: Forward<Requests>): Handlers<Requests> {
  const pass = passOn(forward, () => studioAnswerMs);
  return {
    'secret.list': pass('secret.list'),
    'template.library': pass('template.library'),
    'template.read': pass('template.read'),
    'template.check': pass('template.check'),
    'template.edit': pass('template.edit'),
    'template.judge': pass('template.judge'),
    'template.diff': pass('template.diff'),
    'template.save': pass('template.save'),
    'template.submit': pass('template.submit'),
  };
}
