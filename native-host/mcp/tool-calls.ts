import { randomUUID } from 'node:crypto';
import {
  type CallToolResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type Fault, fault } from '../../shared/faults.ts';
import { nearestName } from '../../shared/nearest-name.ts';
import type { ApprovalRequest } from '../../shared/run.ts';
import type { ToolDeclaration } from '../../shared/tools/define-tool.ts';
import { tools } from '../../shared/tools/index.ts';
import { approvalQuestion, decisionOf } from './approval-question.ts';
import { type Asker, clientOf } from './client-of.ts';
import { LiveCall } from './live-call.ts';
import { renderFault, renderResult } from './render-result.ts';
import type { ResultStore } from './result-store.ts';
import type { CallAnswer, Session } from './session.ts';
import type { ToolGroup } from './tool-groups.ts';

/** Calls that wait for their client to come back with an answer; one more waits without a question of its own. */
const heldMax = 20;
/** Questions of one call: a pattern makes several acts. */
const questionsMax = 50;
/** A held call whose client does not come back is let go of this long after its question has closed. */
const heldMs = 60_000;

const question = 'approval';

/** Revisions until 2025-11-25 are `legacy`, those from 2026-07-28 on `modern`. */
export type Era = 'legacy' | 'modern';

export type ToolCallsOptions = Readonly<{
  session: Session;
  groups: ReadonlySet<ToolGroup>;
  store: ResultStore;
  era: Era;
}>;

type Held = { readonly live: LiveCall; readonly approval: ApprovalRequest };

/** The calls of one session: each runs, tells its progress, asks through the client where that can ask, and is cancelled with its request. */
export class ToolCalls {
  readonly #options: ToolCallsOptions;
  readonly #held = new Map<string, Held>();
  #open = 0;

  constructor(options: ToolCallsOptions) {
    this.#options = options;
  }

  /** Calls that are under way, those that wait for their client included. */
  get open(): number {
    return this.#open + this.#held.size;
  }

  async handle(
    name: string,
    args: Readonly<Record<string, unknown>>,
    context: ServerContext,
    asker: Asker,
  ): Promise<CallToolResult | InputRequiredResult> {
    const { groups } = this.#options;
    const client = clientOf(context, asker);
    const tool = tools.get(name);
    if (tool === undefined || !groups.has(tool.group)) return renderFault(notOffered(name, groups), null);
    const live = (await this.#takeUp(context)) ?? this.#start(tool, args, client, context);
    if (live === 'expired') return renderFault(answeredTooLate, null);
    live.follow(context.mcpReq.signal, progressTo(context));
    this.#open += 1;
    return this.#await(live, client.canAsk, context).finally(() => {
      this.#open -= 1;
    });
  }

  #start(
    tool: ToolDeclaration,
    args: Readonly<Record<string, unknown>>,
    client: { readonly name: string; readonly canAsk: boolean },
    context: ServerContext,
  ): LiveCall {
    const { session, store } = this.#options;
    return new LiveCall({
      session,
      client: client.name,
      canAsk: client.canAsk,
      tool,
      args,
      wantsProgress: context.mcpReq._meta?.progressToken !== undefined,
      render: ({ receipt, result }: CallAnswer) =>
        result !== null && receipt.fault === null
          ? renderResult(tool.name, result, receipt, store)
          : renderFault(receipt.fault ?? noResult, receipt),
    });
  }

  /** The call whose question this request answers; null for a new call. */
  async #takeUp(context: ServerContext): Promise<LiveCall | 'expired' | null> {
    const state = context.mcpReq.requestState<unknown>();
    if (state === undefined) return null;
    const held = typeof state === 'string' ? this.#held.get(state) : undefined;
    if (held === undefined || typeof state !== 'string') return 'expired';
    this.#held.delete(state);
    const answer = inputResponse(context.mcpReq.inputResponses, question);
    // Without an answer the question stays open where else it is asked.
    if (answer.kind === 'elicit') await held.live.answer(held.approval.approval_id, decisionOf(answer));
    return held.live;
  }

  async #await(
    live: LiveCall,
    canAsk: boolean,
    context: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult> {
    const { era } = this.#options;
    for (let questions = 0; questions < questionsMax; questions++) {
      const event = await live.next();
      if (event.kind === 'done') return event.result;
      const { approval, closed } = event;
      if (!canAsk) continue;
      if (era === 'legacy') void this.#push(live, approval, closed, context);
      else if (this.#held.size < heldMax) return this.#hold(live, approval);
    }
    live.stop();
    return renderFault(tooManyQuestions, null);
  }

  // In the older revisions the server asks while the call waits, and takes the question back when it was answered elsewhere.
  async #push(
    live: LiveCall,
    approval: ApprovalRequest,
    closed: AbortSignal,
    context: ServerContext,
  ): Promise<void> {
    const timeout = Math.max(1, Date.parse(approval.expires_at) - Date.now());
    try {
      const answer = await context.mcpReq.elicitInput(approvalQuestion(approval), {
        signal: closed,
        timeout,
      });
      await live.answer(approval.approval_id, decisionOf(answer));
    } catch {
      // Taken back, or the client could not ask after all: the question is open elsewhere until it expires.
    }
  }

  // In the newer one the request ends with the question, and the client's next request brings the answer. The state is a random name
  // within this session: it proves nothing and opens nothing else.
  #hold(live: LiveCall, approval: ApprovalRequest): InputRequiredResult {
    const state = randomUUID();
    this.#held.set(state, { live, approval });
    live.detach();
    const expires = Math.max(0, Date.parse(approval.expires_at) - Date.now()) + heldMs;
    setTimeout(() => {
      if (this.#held.delete(state)) live.stop();
    }, expires).unref();
    const asked = inputRequired.elicit(approvalQuestion(approval));
    return inputRequired({ inputRequests: { [question]: asked }, requestState: state });
  }
}

/** Sends progress where the client asked for it; each message has a number above the last. */
function progressTo(context: ServerContext): (message: string) => void {
  const token = context.mcpReq._meta?.progressToken;
  let progress = 0;
  return (message) => {
    if (token === undefined) return;
    progress += 1;
    const params = { progressToken: token, progress, message };
    // A client that is gone hears nothing, and that is all.
    context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

function notOffered(name: string, groups: ReadonlySet<ToolGroup>): Fault {
  const shown = name.slice(0, 100);
  const known = tools.get(name);
  if (known !== undefined) {
    const hint = `Start the server with --tools ${known.group} to have it.`;
    return fault('bad-arguments', `The tool "${shown}" is not offered in this session.`, hint);
  }
  const offered = [...tools.values()].filter(({ group }) => groups.has(group)).map((tool) => tool.name);
  const near = nearestName(shown, offered);
  const hint = near === null ? `The tools are: ${offered.join(', ')}.` : `Did you mean "${near}"?`;
  return fault('bad-arguments', `There is no tool "${shown}".`, hint);
}

const noResult = fault('internal', 'The call ended without a result.', 'Look at the page before you go on.');
const answeredTooLate = fault(
  'approval-timeout',
  'The question that this answers is not open any more, so nothing was done.',
  'Propose the call again.',
);
const tooManyQuestions = fault(
  'cancelled',
  'The call asked too many questions and was stopped.',
  'Look at the page, and go on in smaller steps.',
);
