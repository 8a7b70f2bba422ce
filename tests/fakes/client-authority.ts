import type { Authority, AuthorityTable } from '../../native-host/cli/parts.ts';
import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { CallProgress } from '../../shared/protocol/mcp-messages.ts';
import type { ApprovalRequest, RunEvent } from '../../shared/run.ts';

type Method = keyof AuthorityTable & string;

/** An authority as the command line sees it: `answers` gives results by method; what is not there is a fault. */
export class ClientAuthority implements Authority {
  readonly calls: { readonly method: string; readonly params: unknown }[] = [];
  readonly #answers: Readonly<Partial<Record<Method, (params: never) => unknown>>>;
  readonly #ended = Promise.withResolvers<string>();
  readonly closed = this.#ended.promise;
  #events: ((event: RunEvent) => void)[] = [];
  #approvals: ((approval: ApprovalRequest) => void)[] = [];
  #closedApprovals: ((id: string) => void)[] = [];
  #progress: ((progress: CallProgress) => void)[] = [];

  constructor(answers: Readonly<Partial<Record<Method, (params: never) => unknown>>>) {
    this.#answers = answers;
  }

  // The result's type is the caller's wish; tests give what fits.
  async call<T>(method: Method, params: unknown): Promise<Result<T>> {
    this.calls.push({ method, params });
    const answer = this.#answers[method];
    if (answer === undefined) return failed(fault('internal', `no answer to ${method}`, ''));
    const given = await (answer as (params: unknown) => unknown)(params);
    if (typeof given === 'object' && given !== null && 'code' in given && 'hint' in given)
      return failed(given as never);
    return ok(given as T);
  }

  onRunEvent(listener: (event: RunEvent) => void): void {
    this.#events.push(listener);
  }
  onApproval(listener: (approval: ApprovalRequest) => void): void {
    this.#approvals.push(listener);
  }
  onApprovalClosed(listener: (id: string) => void): void {
    this.#closedApprovals.push(listener);
  }

  onCallProgress(listener: (progress: CallProgress) => void): void {
    this.#progress.push(listener);
  }

  come(progress: CallProgress): void {
    for (const listener of this.#progress) listener(progress);
  }
  tell(event: RunEvent): void {
    for (const listener of this.#events) listener(event);
  }
  askFor(approval: ApprovalRequest): void {
    for (const listener of this.#approvals) listener(approval);
  }
  takeBack(id: string): void {
    for (const listener of this.#closedApprovals) listener(id);
  }

  close(): void {
    this.#ended.resolve('closed');
  }
}
