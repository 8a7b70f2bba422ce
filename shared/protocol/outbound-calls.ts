import { z } from 'zod';
import { type Fault, type FaultCode, failed, fault, ok, type Result } from '../faults.ts';
import { graceMs, openCallsMax } from '../limits.ts';
import type { Envelope, ResponseEnvelope } from './envelope.ts';
import type { RequestSpec } from './messages.ts';
import { describeIssues } from './parse-message.ts';

/** How long a call may take in all, and what ends it early. */
export type CallOptions = { readonly timeoutMs: number; readonly signal?: AbortSignal };

export type OutboundCalls = {
  /**
   * Sends a request and waits for its answer; every way of failing is a fault. One that was never sent has
   * `not_dispatched: true` in its detail.
   */
  call<S extends RequestSpec>(
    spec: S,
    method: string,
    params: unknown,
    options: CallOptions,
  ): Promise<Result<z.output<S['result']>>>;
  /** Takes an answer; false when no request of that number was ever sent. Late answers are true and nothing more. */
  settle(response: ResponseEnvelope): boolean;
  /** Ends every open call with the fault for a lost connection. */
  end(reason: string): void;
};

type Open = { settle(response: ResponseEnvelope): void; lose(lost: Fault): void };

/** The calls that this side has open on a connection. `send` gives a fault when the message cannot be sent. */
export function createOutboundCalls(
  send: (envelope: Envelope) => Fault | null,
  goneCode: FaultCode,
): OutboundCalls {
  const open = new Map<number, Open>();
  let latest = 0;
  let gone: Fault | null = null;

  return {
    call(spec, method, params, options) {
      const early = gone ?? earlyFault(options, open.size);
      if (early !== null) return Promise.resolve(failed({ ...early, detail: { not_dispatched: true } }));
      latest += 1;
      const id = latest;
      return new Promise((resolve) => {
        const finish = (result: Result<z.output<(typeof spec)['result']>>): void => {
          clearTimeout(timer);
          options.signal?.removeEventListener('abort', cancel);
          open.delete(id);
          resolve(result);
        };
        const expire = (): void => {
          send({ type: 'cancel', id });
          finish(failed(timedOut(method, options.timeoutMs)));
        };
        let timer = setTimeout(expire, options.timeoutMs);
        const deadline = Date.now() + options.timeoutMs;
        const cancel = (): void => {
          // What was begun may be done already: only the other side can tell, so its answer is still waited for.
          send({ type: 'cancel', id });
          clearTimeout(timer);
          timer = setTimeout(expire, Math.max(0, Math.min(graceMs, deadline - Date.now())));
        };
        open.set(id, {
          settle: (response) => finish(readAnswer(spec, method, response)),
          lose: (lost) => finish(failed(lost)),
        });
        options.signal?.addEventListener('abort', cancel, { once: true });
        const unsent = send({ type: 'request', id, method, params });
        if (unsent !== null) finish(failed(unsent));
      });
    },
    settle(response) {
      open.get(response.id)?.settle(response);
      return response.id <= latest;
    },
    end(reason) {
      gone ??= fault(
        goneCode,
        `The connection is closed: ${reason}`,
        'Try again once it is connected again.',
      );
      for (const call of [...open.values()]) call.lose(gone);
    },
  };
}

function earlyFault(options: CallOptions, openCalls: number): Fault | null {
  if (options.signal?.aborted === true) {
    return fault('cancelled', 'The call was cancelled before it was sent.', 'Nothing was done.');
  }
  if (openCalls < openCallsMax) return null;
  return fault(
    'too-large',
    `${openCallsMax} calls are open on this connection.`,
    'Wait until one has ended.',
  );
}

function timedOut(method: string, timeoutMs: number): Fault {
  const hint = 'Look at the page before you ask again: the call may have been carried out.';
  return fault('timeout', `${method} was not answered in time (${timeoutMs} ms at most).`, hint);
}

function readAnswer<S extends RequestSpec>(
  spec: S,
  method: string,
  response: ResponseEnvelope,
): Result<z.output<S['result']>> {
  if ('fault' in response) return failed(response.fault);
  const parsed = z.safeParse<S['result']>(spec.result, response.result);
  if (parsed.success) return ok(parsed.data);
  const message = `The answer to ${method} was not understood: ${describeIssues(parsed.error)}`;
  return failed(fault('internal', message, 'Update the extension and the host to the same version.'));
}
