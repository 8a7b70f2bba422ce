import { didYouMean } from '../../../shared/nearest-name.ts';
import type { McpParts } from '../../mcp/ports.ts';
import { type ToolGroup, toolGroups } from '../../mcp/tool-groups.ts';
import { type CommandContext, defineCommand, type Invocation } from '../command.ts';
import { wrongUsage } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import { chooseBrowser } from '../run/choose-browser.ts';

export const mcp = defineCommand({
  name: 'mcp',
  summary: 'serve the tools to MCP clients, over standard input and output',
  details:
    "For a client's configuration: it starts this command itself. The calls work in the browser that is connected; if none\n" +
    'is, in one without a window. Every call passes the same rules as everything else.',
  options: {
    tools: {
      type: 'string',
      value: 'GROUPS',
      text: 'beside the core tools: more, pattern, or all (comma-separated)',
    },
    profile: { type: 'string', value: 'NAME', text: 'browser profile; needed when several are connected' },
    unattended: { type: 'boolean', text: 'ask nobody: what would be asked is denied' },
  },
  async run(invocation, context) {
    const groups = readGroups(invocation.text('tools'));
    const { runStdio } = await import('../../mcp/serve-stdio.ts');
    await runStdio(mcpParts(invocation, context), {
      groups,
      unattended: invocation.flag('unattended'),
      interrupted: context.interrupted,
    });
    return exitCode.done;
  },
});

function mcpParts(invocation: Invocation, context: CommandContext): McpParts {
  const { parts, terminal } = context;
  const profile = invocation.text('profile');
  return {
    version: parts.version,
    connect: () => parts.connect({ start: true }),
    chooseBrowser: async (signal) => {
      // On a connection of its own: the session's stays its client's.
      const authority = await parts.connect({ start: true });
      if (!authority.ok) return authority;
      const kept = {
        ...parts,
        launch: (wish: { readonly profile: string }) => parts.launchKept(wish.profile),
      };
      const place = { ...context, parts: kept, interrupted: signal };
      const chosen = await chooseBrowser({ profile, window: null }, authority.value, place);
      authority.value.close();
      return chosen;
    },
    log: (line) => terminal.warn(line),
  };
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
