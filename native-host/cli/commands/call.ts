import { z } from 'zod';
import { didYouMean } from '../../../shared/nearest-name.ts';
import { Receipt } from '../../../shared/receipt.ts';
import { tools } from '../../../shared/tools/index.ts';
import { type CommandContext, defineCommand, type Invocation } from '../command.ts';
import { errorLines, faultError, wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { answerApprovals } from '../run/answer-approvals.ts';

/** What `localagent call --json` prints. */
export const CallDocument = z.strictObject({
  schema: z.literal('localagent.call.v1'),
  receipt: Receipt,
  result: z.record(z.string(), z.unknown()).nullable(),
});

/** Approval and the longest tool together. */
const callMs = 15 * 60_000;

export const call = defineCommand({
  name: 'call',
  summary: 'one tool call, by the same rules as everything else',
  details:
    'Calls with the same --session share a current page. See `localagent tools` for names and arguments.',
  positionals: ['TOOL'],
  options: {
    args: { type: 'string', value: 'JSON', text: 'arguments as a JSON object (none if left out)' },
    profile: { type: 'string', value: 'NAME', text: 'browser profile; needed when several are connected' },
    session: { type: 'string', value: 'NAME', text: 'whose current page it is (command-line)' },
    unattended: { type: 'boolean', text: 'ask nobody: what would be asked is denied' },
  },
  async run(invocation, context) {
    const { parts, terminal } = context;
    const tool = knownTool(invocation.positionals[0] ?? '');
    const args = readArguments(invocation.text('args') ?? '{}');
    const joined = await parts.connect({ start: true });
    if (!joined.ok) throw faultError(joined.fault, `data folder ${parts.paths.home}`);
    const authority = joined.value;
    answerApprovals(authority, terminal, (approval) => approval.run_id === null, context.interrupted);
    const answer = await authority.call(
      'tool.call',
      {
        tool,
        args,
        profile: invocation.text('profile'),
        session: invocation.text('session') ?? 'command-line',
        unattended: invocation.flag('unattended'),
      },
      { timeoutMs: callMs, signal: context.interrupted },
    );
    authority.close();
    if (!answer.ok) throw faultError(answer.fault, `in the call of ${tool}`);
    return show(answer.value, invocation, context);
  },
});

function show(
  answer: Omit<z.infer<typeof CallDocument>, 'schema'>,
  invocation: Invocation,
  context: CommandContext,
): ExitCode {
  const { terminal } = context;
  const { receipt, result } = answer;
  if (invocation.json) terminal.printJson({ schema: 'localagent.call.v1', receipt, result });
  else if (result !== null) terminal.print([JSON.stringify(result, null, 2)]);
  const refused =
    receipt.verdict.decision === 'deny' ||
    (receipt.approval !== null && receipt.approval.answer !== 'approved');
  if (refused || receipt.fault !== null) {
    const error = faultError(
      receipt.fault ?? {
        code: 'denied',
        message: receipt.verdict.reason,
        hint: 'See `localagent policy show`.',
      },
      `in the call of ${receipt.tool} (${receipt.verdict.policies.join(', ')})`,
    );
    for (const line of errorLines(error, terminal)) terminal.warn(line);
    return error.exit;
  }
  return exitCode.done;
}

function knownTool(name: string): string {
  if (tools.has(name)) return name;
  throw wrongUsage(
    `There is no tool "${name}".${didYouMean(name, tools.keys())}`,
    'in "localagent call"',
    'See `localagent tools`.',
  );
}

function readArguments(text: string): Readonly<Record<string, unknown>> {
  const wrong = wrongUsage(
    'The arguments are no JSON object.',
    'in --args',
    `Write them as --args '{"url": "https://example.com"}'.`,
  );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw wrong;
  }
  const parsed = z.record(z.string(), z.unknown()).safeParse(value);
  if (!parsed.success) throw wrong;
  return parsed.data;
}
