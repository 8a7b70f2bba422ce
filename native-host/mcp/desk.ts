import type { ServerContext } from '@modelcontextprotocol/server';
import type { McpParts } from './ports.ts';
import { ResultStore } from './result-store.ts';
import { Session } from './session.ts';
import { type Era, ToolCalls } from './tool-calls.ts';
import type { ToolGroup } from './tool-groups.ts';

export type DeskOptions = Readonly<{
  groups: ReadonlySet<ToolGroup>;
  unattended: boolean;
  /** Token of a paired client, whose scope the session has; null or left out: the person's own. */
  token?: string | null;
  /** It is not shown what belongs to all. */
  scoped?: boolean;
}>;

/** All that one client has here: its session, its calls, its long results. Where requests come singly it outlives the servers that answer them. */
export class Desk {
  readonly session: Session;
  readonly store = new ResultStore(() => new Date());
  readonly calls: ToolCalls;
  readonly scoped: boolean;

  constructor(parts: McpParts, { groups, unattended, token = null, scoped = false }: DeskOptions, era: Era) {
    this.scoped = scoped;
    this.session = new Session(parts, { unattended, token });
    this.calls = new ToolCalls({ session: this.session, groups, store: this.store, era });
  }
}

/** Whose desk a request belongs to. */
export type DeskOf = (context: ServerContext) => Desk;
