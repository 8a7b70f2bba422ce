import { Server } from '@modelcontextprotocol/server';
import { instructions } from './instructions.ts';
import { listResources, listResourceTemplates, readResource } from './resources.ts';
import { ResultStore } from './result-store.ts';
import type { Session } from './session.ts';
import { ToolCalls } from './tool-calls.ts';
import type { ToolGroup } from './tool-groups.ts';
import { listTools } from './tool-list.ts';

export type ServerOptions = Readonly<{
  version: string;
  groups: ReadonlySet<ToolGroup>;
  /** Revisions until 2025-11-25 are `legacy`, those from 2026-07-28 on `modern`. */
  era: 'legacy' | 'modern';
}>;

/** The server of one session, on the level of the protocol: what is listed is what is sent, and the gate checks arguments. */
export function createServer(session: Session, { version, groups, era }: ServerOptions): Server {
  const server = new Server(
    { name: 'localagent', title: 'LocalAgent', version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  const store = new ResultStore(() => new Date());
  const calls = new ToolCalls({ session, groups, store, era, asker: server });
  const listed = listTools(groups);
  server.setRequestHandler('tools/list', async () => ({ tools: [...listed] }));
  server.setRequestHandler('tools/call', async ({ params }, context) =>
    calls.handle(params.name, params.arguments ?? {}, context),
  );
  server.setRequestHandler('resources/list', () => listResources(session, store));
  server.setRequestHandler('resources/templates/list', async () => listResourceTemplates());
  server.setRequestHandler('resources/read', ({ params }) => readResource(params.uri, session, store));
  return server;
}
