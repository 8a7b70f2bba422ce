import type { CommandContext } from '../command.ts';
import { faultError } from '../command-error.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';

/** `localagent secrets unlock`: the authority keeps the passphrase in its memory, until it ends. */
export async function unlockSecrets({ parts, terminal }: CommandContext): Promise<ExitCode> {
  if (parts.openSecrets().state.mode !== 'passphrase') {
    terminal.say('The secrets take no passphrase, so there is nothing to unlock.');
    return exitCode.done;
  }
  const passphrase = await terminal.readValue('Passphrase of the secrets (not shown): ');
  const authority = await parts.connect({ start: true });
  if (!authority.ok) throw faultError(authority.fault, 'on this computer');
  try {
    const opened = await authority.value.call('secret.unlock', { passphrase });
    if (!opened.ok) throw faultError(opened.fault, 'in the secret store');
    terminal.say('Unlocked, until LocalAgent ends.');
    return exitCode.done;
  } finally {
    authority.value.close();
  }
}
