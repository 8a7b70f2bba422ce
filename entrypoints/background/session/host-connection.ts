import { type Fault, fault, type Result } from '../../../shared/faults.ts';
import {
  browserEvents,
  browserRequests,
  sessionRequests,
} from '../../../shared/protocol/browser-messages.ts';
import { controlEvents, controlRequests } from '../../../shared/protocol/control-messages.ts';
import { protocolVersion } from '../../../shared/protocol/envelope.ts';
import type { Answer, EventParams, Handlers, Listeners, Params } from '../../../shared/protocol/messages.ts';
import type { HostStatus } from '../../../shared/protocol/panel-messages.ts';
import { createPeer } from '../../../shared/protocol/peer.ts';
import type { Port } from '../../../shared/protocol/port.ts';
import { studioRequests } from '../../../shared/protocol/studio-messages.ts';
import { connected, connecting, hostStatusOf, versionMismatch } from './host-errors.ts';

// The worker's line to the authority: one native port, made at the browser's start and again after every
// loss. Chrome starts one relay a port. While the port is open Chrome keeps the worker alive; a worker that
// died is woken by an alarm, by the panel or by any event of a page, and comes through here again.

type Outbound = typeof sessionRequests & typeof controlRequests & typeof studioRequests;
type Hello = Params<typeof sessionRequests, 'session.hello'>;
type HelloAnswer = Answer<typeof sessionRequests, 'session.hello'>;

/** First wait before connecting again, and the longest; each wait doubles the one before. */
export const reconnectMs = { first: 500, longest: 60_000 } as const;
/** Longest wait for the first answer: the relay may have to start the authority. */
const helloMs = 20_000;

export type HostConnectionParts = {
  readonly openPort: () => Port;
  readonly makeHello: () => Promise<Hello>;
  readonly handlers: Handlers<typeof browserRequests>;
  readonly listeners: Listeners<typeof controlEvents>;
  readonly onStatus: (status: HostStatus) => void;
  readonly onHello: (answer: HelloAnswer) => void;
  readonly report: (problem: unknown, cause?: unknown) => void;
};

type Line = ReturnType<typeof openLine>;

export class HostConnection {
  readonly #parts: HostConnectionParts;
  #line: Line | null = null;
  #ready = false;
  #status: HostStatus = connecting;
  #waitMs: number = reconnectMs.first;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(parts: HostConnectionParts) {
    this.#parts = parts;
  }

  get status(): HostStatus {
    return this.#status;
  }

  /** Connects unless a line is open or being made; called at start, by the alarm and by "Try again". */
  connect(): void {
    if (this.#line !== null) return;
    clearTimeout(this.#timer);
    if (this.#status.state !== 'connecting') this.#tell(connecting);
    const line = openLine(this.#parts);
    this.#line = line;
    void line.closed.then((reason) => this.#lost(line, reason));
    void this.#sayHello(line);
  }

  /** Ends the line; the next one says the hello anew. */
  reconnect(): void {
    this.#line?.close();
  }

  async call<M extends keyof Outbound & string>(
    method: M,
    params: Params<Outbound, M>,
    options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
  ): Promise<Result<Answer<Outbound, M>>> {
    if (this.#line === null || !this.#ready) return { ok: false, fault: notConnected(this.#status) };
    return this.#line.call(method, params, options);
  }

  /**
   * Events of the browser are told to a connected authority only; it asks for the pages anew after each
   * hello.
   */
  emit<N extends keyof typeof browserEvents>(name: N, params: EventParams<typeof browserEvents, N>): void {
    if (this.#ready) this.#line?.emit(name, params);
  }

  async #sayHello(line: Line): Promise<void> {
    const hello = await this.#parts.makeHello();
    if (this.#line !== line) return;
    const answer = await line.call('session.hello', hello, { timeoutMs: helloMs });
    if (this.#line !== line) return;
    if (!answer.ok) return this.#refused(line, answer.fault);
    if (answer.value.protocol !== protocolVersion) {
      return this.#give(line, versionSentence(answer.value.protocol));
    }
    this.#ready = true;
    this.#waitMs = reconnectMs.first;
    this.#tell(connected);
    this.#parts.onHello(answer.value);
  }

  /**
   * The authority refuses a hello only when the two speak different versions; a broken line says so by
   * closing.
   */
  #refused(line: Line, problem: Fault): void {
    if (problem.code === 'browser-gone') return;
    const isVersion = problem.code === 'bad-arguments';
    this.#give(
      line,
      isVersion ? versionMismatch(problem.message, problem.hint) : hostStatusOf(problem.message),
    );
  }

  #give(line: Line, status: HostStatus): void {
    this.#tell(status);
    line.close();
  }

  #lost(line: Line, reason: string): void {
    if (this.#line !== line) return;
    this.#line = null;
    this.#ready = false;
    if (this.#status.state === 'connected' || this.#status.state === 'connecting') {
      this.#tell(hostStatusOf(reason));
    }
    this.#timer = setTimeout(() => this.connect(), this.#waitMs);
    this.#waitMs = Math.min(this.#waitMs * 2, reconnectMs.longest);
  }

  #tell(status: HostStatus): void {
    this.#status = status;
    this.#parts.onStatus(status);
  }
}

function openLine(parts: HostConnectionParts) {
  return createPeer({
    port: parts.openPort(),
    inbound: { requests: browserRequests, events: controlEvents },
    outbound: {
      requests: { ...sessionRequests, ...controlRequests, ...studioRequests },
      events: browserEvents,
    },
    handlers: parts.handlers,
    listeners: parts.listeners,
    onFault: parts.report,
  });
}

function versionSentence(theirs: number): HostStatus {
  const older = theirs < protocolVersion ? 'program' : 'extension';
  return versionMismatch(
    `The LocalAgent program and this extension are of different versions; the ${older} is the older one.`,
    `Update the ${older}, then press Try again.`,
  );
}

function notConnected(status: HostStatus): Fault {
  return fault(
    'browser-gone',
    status.sentence === '' ? 'The LocalAgent program is not connected yet.' : status.sentence,
    status.remedy === '' ? 'Try again in a moment.' : status.remedy,
  );
}
