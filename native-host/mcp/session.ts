import { failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { CallProgress, mcpRequests } from '../../shared/protocol/mcp-messages.ts';
import type { Answer } from '../../shared/protocol/messages.ts';
import { badArguments } from '../../shared/tools/bad-arguments.ts';
import type { ToolDeclaration } from '../../shared/tools/define-tool.ts';
import type { AuthorityLink, McpParts } from './ports.ts';

/** An approval and the longest tool together. */
const callMs = 15 * 60_000;

/** Arguments that do not fit are passed to the gate, which records the attempt, up to this length. */
const recordedCharactersMax = 100_000;

export type CallAnswer = Answer<typeof mcpRequests, 'mcp.call'>;

export type SessionOptions = Readonly<{ unattended: boolean; token: string | null }>;

export type SessionCall = Readonly<{
  /** The client's own name; the first call's is the session's. */
  client: string;
  /** The client can put questions to its person. */
  canAsk: boolean;
  tool: ToolDeclaration;
  args: Readonly<Record<string, unknown>>;
  signal: AbortSignal;
  /** Hears of every stage and not of questions alone. */
  wantsProgress: boolean;
  /** A browser is looked for, or started. */
  onStarting: () => void;
  onProgress: (progress: CallProgress, link: AuthorityLink) => void;
  /** A question that waited has been answered, here or elsewhere. */
  onApprovalClosed: (approvalId: string) => void;
}>;

type Opened = Readonly<{ link: AuthorityLink; calls: Map<string, SessionCall> }>;

/**
 * One MCP client's place at the authority: joined at the first call that needs it, and joined anew when the authority was restarted. The
 * browser is chosen, or started, at the first call that needs one.
 */
export class Session {
  readonly #parts: McpParts;
  readonly #options: SessionOptions;
  readonly #ended = new AbortController();
  #opening: Promise<Result<Opened>> | null = null;
  #choosing: Promise<Result<{ readonly profile: string }>> | null = null;
  #calls = 0;

  constructor(parts: McpParts, options: SessionOptions) {
    this.#parts = parts;
    this.#options = options;
  }

  /** The call's receipt and result; a fault where it did not come that far. */
  async call(call: SessionCall): Promise<Result<CallAnswer>> {
    const parsed = call.tool.input.safeParse(call.args);
    // A call that cannot run starts nothing, and a long one is not passed around only to be written down.
    if (
      !parsed.success &&
      (this.#opening === null || JSON.stringify(call.args).length > recordedCharactersMax)
    ) {
      return failed(badArguments(call.tool.name, parsed.error, Object.keys(call.tool.input.shape)));
    }
    const opened = await this.#open(call.client, call.canAsk);
    if (!opened.ok) return opened;
    const needsBrowser =
      parsed.success && (call.tool.runs_in === 'extension' || call.tool.group === 'pattern');
    const chosen = needsBrowser ? await this.#browser(call) : ok({ profile: null });
    if (!chosen.ok) return chosen;
    return this.#send(opened.value, call, chosen.value.profile);
  }

  /** The connection, for what is not a call. */
  async link(client: string): Promise<Result<AuthorityLink>> {
    const opened = await this.#open(client);
    return opened.ok ? ok(opened.value.link) : opened;
  }

  /** Gives everything back. */
  async end(): Promise<void> {
    this.#ended.abort();
    const opened = await this.#opening;
    if (opened?.ok === true) opened.value.link.close();
  }

  async #send(opened: Opened, call: SessionCall, profile: string | null): Promise<Result<CallAnswer>> {
    this.#calls += 1;
    const id = `c${this.#calls}`;
    opened.calls.set(id, call);
    try {
      const answer = await opened.link.call(
        'mcp.call',
        { call: id, tool: call.tool.name, args: { ...call.args }, profile, progress: call.wantsProgress },
        { timeoutMs: callMs, signal: call.signal },
      );
      const gone = answer.ok ? answer.value.receipt.fault?.code === 'browser-gone' : true;
      // The next call looks for a browser again: this one may have been closed.
      if (gone) this.#choosing = null;
      return answer;
    } finally {
      opened.calls.delete(id);
    }
  }

  #open(client: string, canAsk = false): Promise<Result<Opened>> {
    if (this.#ended.signal.aborted) return Promise.resolve(failed(sessionOver));
    this.#opening ??= this.#join(client, canAsk);
    return this.#opening;
  }

  async #join(client: string, canAsk: boolean): Promise<Result<Opened>> {
    const joined = await this.#parts.connect();
    if (!joined.ok) {
      this.#opening = null;
      return joined;
    }
    const link = joined.value;
    const opened: Opened = { link, calls: new Map() };
    link.onCallProgress((progress) => opened.calls.get(progress.call)?.onProgress(progress, link));
    link.onApprovalClosed((id) => {
      for (const call of opened.calls.values()) call.onApprovalClosed(id);
    });
    void link.closed.then(() => {
      this.#opening = null;
      this.#choosing = null;
    });
    const { unattended, token } = this.#options;
    const session = await link.call('mcp.open', {
      client: client.slice(0, 100),
      unattended,
      can_ask: canAsk,
      ...(token === null ? {} : { token }),
    });
    if (session.ok) return ok(opened);
    link.close();
    return session;
  }

  async #browser({ signal, onStarting }: SessionCall): Promise<Result<{ readonly profile: string }>> {
    // Shared by calls that come at once; one caller's cancel must not take it from the others.
    if (this.#choosing === null) onStarting();
    this.#choosing ??= this.#parts.chooseBrowser(this.#ended.signal);
    const choosing = this.#choosing;
    const chosen = await Promise.race([choosing, aborted(signal)]);
    if (!chosen.ok && this.#choosing === choosing && !signal.aborted) this.#choosing = null;
    return chosen;
  }
}

function aborted(signal: AbortSignal): Promise<Result<never>> {
  return new Promise((resolve) => {
    const tell = (): void => resolve(failed(cancelledEarly));
    if (signal.aborted) tell();
    else signal.addEventListener('abort', tell, { once: true });
  });
}

const cancelledEarly = fault(
  'cancelled',
  'The call was cancelled while a browser was looked for.',
  'Nothing happened.',
);
const sessionOver = fault('cancelled', 'This session has ended.', 'Start the MCP server again.');
