import { type CallToolResult, Server, type ServerContext } from '@modelcontextprotocol/server';
import { fault } from '../../shared/faults.ts';
import { nearestName } from '../../shared/nearest-name.ts';
import { tools } from '../../shared/tools/index.ts';
import { instructions } from './instructions.ts';
import type { McpParts } from './ports.ts';
import { renderFault, renderResult } from './render-result.ts';
import type { Session } from './session.ts';
import type { ToolGroup } from './tool-groups.ts';
import { listTools } from './tool-list.ts';

export type ServerOptions = Readonly<{ groups: ReadonlySet<ToolGroup> }>;

/** The server of one session, on the level of the protocol: what is listed is what is sent, and the gate checks arguments. */
export function createServer(parts: McpParts, session: Session, { groups }: ServerOptions): Server {
  const server = new Server(
    { name: 'localagent', title: 'LocalAgent', version: parts.version },
    { capabilities: { tools: {} }, instructions },
  );
  const listed = listTools(groups);
  server.setRequestHandler('tools/list', async () => ({ tools: [...listed] }));
  server.setRequestHandler('tools/call', async ({ params }, context) =>
    callTool(session, groups, params.name, params.arguments ?? {}, context),
  );
  return server;
}

async function callTool(
  session: Session,
  groups: ReadonlySet<ToolGroup>,
  name: string,
  args: Readonly<Record<string, unknown>>,
  context: ServerContext,
): Promise<CallToolResult> {
  const tool = tools.get(name);
  if (tool === undefined || !groups.has(tool.group)) return renderFault(notOffered(name, groups), null);
  const answer = await session.call({
    tool,
    args,
    signal: context.mcpReq.signal,
    wantsProgress: false,
    onProgress: () => undefined,
    onApprovalClosed: () => undefined,
  });
  if (!answer.ok) return renderFault(answer.fault, null);
  const { receipt, result } = answer.value;
  if (result !== null && receipt.fault === null) return renderResult(name, result, receipt);
  return renderFault(receipt.fault ?? noResult, receipt);
}

function notOffered(name: string, groups: ReadonlySet<ToolGroup>) {
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
