import type { CommandContext, Invocation } from '../command.ts';
import { faultError, wrongUsage } from '../command-error.ts';
import type { KeyMode } from '../parts.ts';
import { openStore } from './open-store.ts';

export const keyModes: readonly KeyMode[] = ['file', 'keychain', 'passphrase'];

/** `localagent secrets rotate`: a new key for all of them; a new passphrase is asked for twice. */
export async function rotateSecrets(invocation: Invocation, context: CommandContext): Promise<void> {
  const { terminal, env } = context;
  const store = await openStore(context);
  const wanted = invocation.text('mode');
  const mode = wanted === null ? store.state.mode : keyModes.find((one) => one === wanted);
  if (mode === undefined)
    throw wrongUsage(`There is no mode "${wanted}".`, 'in --mode', `Give one of ${keyModes.join(', ')}.`);
  const passphrase = mode === 'passphrase' ? await newPassphrase(context) : null;
  const rotated = store.rotate(mode, passphrase);
  if (!rotated.ok) throw faultError(rotated.fault, 'in "localagent secrets rotate"');
  terminal.say(`All secrets are sealed with key ${rotated.value.key_id}, kept in mode ${mode}.`);
  terminal.say(store.protection);
  if (mode === 'passphrase' && env['LOCALAGENT_PASSPHRASE'] === undefined)
    terminal.say('A LocalAgent that runs needs it once: localagent secrets unlock');
}

async function newPassphrase({ terminal, env }: CommandContext): Promise<string> {
  const given = env['LOCALAGENT_NEW_PASSPHRASE'];
  if (given !== undefined) return given;
  const first = await terminal.readValue('New passphrase (not shown): ');
  if (!terminal.interactive) return first;
  if ((await terminal.readValue('The same again: ')) === first) return first;
  throw wrongUsage('The two are not the same.', 'at the question', 'Run it again.');
}
