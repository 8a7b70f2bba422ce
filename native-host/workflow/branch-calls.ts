import { tools } from '../../shared/tools/index.ts';
import type { CallAnswer, CallRequest, Calls, RunContext } from './ports.ts';

/**
 * The calls of one branch of a loop whose rounds go on beside each other: all on a page of its own, which its first navigation
 * opens. The other branches' pages are none of its business.
 */
export function branchCalls(calls: Calls, branch: number): Calls {
  let page: string | null = null;
  const place = (request: CallRequest): CallRequest => {
    const { tool, args } = request;
    const takesPage = 'page' in (tools.get(tool)?.input.shape ?? {});
    if (page !== null && takesPage) return { ...request, args: { page, ...args }, branch };
    if (tool !== 'navigate' || typeof args['url'] !== 'string') return { ...request, branch };
    const { url, timeout_ms: ms } = args;
    return {
      ...request,
      tool: 'new_page',
      args: ms === undefined ? { url } : { url, timeout_ms: ms },
      branch,
    };
  };
  return {
    ...(calls.mark === undefined ? {} : { mark: () => calls.mark?.() ?? null }),
    judge: (planned, context) => calls.judge(planned, context),
    refuse: (call, verdict, context) => calls.refuse(call, verdict, context),
    call: async (request: CallRequest, context: RunContext, signal: AbortSignal): Promise<CallAnswer> => {
      const answer = await calls.call(place(request), context, signal);
      const opened = answer.result?.['page'];
      if (page === null && typeof opened === 'string') page = opened;
      return answer;
    },
  };
}
