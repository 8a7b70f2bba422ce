import type { ServerContext } from '@modelcontextprotocol/server';
import type { McpParts } from './ports.ts';
import { ResultStore } from './result-store.ts';
import { Session } from './session.ts';
import { type Era, ToolCalls } from './tool-calls.ts';
import type { ToolGroup } from './tool-groups.ts';

export type DeskOptions = Readonly<{ groups: ReadonlySet<ToolGroup>; unattended: boolean }>;

/** All that one client has here: its session, its calls, its long results. Where requests come singly it outlives the servers that answer them. */
export class Desk {
  readonly session: Session;
  readonly store = new ResultStore(() => new Date());
  readonly calls: ToolCalls;

  constructor(parts: McpParts, { groups, unattended }: DeskOptions, era: Era) {
    this.session = new Session(parts, { unattended });
    this.calls = new ToolCalls({ session: this.session, groups, store: this.store, era });
  }
}

/** Whose desk a request belongs to. */
export type DeskOf = (context: ServerContext) => Desk;
