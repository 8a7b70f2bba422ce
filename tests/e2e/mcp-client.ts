import { join } from 'node:path';
import { type CallToolResult, Client, type ElicitResult, type Progress } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/client/validators/cf-worker';
import { root } from '../house/source-tree.ts';

export type McpOptions = Readonly<{
  name?: string;
  args?: readonly string[];
  /** `legacy` opens with `initialize`, `auto` takes the newest revision that the server speaks. */
  mode?: 'legacy' | 'auto';
  /** Answers the server's questions; left out, the client cannot be asked. */
  answer?: (message: string) => ElicitResult | Promise<ElicitResult>;
}>;

export type CallOptions = Readonly<{ signal?: AbortSignal; onprogress?: (progress: Progress) => void }>;

/** The official client, with a server process of its own as every MCP client has it. */
export class McpClient {
  readonly client: Client;
  readonly #transport: StdioClientTransport;
  readonly #validator = new CfWorkerJsonSchemaValidator();
  #schemas: ReadonlyMap<string, object | undefined> = new Map();
  stderr = '';

  constructor(client: Client, transport: StdioClientTransport) {
    this.client = client;
    this.#transport = transport;
  }

  /** Process of the server. */
  get pid(): number {
    return this.#transport.pid ?? 0;
  }

  async listTools() {
    const { tools } = await this.client.listTools();
    this.#schemas = new Map(tools.map(({ name, outputSchema }) => [name, outputSchema]));
    return tools;
  }

  /** One call; a successful one has the structured content that its tool published. */
  async call(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): Promise<CallToolResult> {
    const result = await this.client.callTool({ name, arguments: { ...args } }, options);
    if (this.#schemas.size === 0) await this.listTools();
    const schema = this.#schemas.get(name);
    if (result.isError === true || schema === undefined) return result;
    const checked = this.#validator.getValidator({ ...schema })(result.structuredContent);
    if (!checked.valid)
      throw new Error(`the result of ${name} is not what it published: ${checked.errorMessage}`);
    return result;
  }

  /** As `call`, and it must succeed; gives its text. */
  async use(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
    options: CallOptions = {},
  ): Promise<string> {
    const result = await this.call(name, args, options);
    const text = textOf(result);
    if (result.isError === true) throw new Error(`${name} failed: ${text}`);
    return text;
  }

  /** As `call`, and it must fail; gives what the model is told. */
  async fail(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<string> {
    const result = await this.call(name, args);
    const text = textOf(result);
    if (result.isError !== true) throw new Error(`${name} was meant to fail, and said: ${text}`);
    return text;
  }

  /** Ends the server as a client that crashed leaves it: by no word at all. */
  kill(): void {
    process.kill(this.pid, 'SIGKILL');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.client.close();
  }
}

export function textOf({ content }: CallToolResult): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n');
}

export async function startMcp(
  env: Readonly<Record<string, string>>,
  { name = 'test', args = [], mode = 'legacy', answer }: McpOptions = {},
): Promise<McpClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(root, 'dist', 'host', 'cli.mjs'), 'mcp', ...args],
    env: { ...env },
    stderr: 'pipe',
  });
  const client = new Client(
    { name, version: '1' },
    {
      versionNegotiation: { mode },
      capabilities: answer === undefined ? {} : { elicitation: { form: {} } },
    },
  );
  if (answer !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => answer(params.message));
  }
  const started = new McpClient(client, transport);
  transport.stderr?.on('data', (part) => {
    started.stderr += String(part);
  });
  await client.connect(transport);
  return started;
}
