import { createRequire } from 'node:module';
import { z } from 'zod';
import { StartError } from '../io/start-error.ts';

/** The keychain of the person's session, as far as it is used: one text for each account. */
export interface Keychain {
  read(account: string): string | null;
  write(account: string, text: string): void;
  remove(account: string): void;
}

const service = 'LocalAgent';
const place = 'the keychain of this session';
const remedy =
  'Log in to a desktop session whose keychain (Keychain, Credential Manager, GNOME Keyring, KWallet) is unlocked, ' +
  'or use another mode: localagent secrets rotate --mode file|passphrase';

const Entry = z.object({
  getPassword: z.custom<() => string | null>((value) => typeof value === 'function'),
  setPassword: z.custom<(text: string) => void>((value) => typeof value === 'function'),
  deletePassword: z.custom<() => unknown>((value) => typeof value === 'function'),
});
const Library = z.object({
  Entry: z.custom<new (service: string, account: string) => z.infer<typeof Entry>>(
    (value) => typeof value === 'function',
  ),
});

/** The system's keychain; each use of it throws `StartError` that says what is missing. */
export function systemKeychain(): Keychain {
  const entry = (account: string): z.infer<typeof Entry> => {
    const { Entry: Made } = loaded();
    return new Made(service, account);
  };
  return {
    read: (account) => told(() => entry(account).getPassword()),
    write: (account, text) => told(() => entry(account).setPassword(text)),
    remove: (account) => void told(() => entry(account).deletePassword()),
  };
}

function loaded(): z.infer<typeof Library> {
  try {
    // An optional part, so it is looked for at the moment that it is needed.
    return Library.parse(createRequire(import.meta.url)('@napi-rs/keyring'));
  } catch {
    throw new StartError(
      'The part that speaks with the keychain is not installed (@napi-rs/keyring).',
      place,
      'Run npm install in the folder of LocalAgent, on a system that it is made for.',
    );
  }
}

function told<T>(use: () => T): T {
  try {
    return use();
  } catch (error) {
    if (error instanceof StartError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`The keychain cannot be used: ${why}.`, place, remedy);
  }
}
