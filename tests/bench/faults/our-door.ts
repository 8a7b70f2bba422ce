import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import type { Home } from '../../e2e/command-line.ts';
import { root } from '../../house/source-tree.ts';

// The door through which a client calls our tools.

export type OurAnswer = Readonly<{
  fault: Readonly<{ code: string; message: string; hint: string; detail?: unknown }> | null;
  result: Readonly<Record<string, unknown>>;
}>;

export type OurDoor = Readonly<{
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<OurAnswer>;
  close(): Promise<void>;
}>;

const callMs = 85_000;

const metaFault = 'com.localagent/fault';
const McpAnswer = z.object({
  isError: z.boolean().optional(),
  content: z.array(
    z.looseObject({ type: z.string(), text: z.string().optional(), data: z.string().optional() }),
  ),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  _meta: z.looseObject({
    [metaFault]: z.object({ code: z.string(), message: z.string(), hint: z.string() }).loose().optional(),
  }),
});
type McpAnswer = z.infer<typeof McpAnswer>;
const Head = z.object({ truncated: z.object({ resource: z.string() }) });
const Whole = z.object({ contents: z.array(z.looseObject({ text: z.string() })).length(1) });
const Fields = z.record(z.string(), z.unknown());

/** The MCP server on its standard streams, as any MCP client starts it. */
export async function mcpDoor(home: Home): Promise<OurDoor> {
  const client = new Client({ name: 'bench', version: '1' });
  const args = [join(root, 'dist', 'host', 'cli.mjs'), 'mcp', '--tools', 'all'];
  const env = { ...home.env };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
  return {
    async call(tool, given) {
      try {
        return await callOver(client, tool, given);
      } catch (error) {
        // A server that answers with a protocol error, or not in time, has told its caller so.
        const message = error instanceof Error ? error.message : String(error);
        return { fault: { code: 'internal', message, hint: '' }, result: {} };
      }
    },
    close: () => client.close(),
  };
}

async function callOver(
  client: Client,
  tool: string,
  given: Readonly<Record<string, unknown>>,
): Promise<OurAnswer> {
  const raw = await client.callTool({ name: tool, arguments: { ...given } }, { timeout: callMs });
  const answer = McpAnswer.parse(raw);
  if (answer.isError === true) return { fault: faultOf(answer), result: {} };
  const result = resultOf(tool, answer);
  const head = Head.safeParse(result);
  if (!head.success) return { fault: null, result };
  // Long results come as a head and a link to all of it.
  const { contents } = Whole.parse(await client.readResource({ uri: head.data.truncated.resource }));
  return { fault: null, result: Fields.parse(JSON.parse(contents[0]?.text ?? '{}')) };
}

function faultOf({ content, _meta }: McpAnswer): OurAnswer['fault'] {
  const message = content.map(({ text }) => text ?? '').join('\n');
  return _meta[metaFault] ?? { code: 'internal', message, hint: '' };
}

/** The fields of a result, wherever the server puts them: text that is read as text is not sent a second time. */
function resultOf(
  tool: string,
  { content, structuredContent = {} }: McpAnswer,
): Readonly<Record<string, unknown>> {
  const text = content.map((block) => block.text ?? '').join('\n');
  const [place = '', ...rest] = text.split('\n');
  const page = place.split(' ')[0];
  const own = { page, ...structuredContent };
  if (tool === 'snapshot') return { ...own, outline: rest.join('\n') };
  if (tool === 'get_text') return { ...own, text: rest.join('\n') };
  if (tool === 'evaluate_script') return { ...own, value: text };
  if (tool === 'screenshot') {
    const data = content.find(({ type }) => type === 'image')?.data ?? '';
    return { ...own, size_bytes: Buffer.from(data, 'base64').length };
  }
  return own;
}
