import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';

// One MCP server under measurement, spoken to by the official client over its standard streams.

export const acts = ['navigate', 'snapshot', 'click', 'fill', 'evaluate', 'screenshot', 'text'] as const;
export type Act = (typeof acts)[number];

export type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

/** How a server is started, and which of its calls does what a caller wants done. */
export type Manner = Readonly<{
  name: string;
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  navigate(url: string): Call;
  snapshot: Call;
  /** `address` is what the snapshot calls the element. */
  click(address: string): Call;
  fill(address: string, value: string): Call;
  /** Gives the JSON value of an expression. */
  evaluate(expression: string): Call;
  screenshot: Call;
  text: Call;
  /** The address of the element with this role and name in a snapshot. */
  addressIn(snapshot: string, role: string, name: string): string | null;
}>;

export type Answer = Readonly<{
  text: string;
  /** Bytes of all that a client gets, pictures and structured content with it. */
  bytes: number;
  ms: number;
}>;

const callMs = 60_000;
const Result = z.object({
  isError: z.boolean().optional(),
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  structuredContent: z.unknown().optional(),
});

export type ToolList = Readonly<{ count: number; schemaBytes: number; bytes: number }>;

export class Contender {
  readonly manner: Manner;
  readonly #client: Client;

  private constructor(manner: Manner, client: Client) {
    this.manner = manner;
    this.#client = client;
  }

  static async start(manner: Manner): Promise<Contender> {
    const client = new Client({ name: 'bench', version: '1' });
    const { command, args, env, cwd } = manner;
    const transport = new StdioClientTransport({
      command,
      args: [...args],
      env: { ...env },
      cwd,
      stderr: 'ignore',
    });
    await client.connect(transport);
    return new Contender(manner, client);
  }

  async tools(): Promise<ToolList> {
    const { tools } = await this.#client.listTools();
    const schemas = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    return { count: tools.length, schemaBytes: jsonBytes(schemas), bytes: jsonBytes(tools) };
  }

  /** One call that has to succeed. */
  async call([tool, args]: Call): Promise<Answer> {
    const started = performance.now();
    const raw = await this.#client.callTool({ name: tool, arguments: { ...args } }, { timeout: callMs });
    const ms = performance.now() - started;
    const { isError, content, structuredContent } = Result.parse(raw);
    const text = content.map((block) => block.text ?? '').join('\n');
    if (isError === true) throw new Error(`${this.manner.name}: ${tool} failed: ${text.slice(0, 500)}`);
    return { text, bytes: jsonBytes(content) + (structuredContent ? jsonBytes(structuredContent) : 0), ms };
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
