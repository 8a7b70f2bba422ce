import { z } from 'zod';
import { type CommandContext, defineCommand, type Invocation } from '../command.ts';
import { faultError } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { Authority } from '../parts.ts';
import { tableLines } from '../table.ts';

const statusMs = 10_000;

export const status = defineCommand({
  name: 'status',
  summary: 'whether LocalAgent runs, which browsers are connected, what is going on',
  async run(invocation, context) {
    const authority = await joined(context, false);
    if (authority === null) return notRunning(invocation, context);
    const answer = await authority.call('status.get', {}, { timeoutMs: statusMs });
    authority.close();
    if (!answer.ok) throw faultError(answer.fault, 'in the status');
    const { terminal } = context;
    if (invocation.json) {
      terminal.printJson({ schema: 'localagent.status.v1', running: true, ...answer.value });
      return exitCode.done;
    }
    const {
      profiles,
      active_runs: runs,
      policy_error: policyError,
      policies_in_the_way: inTheWay,
      switched_off: switchedOff,
    } = answer.value;
    terminal.print([
      `LocalAgent ${answer.value.host_version} runs (process ${answer.value.pid}) for ${answer.value.home}`,
      ...(switchedOff === null ? [] : [terminal.paint('red', switchedOff)]),
      ...(policyError === null
        ? []
        : [terminal.paint('red', `The policy is invalid, so everything is denied: ${policyError}`)]),
      ...(answer.value.ledger_read_only
        ? [terminal.paint('red', 'The ledger cannot be written: nothing is done.')]
        : []),
      ...inTheWay.map(({ browser_name: name, sentence }) => terminal.paint('yellow', `${name}: ${sentence}`)),
      '',
      ...(profiles.length === 0
        ? ['No browser is connected.']
        : tableLines(
            ['Profile', 'Browser', 'Pages', 'Since'],
            profiles.map((profile) => [
              profile.name,
              `${profile.browser_name} ${profile.browser_version}`,
              String(profile.pages),
              profile.connected_at.replace('T', ' ').slice(0, 19),
            ]),
          )),
      '',
      ...(runs.length === 0
        ? ['Nothing runs.']
        : tableLines(
            ['Run', 'Template', 'State', 'Profile'],
            runs.map((run) => [run.run_id, run.template.title, run.status, run.profile ?? '']),
          )),
    ]);
    return exitCode.done;
  },
});

/** What `localagent status --json` prints while nothing runs; else the authority's own status with `running: true`. */
export const NotRunningDocument = z.strictObject({
  schema: z.literal('localagent.status.v1'),
  running: z.literal(false),
  home: z.string(),
});

export const start = defineCommand({
  name: 'start',
  summary: 'start LocalAgent in the background (browsers and runs do so by themselves)',
  async run(invocation, context) {
    const authority = await joined(context, true);
    if (authority === null) throw new Error('connected without an authority');
    const answer = await authority.call('status.get', {}, { timeoutMs: statusMs });
    authority.close();
    if (!answer.ok) throw faultError(answer.fault, 'in the status');
    if (invocation.json) {
      context.terminal.printJson({ schema: 'localagent.status.v1', running: true, ...answer.value });
    } else context.terminal.print([`LocalAgent runs (process ${answer.value.pid}) for ${answer.value.home}`]);
    return exitCode.done;
  },
});

/** The authority that runs, or null; none is started. */
export function joinRunning(context: CommandContext): Promise<Authority | null> {
  return joined(context, false);
}

async function joined({ parts }: CommandContext, mayStart: boolean): Promise<Authority | null> {
  const authority = await parts.connect({ start: mayStart });
  if (authority.ok) return authority.value;
  if (authority.fault.code === 'not-found') return null;
  throw faultError(authority.fault, `data folder ${parts.paths.home}`);
}

/** Says that nothing runs, which is what was wanted of whoever stops things. */
export function notRunning(invocation: Invocation, { terminal, parts }: CommandContext): ExitCode {
  const { home } = parts.paths;
  if (invocation.json) {
    terminal.printJson({
      schema: 'localagent.status.v1',
      running: false,
      home,
    } satisfies z.infer<typeof NotRunningDocument>);
  } else terminal.print([`LocalAgent does not run for ${home}. It starts with the browser, or with a run.`]);
  return exitCode.done;
}
