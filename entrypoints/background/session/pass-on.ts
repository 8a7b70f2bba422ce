import { FaultError, type Result } from '../../../shared/faults.ts';
import type { Answer, Params, RequestTable } from '../../../shared/protocol/messages.ts';

/** Says a request to the authority for a page of the extension. */
export type Forward<Requests extends RequestTable> = <M extends keyof Requests & string>(
  method: M,
  params: Params<Requests, M>,
  options: { readonly timeoutMs: number; readonly signal: AbortSignal },
) => Promise<Result<Answer<Requests, M>>>;

/** Makes the handlers of requests that go on as they are; each waits as long as `timeoutMs` says for it. */
export function passOn<Requests extends RequestTable>(
  forward: Forward<Requests>,
  timeoutMs: (method: keyof Requests & string) => number,
) {
  return <M extends keyof Requests & string>(method: M) =>
    async (params: Params<Requests, M>, signal: AbortSignal): Promise<Answer<Requests, M>> => {
      const answer = await forward(method, params, { timeoutMs: timeoutMs(method), signal });
      if (!answer.ok) throw new FaultError(answer.fault);
      return answer.value;
    };
}
