import type { Result } from '../../shared/faults.ts';
import type { clientRequests } from '../../shared/protocol/client-messages.ts';
import type { controlRequests } from '../../shared/protocol/control-messages.ts';
import type { CallProgress, mcpRequests, pairingRequests } from '../../shared/protocol/mcp-messages.ts';
import type { Answer, Params } from '../../shared/protocol/messages.ts';

// What the MCP server needs of the rest of the host; the command `mcp` joins it to the real thing.

type Table = typeof controlRequests & typeof clientRequests & typeof mcpRequests & typeof pairingRequests;

/** A connection to the authority. One session has one of its own: what the session holds is given back when it ends. */
export interface AuthorityLink {
  call<M extends keyof Table & string>(
    method: M,
    params: Params<Table, M>,
    options?: { readonly timeoutMs?: number; readonly signal?: AbortSignal },
  ): Promise<Result<Answer<Table, M>>>;
  onCallProgress(listener: (progress: CallProgress) => void): void;
  onApprovalClosed(listener: (approvalId: string) => void): void;
  /** Resolves when the connection has ended. */
  readonly closed: Promise<string>;
  close(): void;
}

export interface McpParts {
  readonly version: string;
  /** Joins the authority of the data folder, or starts it. */
  connect(): Promise<Result<AuthorityLink>>;
  /** The browser profile to work in; starts a browser where none is connected. */
  chooseBrowser(signal: AbortSignal): Promise<Result<{ readonly profile: string }>>;
  /** For diagnostics: never standard output. */
  log(line: string): void;
}
