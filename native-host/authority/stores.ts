import { randomBytes } from 'node:crypto';
import { homedir } from 'node:os';
import type { DatabaseSync } from 'node:sqlite';
import type { Config } from '../config/config.ts';
import { loadConfig } from '../config/load-config.ts';
import { openDatabase } from '../io/database.ts';
import { type HomePaths, machineFolder } from '../io/home.ts';
import { deriveKey, loadKey } from '../io/key-file.ts';
import { packagePaths } from '../io/package-root.ts';
import { Ledger } from '../ledger/ledger.ts';
import { Pairing } from '../pairing/pairing.ts';
import { Passkeys } from '../passkeys/passkeys.ts';
import { PolicyStore } from '../policy/policy-store.ts';
import { systemKeychain } from '../secrets/keychain.ts';
import { seenGenerations } from '../secrets/seen-generations.ts';
import { Vault } from '../secrets/vault.ts';
import { TemplateChoices } from '../workflow/template-choices.ts';
import { rotationRow } from './ledger-desk.ts';

/** Everything that is read from disk at start. */
export type Stores = {
  readonly shipped: ReturnType<typeof packagePaths>;
  readonly personHome: string;
  readonly config: Config;
  readonly database: DatabaseSync;
  readonly ledger: Ledger;
  readonly vault: Vault;
  readonly policy: PolicyStore;
  /** Seals the tokens of code mode; a new one at each start, which voids those of the start before. */
  readonly codeKey: Buffer;
  readonly pairing: Pairing;
  readonly passkeys: Passkeys;
  readonly choices: TemplateChoices;
};

/** Opens all of it; throws `StartError`, naming file and remedy, at the first that is not as it must be. */
export async function openStores(paths: HomePaths, policyWorkerUrl: URL): Promise<Stores> {
  const shipped = packagePaths();
  const config = loadConfig(paths.config);
  const master = loadKey(paths.key, [paths.secrets, paths.database]);
  const database = openDatabase(paths.database);
  const ledger = new Ledger(database, deriveKey(master, 'ledger'));
  const vault = openVault(paths, database, ledger);
  const policy = await PolicyStore.open({
    policyPath: paths.policy,
    overlaysFolder: paths.policies,
    machineFolder: machineFolder(),
    policiesFolder: shipped.policies,
    workerUrl: policyWorkerUrl,
  });
  const codeKey = deriveKey(master, 'code-token', randomBytes(32));
  const pairing = new Pairing(paths.clients, Date.now);
  const { passkey: mode } = config.approvals;
  const passkeys = new Passkeys({ path: paths.passkeys, mode, clock: Date.now });
  const choices = new TemplateChoices(paths.choices);
  const read = { config, database, ledger, vault, policy, pairing, passkeys, choices };
  return { shipped, personHome: homedir(), ...read, codeKey };
}

// A new key that another process gave the secrets is written into the ledger when it is first seen.
function openVault(paths: HomePaths, database: DatabaseSync, ledger: Ledger): Vault {
  const seen = seenGenerations(database, (keyId) => ledger.append([rotationRow(keyId)]));
  const at = { secretsPath: paths.secrets, keyPath: paths.key };
  const passphrase = process.env['LOCALAGENT_PASSPHRASE'] ?? null;
  return Vault.open(at, seen, Date.now, { passphrase, keychain: systemKeychain() });
}
