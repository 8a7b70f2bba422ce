import type { CommandContext } from '../command.ts';
import { CommandError, faultError } from '../command-error.ts';
import { exitCode } from '../exit-code.ts';
import type { SecretStore } from '../parts.ts';

/** The store, open: its passphrase is asked for where it takes one that the environment does not give. */
export async function openStore({ parts, terminal }: CommandContext): Promise<SecretStore> {
  const store = parts.openSecrets();
  if (!store.state.locked) return store;
  if (!terminal.interactive) {
    throw new CommandError(
      'The secrets take a passphrase.',
      'in the secret store',
      'Run this in a terminal, or give the passphrase in the environment as LOCALAGENT_PASSPHRASE.',
      exitCode.refused,
    );
  }
  const opened = store.unlock(await terminal.readValue('Passphrase of the secrets (not shown): '));
  if (!opened.ok) throw faultError(opened.fault, 'in the secret store');
  return store;
}
