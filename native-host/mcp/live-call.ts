import type { CallToolResult } from '@modelcontextprotocol/server';
import { fault } from '../../shared/faults.ts';
import type { CallProgress } from '../../shared/protocol/mcp-messages.ts';
import type { ApprovalRequest } from '../../shared/run.ts';
import type { ToolDeclaration } from '../../shared/tools/define-tool.ts';
import { approvalLine } from './approval-question.ts';
import type { AuthorityLink } from './ports.ts';
import { renderFault } from './render-result.ts';
import type { CallAnswer, Session } from './session.ts';

/** A call that goes on says so at least this often, so that no client takes it for dead. */
const heartbeatMs = 10_000;
const answerMs = 10_000;

export type CallEvent =
  | { readonly kind: 'done'; readonly result: CallToolResult }
  | { readonly kind: 'asking'; readonly approval: ApprovalRequest; readonly closed: AbortSignal };

type Question = {
  readonly approval: ApprovalRequest;
  readonly closed: AbortController;
  readonly link: AuthorityLink;
};

export type LiveCallOptions = Readonly<{
  session: Session;
  client: string;
  canAsk: boolean;
  tool: ToolDeclaration;
  args: Readonly<Record<string, unknown>>;
  wantsProgress: boolean;
  render: (answer: CallAnswer) => CallToolResult;
}>;

/** One call under way: what it says meanwhile, and what comes next of it. Its request may end before it does, and be taken up by another. */
export class LiveCall {
  readonly #options: LiveCallOptions;
  readonly #stopped = new AbortController();
  readonly #done: Promise<CallToolResult>;
  #question: Question | null = null;
  #asked = Promise.withResolvers<Question>();
  #tell: (message: string) => void = () => undefined;
  #unfollow: () => void = () => undefined;
  #stage = 'Working';

  constructor(options: LiveCallOptions) {
    this.#options = options;
    this.#done = this.#run();
  }

  /** From here on progress goes there, and the call ends when the signal fires. */
  follow(signal: AbortSignal, tell: (message: string) => void): void {
    this.#tell = tell;
    const stop = (): void => this.stop();
    this.#unfollow = () => signal.removeEventListener('abort', stop);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  }

  /** Waits until the call is done or asks something that has not been told yet. */
  async next(): Promise<CallEvent> {
    const asked = this.#asked.promise.then(({ approval, closed }): CallEvent => {
      this.#asked = Promise.withResolvers();
      return { kind: 'asking', approval, closed: closed.signal };
    });
    return Promise.race([this.#done.then((result): CallEvent => ({ kind: 'done', result })), asked]);
  }

  /** Passes on what the client's person said to the open question. */
  async answer(approvalId: string, answer: 'approved' | 'denied'): Promise<void> {
    const question = this.#question;
    if (question === null || question.approval.approval_id !== approvalId) return;
    await question.link.call('approval.answer', { approval_id: approvalId, answer }, { timeoutMs: answerMs });
  }

  /** Its request has ended with a question; the call goes on and is told of again by the request that brings the answer. */
  detach(): void {
    this.#tell = () => undefined;
    this.#unfollow();
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #run(): Promise<CallToolResult> {
    const { session, client, canAsk, tool, args, wantsProgress, render } = this.#options;
    const beat = setInterval(() => this.#tell(`${this.#stage} …`), heartbeatMs);
    try {
      const answer = await session.call({
        client,
        canAsk,
        tool,
        args,
        signal: this.#stopped.signal,
        wantsProgress,
        onStarting: () => this.#say('Looking for a browser'),
        onProgress: (progress, link) => this.#hear(progress, link),
        onApprovalClosed: (id) => this.#close(id),
      });
      return answer.ok ? render(answer.value) : renderFault(answer.fault, null);
    } catch (error) {
      // A bug here must not take the other calls with it.
      return renderFault(bug(error), null);
    } finally {
      clearInterval(beat);
      this.#question?.closed.abort();
    }
  }

  #hear({ stage, approval }: CallProgress, link: AuthorityLink): void {
    if (stage === 'found') this.#say('Asking the rules');
    if (stage === 'acting') this.#say('Acting');
    if (stage === 'answered') this.#say('The question was answered');
    if (stage !== 'asking' || approval === null) return;
    this.#question = { approval, closed: new AbortController(), link };
    this.#say(`Waiting for the person's approval: ${approvalLine(approval)}`);
    this.#asked.resolve(this.#question);
  }

  #close(approvalId: string): void {
    if (this.#question?.approval.approval_id === approvalId) this.#question.closed.abort();
  }

  #say(stage: string): void {
    this.#stage = stage;
    this.#tell(stage);
  }
}

function bug(error: unknown) {
  const told = error instanceof Error ? error.message : String(error);
  return fault('internal', 'The MCP server met an error.', 'Look at the page before you go on.', {
    told: told.slice(0, 500),
  });
}
