import type { CommandContext, Invocation } from '../command.ts';
import { faultError, wrongUsage } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';

const callMs = 30_000;

/** Means one version of a template from now on, or the newest again. */
export async function rollback(
  invocation: Invocation,
  { terminal, parts }: CommandContext,
): Promise<ExitCode> {
  const [id = '', version] = invocation.positionals;
  const unpin = invocation.flag('unpin');
  if (unpin === (version !== undefined)) {
    const remedy = 'Give a version to go back to, or --unpin; see `localagent template list`.';
    throw wrongUsage('A version is wanted, or --unpin.', 'in "localagent template rollback"', remedy);
  }
  const authority = await parts.connect({ start: true });
  if (!authority.ok) throw faultError(authority.fault, `data folder ${parts.paths.home}`);
  const request = { id, version: version ?? null };
  const done = await authority.value.call('template.pin', request, { timeoutMs: callMs });
  authority.value.close();
  if (!done.ok) throw faultError(done.fault, `template "${id}"`);
  if (invocation.json) {
    terminal.printJson({ schema: 'localagent.template-pin.v1', id, pinned: request.version, ...done.value });
    return exitCode.done;
  }
  const how = unpin ? 'the newest one' : 'pinned until you take that back with --unpin';
  terminal.say(`"${id}" now means version ${done.value.version}, ${how}.`);
  return exitCode.done;
}
