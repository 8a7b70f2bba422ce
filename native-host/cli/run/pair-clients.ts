import { z } from 'zod';
import { PairedClientInfo } from '../../../shared/protocol/mcp-messages.ts';
import type { CommandContext, Invocation } from '../command.ts';
import { faultError, wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { Authority } from '../parts.ts';
import { tableLines } from '../table.ts';

const askMs = 10_000;
const daysDefault = 30;
const daysMax = 366;

/** What `localagent mcp pair --json` prints. */
export const PairDocument = z.strictObject({
  schema: z.literal('localagent.mcp-pair.v1'),
  code: z.string(),
  expires_at: z.string(),
});
/** What `localagent mcp clients list --json` prints. */
export const ClientsDocument = z.strictObject({
  schema: z.literal('localagent.mcp-clients.v1'),
  clients: z.array(PairedClientInfo),
  locked_ms: z.number(),
});

/** `mcp pair`: shows a code that one client can exchange for a token of its own. */
export async function showPairCode(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const scope = {
    tools: listOf(invocation.text('only-tools')),
    sites: listOf(invocation.text('sites')),
    read_only: invocation.flag('read-only'),
  };
  const params = { name: invocation.text('name') ?? '', scope, days: readDays(invocation.text('days')) };
  const offered = await asking(context, (authority) =>
    authority.call('pairing.offer', params, { timeoutMs: askMs }),
  );
  if (!offered.ok) throw faultError(offered.fault, 'in "localagent mcp pair"');
  const { code, expires_at } = offered.value;
  const { terminal } = context;
  if (invocation.json) {
    terminal.printJson({
      schema: 'localagent.mcp-pair.v1',
      code,
      expires_at,
    } satisfies z.infer<typeof PairDocument>);
  } else {
    terminal.print([
      terminal.paint('bold', code),
      'Type it into the client within two minutes. Without a field for it, the client, or you, can send',
      `  curl -H 'content-type: application/json' -d '{"code":"${code}","client":"NAME"}' http://127.0.0.1:PORT/pair`,
      'with the port that `localagent mcp --http` printed. The answer holds the token, which is shown this once.',
    ]);
  }
  return exitCode.done;
}

/** `mcp clients list` and `mcp clients revoke ID`. */
export async function pairedClients(invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const [, what = 'list', id] = invocation.positionals;
  if (what === 'revoke' && id !== undefined) return revoke(id, invocation, context);
  if (what !== 'list' || id !== undefined) {
    throw wrongUsage(
      'What to do with clients is not clear.',
      'in "localagent mcp clients"',
      'Write `localagent mcp clients list`, or `localagent mcp clients revoke ID`.',
    );
  }
  const answer = await asking(context, (authority) =>
    authority.call('pairing.clients', {}, { timeoutMs: askMs }),
  );
  if (!answer.ok) throw faultError(answer.fault, 'in "localagent mcp clients"');
  const { clients, locked_ms } = answer.value;
  const { terminal } = context;
  if (invocation.json) {
    terminal.printJson({
      schema: 'localagent.mcp-clients.v1',
      clients,
      locked_ms,
    } satisfies z.infer<typeof ClientsDocument>);
    return exitCode.done;
  }
  terminal.print([
    ...(clients.length === 0
      ? ['No client is paired.']
      : tableLines(['Id', 'Client', 'May', 'Until'], clients.map(clientRow))),
    ...(locked_ms > 0 ? [`Pairing is closed for another ${Math.ceil(locked_ms / 1000)} seconds.`] : []),
  ]);
  return exitCode.done;
}

async function revoke(id: string, invocation: Invocation, context: CommandContext): Promise<ExitCode> {
  const answer = await asking(context, (authority) =>
    authority.call('pairing.revoke', { id }, { timeoutMs: askMs }),
  );
  if (!answer.ok) throw faultError(answer.fault, 'in "localagent mcp clients revoke"');
  const { revoked } = answer.value;
  if (invocation.json) context.terminal.printJson({ schema: 'localagent.mcp-revoke.v1', revoked });
  else {
    const words = revoked ? `${id} is revoked; what it was doing has ended.` : `There is no client ${id}.`;
    context.terminal.print([words]);
  }
  return revoked ? exitCode.done : exitCode.failed;
}

function clientRow({ id, name, scope, expires_at }: PairedClientInfo): string[] {
  const may = [
    scope.read_only ? 'read only' : 'all that the rules allow',
    ...(scope.tools === null ? [] : [`tools ${scope.tools.join(' ')}`]),
    ...(scope.sites === null ? [] : [`sites ${scope.sites.join(' ').replaceAll('origin:', '')}`]),
  ];
  return [id, name, may.join(', '), expires_at.slice(0, 10)];
}

async function asking<T>(context: CommandContext, work: (authority: Authority) => Promise<T>): Promise<T> {
  const joined = await context.parts.connect({ start: true });
  if (!joined.ok) throw faultError(joined.fault, `data folder ${context.parts.paths.home}`);
  try {
    return await work(joined.value);
  } finally {
    joined.value.close();
  }
}

function listOf(text: string | null): string[] | null {
  if (text === null) return null;
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function readDays(text: string | null): number {
  const days = text === null ? daysDefault : Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= daysMax) return days;
  throw wrongUsage(`"${text}" is no number of days.`, 'in --days', `Give a number from 1 to ${daysMax}.`);
}
