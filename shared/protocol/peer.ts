import type { z } from 'zod';
import { type Fault, type FaultCode, failed, fault, type Result } from '../faults.ts';
import { createChunkJoiner, envelopeParts } from './chunk.ts';
import type { Envelope, EventEnvelope, ResponseEnvelope } from './envelope.ts';
import { createInboundCalls, type InboundCalls } from './inbound-calls.ts';
import type { EventParams, EventTable, Handlers, Listeners, Params, RequestTable } from './messages.ts';
import { type CallOptions, createOutboundCalls, type OutboundCalls } from './outbound-calls.ts';
import { hasKey, memberOf, type NoEnvelope, parseEnvelope, parseParams } from './parse-message.ts';
import type { Port } from './port.ts';

/** A long message whose parts stop coming is forgotten after this. */
const partsPauseMs = 30_000;

const partInPart = failed(
  fault('bad-arguments', 'A part of a long message was itself a part.', 'It was dropped.'),
);

/** What can be asked and what can be told in one direction. */
export type Side = { readonly requests: RequestTable; readonly events: EventTable };

export type PeerOptions<In extends Side, Out extends Side> = {
  readonly port: Port;
  /** What the other side may ask and tell here. */
  readonly inbound: In;
  /** What this side may ask and tell there. */
  readonly outbound: Out;
  readonly handlers: Handlers<In['requests']>;
  readonly listeners: Listeners<In['events']>;
  /** Hears of junk from the other side and, with `cause`, of exceptions in handlers and listeners. */
  readonly onFault?: (reported: Fault, cause?: unknown) => void;
  /** Code of the fault that open and later calls get once the connection is closed; `browser-gone` if not given. */
  readonly goneCode?: FaultCode;
};

export type Peer<Out extends Side> = {
  /**
   * Asks the other side. Faults of its own: `timeout`; `cancelled` when the signal had fired before; `too-large`; the
   * gone code; `internal` for an answer that does not parse. A signal that fires later sends a cancel and goes on
   * waiting for the answer, at most `graceMs`, because what was begun may have been done.
   */
  call<M extends Extract<keyof Out['requests'], string>>(
    method: M,
    params: Params<Out['requests'], M>,
    options: CallOptions,
  ): Promise<Result<z.output<Out['requests'][M]['result']>>>;
  /** Tells the other side; after the close it does nothing. */
  emit<N extends Extract<keyof Out['events'], string>>(name: N, params: EventParams<Out['events'], N>): void;
  close(): void;
  /** Resolves with the reason, a sentence for a log. */
  readonly closed: Promise<string>;
};

/** Speaks the message tables over a port, in both directions, and trusts nothing that arrives. */
export function createPeer<In extends Side, Out extends Side>(options: PeerOptions<In, Out>): Peer<Out> {
  return new Connection(options);
}

class Connection<In extends Side, Out extends Side> implements Peer<Out> {
  readonly closed: Promise<string>;
  readonly #options: PeerOptions<In, Out>;
  readonly #report: (reported: Fault, cause?: unknown) => void;
  readonly #joiner = createChunkJoiner();
  readonly #calls: OutboundCalls;
  readonly #requests: InboundCalls;
  readonly #resolveClosed: (reason: string) => void;
  #isClosed = false;
  #streams = 0;

  constructor(options: PeerOptions<In, Out>) {
    const { port, inbound, handlers, goneCode } = options;
    const closed = Promise.withResolvers<string>();
    this.closed = closed.promise;
    this.#resolveClosed = closed.resolve;
    this.#options = options;
    this.#report = options.onFault ?? (() => {});
    this.#calls = createOutboundCalls((envelope) => this.#send(envelope), goneCode ?? 'browser-gone');
    this.#requests = createInboundCalls(inbound.requests, handlers, {
      answer: (response) => this.#answer(response),
      report: this.#report,
    });
    port.onClose((reason) => this.#end(reason));
    port.onMessage((message) => {
      if (!this.#isClosed) this.#receive(message, false);
    });
  }

  call<M extends Extract<keyof Out['requests'], string>>(
    method: M,
    params: Params<Out['requests'], M>,
    options: CallOptions,
  ): Promise<Result<z.output<Out['requests'][M]['result']>>> {
    const spec = memberOf<Out['requests'], M>(this.#options.outbound.requests, method);
    return this.#calls.call<Out['requests'][M]>(spec, method, params, options);
  }

  emit<N extends Extract<keyof Out['events'], string>>(name: N, params: EventParams<Out['events'], N>): void {
    const unsent = this.#send({ type: 'event', name, params });
    if (unsent !== null) this.#report(unsent);
  }

  close(): void {
    this.#end('this side closed it.');
  }

  #send(envelope: Envelope): Fault | null {
    if (this.#isClosed) return null;
    this.#streams += 1;
    const parts = envelopeParts(envelope, this.#streams);
    if (!parts.ok) return parts.fault;
    try {
      for (const part of parts.value) this.#options.port.send(part);
    } catch (cause) {
      // A port throws when its other end is gone; the calls end by that, as with any lost connection.
      this.#report(fault('browser-gone', 'The connection could not be written to.', 'It is closed.'), cause);
      this.#end('it could not be written to.');
    }
    return null;
  }

  #answer(response: ResponseEnvelope): void {
    let unsent: Fault | null;
    try {
      unsent = this.#send(response);
    } catch (cause) {
      // The handler's result was not data. The caller still gets its answer.
      unsent = fault('internal', 'The result could not be sent.', 'See the log.');
      this.#report(unsent, cause);
    }
    if (unsent !== null) this.#send({ type: 'response', id: response.id, fault: unsent });
  }

  #receive(message: unknown, joined: boolean): void {
    const envelope = parseEnvelope(message);
    if (!envelope.ok) {
      this.#receiveJunk(envelope);
      return;
    }
    const { value } = envelope;
    const { inbound, listeners } = this.#options;
    if (value.type === 'request') this.#requests.start(value);
    else if (value.type === 'cancel') this.#requests.cancel(value.id);
    else if (value.type === 'event') hear(inbound.events, listeners, value, this.#report);
    else if (value.type === 'response') {
      if (this.#calls.settle(value)) return;
      this.#report(fault('bad-arguments', 'An answer to no request arrived.', 'It was dropped.'));
    } else {
      const now = Date.now();
      this.#joiner.dropStale(now - partsPauseMs);
      const whole = joined ? partInPart : this.#joiner.push(value, now);
      if (!whole.ok) this.#report(whole.fault);
      else if (whole.value.complete) this.#receive(whole.value.message, true);
    }
  }

  #receiveJunk({ about, fault: wrong }: NoEnvelope): void {
    if (about?.type === 'request') this.#answer({ type: 'response', id: about.id, fault: wrong });
    else this.#report(wrong);
    // A call whose answer cannot be read ends now and not when its time is up.
    if (about?.type === 'response') this.#calls.settle(unreadable(about.id, wrong));
  }

  #end(reason: string): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#options.port.close();
    // First, so that whoever keeps connections forgets this one before a lost call looks for another.
    this.#resolveClosed(reason);
    this.#calls.end(reason);
  }
}

function unreadable(id: number, wrong: Fault): ResponseEnvelope {
  return { type: 'response', id, fault: fault('internal', wrong.message, wrong.hint) };
}

function hear<T extends EventTable>(
  table: T,
  listeners: Listeners<T>,
  event: EventEnvelope,
  report: (reported: Fault, cause?: unknown) => void,
): void {
  const { name } = event;
  if (!hasKey(table, name)) {
    report(fault('bad-arguments', `There is no event ${JSON.stringify(name)}.`, 'It was dropped.'));
    return;
  }
  const params = parseParams(table, name, event.params);
  if (!params.ok) {
    report(params.fault);
    return;
  }
  try {
    memberOf(listeners, name)(params.value);
  } catch (cause) {
    report(fault('internal', `The listener of ${name} failed.`, 'The event had no effect.'), cause);
  }
}
