import { type Fault, FaultError, fault } from '../faults.ts';
import { openCallsMax } from '../limits.ts';
import type { RequestEnvelope, ResponseEnvelope } from './envelope.ts';
import type { Handlers, RequestTable } from './messages.ts';
import { hasKey, memberOf, parseParams } from './parse-message.ts';

export type InboundCalls = {
  /** Starts the request's handler, or answers with a fault. */
  start(request: RequestEnvelope): void;
  /** Fires the signal of an open request; one that has ended is left alone. */
  cancel(id: number): void;
};

/** `answer` sends; `report` hears of bugs in handlers and of junk that cannot be answered. */
export type InboundReplies = {
  readonly answer: (response: ResponseEnvelope) => void;
  readonly report: (reported: Fault, cause?: unknown) => void;
};

/** The requests that the other side has open here. Losing the connection ends none of them: only a cancel does. */
export function createInboundCalls<T extends RequestTable>(
  table: T,
  handlers: Handlers<T>,
  replies: InboundReplies,
): InboundCalls {
  const open = new Map<number, AbortController>();

  const run = async (request: RequestEnvelope, signal: AbortSignal): Promise<ResponseEnvelope> => {
    const { id, method } = request;
    try {
      if (!hasKey(table, method)) return { type: 'response', id, fault: unknownMethod(method) };
      const params = parseParams(table, method, request.params);
      if (!params.ok) return { type: 'response', id, fault: params.fault };
      const result = await memberOf(handlers, method)(params.value, signal);
      // JSON has no `undefined`, and an answer without a result is none.
      return { type: 'response', id, result: result ?? null };
    } catch (error) {
      return { type: 'response', id, fault: faultOf(error, method, signal, replies.report) };
    }
  };

  return {
    start(request) {
      const { id, method } = request;
      if (open.has(id)) {
        const message = `A second request came under the number of an open one (${method}).`;
        replies.report(fault('bad-arguments', message, 'Give every request a number of its own.'));
        return;
      }
      if (open.size >= openCallsMax) {
        const message = `${openCallsMax} requests are open on this connection.`;
        replies.answer({
          type: 'response',
          id,
          fault: fault('too-large', message, 'Wait until one has ended.'),
        });
        return;
      }
      const controller = new AbortController();
      open.set(id, controller);
      void run(request, controller.signal).then((response) => {
        open.delete(id);
        replies.answer(response);
      });
    },
    cancel(id) {
      const reason = fault('cancelled', 'The caller cancelled this call.', 'Nothing more is done for it.');
      open.get(id)?.abort(new FaultError(reason));
    },
  };
}

function unknownMethod(method: string): Fault {
  const message = `There is no request ${JSON.stringify(method)}.`;
  return fault('bad-arguments', message, 'Update the extension and the host to the same version.');
}

function faultOf(
  error: unknown,
  method: string,
  signal: AbortSignal,
  report: InboundReplies['report'],
): Fault {
  if (error instanceof FaultError) return error.fault;
  // What the platform itself throws when a signal fires.
  if (signal.aborted && error instanceof Error && error.name === 'AbortError') {
    return fault('cancelled', `${method} was cancelled.`, 'Nothing more is done for it.');
  }
  // The error's own words may hold anything, a secret too: they stay on this side.
  const neutral = fault('internal', `${method} failed unexpectedly.`, 'See the log, then try again.');
  report(neutral, error);
  return neutral;
}
