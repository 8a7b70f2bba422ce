import { Server } from '@modelcontextprotocol/server';
import { clientOf } from './client-of.ts';
import type { DeskOf } from './desk.ts';
import { instructions } from './instructions.ts';
import { listResources, listResourceTemplates, readResource } from './resources.ts';
import type { ToolGroup } from './tool-groups.ts';
import { listTools } from './tool-list.ts';

export type ServerOptions = Readonly<{ version: string; groups: ReadonlySet<ToolGroup> }>;

/** A server on the level of the protocol: what is listed is what is sent, and the gate checks arguments. */
export function createServer(deskOf: DeskOf, { version, groups }: ServerOptions): Server {
  const server = new Server(
    { name: 'localagent', title: 'LocalAgent', version },
    { capabilities: { tools: {}, resources: {} }, instructions },
  );
  server.setRequestHandler('tools/list', async () => ({ tools: [...listTools(groups)] }));
  server.setRequestHandler('tools/call', async ({ params }, context) =>
    deskOf(context).calls.handle(params.name, params.arguments ?? {}, context, server),
  );
  server.setRequestHandler('resources/list', (_request, context) =>
    listResources(deskOf(context), clientOf(context, server).name),
  );
  server.setRequestHandler('resources/templates/list', async () => listResourceTemplates());
  server.setRequestHandler('resources/read', ({ params }, context) =>
    readResource(params.uri, deskOf(context), clientOf(context, server).name),
  );
  return server;
}
