import { join } from 'node:path';
import { z } from 'zod';
import { didYouMean } from '../../../shared/nearest-name.ts';
import { ensureFolders } from '../../io/private-folder.ts';
import type { DeskOptions } from '../../mcp/desk.ts';
import type { McpParts } from '../../mcp/ports.ts';
import { type ToolGroup, toolGroups } from '../../mcp/tool-groups.ts';
import { type CommandContext, defineCommand, type Invocation } from '../command.ts';
import { wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { chooseMcpBrowser } from '../run/choose-mcp-browser.ts';
import { pairedClients, showPairCode } from '../run/pair-clients.ts';

export const mcp = defineCommand({
  name: 'mcp',
  summary: 'serve the tools to MCP clients',
  details:
    "For a client's configuration: it starts this command itself. The calls work in the browser that is connected; if none\n" +
    'is, in one without a window. Every call passes the same rules as everything else.\n' +
    '"mcp pair" shows a code that one HTTP client exchanges for a token of its own; "mcp clients list" and "mcp clients\n' +
    'revoke ID" show who is paired and take a token away.',
  positionals: ['[pair|clients]', '[list|revoke]', '[ID]'],
  options: {
    name: { type: 'string', value: 'NAME', text: 'with pair: what the client is called' },
    'only-tools': { type: 'string', value: 'TOOLS', text: 'with pair: only these tools (comma-separated)' },
    sites: {
      type: 'string',
      value: 'SITES',
      text: 'with pair: only these sites, such as https://example.com',
    },
    'read-only': { type: 'boolean', text: 'with pair: only what reads' },
    days: { type: 'string', value: 'N', text: 'with pair: for so many days (30)' },
    tools: {
      type: 'string',
      value: 'GROUPS',
      text: 'beside the core tools: more, pattern, or all (comma-separated)',
    },
    http: { type: 'boolean', text: 'serve over HTTP on this machine instead, with a bearer token' },
    port: { type: 'string', value: 'N', text: 'with --http: the port (a free one if left out)' },
    profile: { type: 'string', value: 'NAME', text: 'browser profile; needed when several are connected' },
    unattended: { type: 'boolean', text: 'ask nobody: what would be asked is denied' },
  },
  async run(invocation, context) {
    const [what] = invocation.positionals;
    if (what === 'pair') return showPairCode(invocation, context);
    if (what === 'clients') return pairedClients(invocation, context);
    if (what !== undefined) {
      const near = didYouMean(what, ['pair', 'clients']);
      throw wrongUsage(
        `There is no "mcp ${what}".${near}`,
        'in "localagent mcp"',
        'See localagent mcp --help.',
      );
    }
    const options = {
      groups: readGroups(invocation.text('tools')),
      unattended: invocation.flag('unattended'),
      interrupted: context.interrupted,
    };
    const port = readPort(invocation);
    if (port !== null) return overHttp(invocation, context, { ...options, port });
    // Loaded here, so that no other command waits for it.
    const { runStdio } = await import('../../mcp/serve-stdio.ts');
    await runStdio(mcpParts(invocation, context), options);
    return exitCode.done;
  },
});

async function overHttp(
  invocation: Invocation,
  context: CommandContext,
  options: DeskOptions & { readonly port: number; readonly interrupted: AbortSignal },
): Promise<ExitCode> {
  const { terminal, parts } = context;
  const { serveHttp } = await import('../../mcp/serve-http.ts');
  ensureFolders(parts.paths);
  const tokenFile = join(parts.paths.run, 'mcp-token');
  const { url, ended } = await serveHttp(mcpParts(invocation, context), { ...options, tokenFile });
  if (invocation.json) {
    const document: z.infer<typeof McpHttpDocument> = {
      schema: 'localagent.mcp-http.v1',
      url,
      token_file: tokenFile,
    };
    terminal.printJson(document);
  } else {
    terminal.print([
      `Serving MCP at ${url}`,
      `Clients send the header "Authorization: Bearer TOKEN" with the token of ${tokenFile}`,
    ]);
  }
  await ended;
  return exitCode.done;
}

/** What `localagent mcp --http --json` prints once it serves. */
export const McpHttpDocument = z.strictObject({
  schema: z.literal('localagent.mcp-http.v1'),
  url: z.string(),
  token_file: z.string(),
});

function mcpParts(invocation: Invocation, context: CommandContext): McpParts {
  const { parts, terminal } = context;
  const profile = invocation.text('profile');
  let before: string | null = null;
  return {
    version: parts.version,
    connect: () => parts.connect({ start: true }),
    chooseBrowser: async (signal) => {
      // On a connection of its own: the session's stays its client's.
      const authority = await parts.connect({ start: true });
      if (!authority.ok) return authority;
      const place = { ...context, interrupted: signal };
      const chosen = await chooseMcpBrowser({ profile, before }, authority.value, place);
      if (chosen.ok) before = chosen.value.profile;
      authority.value.close();
      return chosen;
    },
    log: (line) => terminal.warn(line),
  };
}

/** The port of `--http`, 0 for a free one; null: no HTTP. */
function readPort(invocation: Invocation): number | null {
  const text = invocation.text('port');
  if (!invocation.flag('http')) {
    if (text === null) return null;
    throw wrongUsage('--port is for --http.', 'in "localagent mcp"', 'Add --http, or leave --port out.');
  }
  const port = text === null ? 0 : Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw wrongUsage(`"${text}" is no port.`, 'in --port', 'Give a number from 1 to 65535.');
}

function readGroups(text: string | null): ReadonlySet<ToolGroup> {
  const groups = new Set<ToolGroup>(['core']);
  for (const word of (text ?? '').split(',').map((part) => part.trim())) {
    if (word === '') continue;
    if (word === 'all') for (const group of toolGroups) groups.add(group);
    else groups.add(toolGroups.find((group) => group === word) ?? unknownGroup(word));
  }
  return groups;
}

function unknownGroup(word: string): never {
  throw wrongUsage(
    `There is no group of tools "${word}".${didYouMean(word, [...toolGroups, 'all'])}`,
    'in --tools',
    `The groups are: ${toolGroups.join(', ')}, all.`,
  );
}
