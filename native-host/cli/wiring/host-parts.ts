import { existsSync } from 'node:fs';
import { failed, fault, type Result } from '../../../shared/faults.ts';
import { uninstallHost } from '../../browser/install-host.ts';
import { configKeys } from '../../config/describe-config.ts';
import { loadConfig } from '../../config/load-config.ts';
import { readCsv } from '../../files/read-csv.ts';
import { type HomePaths, homePaths } from '../../io/home.ts';
import { deriveKey, loadKey } from '../../io/key-file.ts';
import { packagePaths } from '../../io/package-root.ts';
import { programEntries } from '../../io/program-entries.ts';
import { StartError } from '../../io/start-error.ts';
import type { Anchor } from '../../ledger/anchor.ts';
import { anchorOf, readAnchors } from '../../ledger/anchor-file.ts';
import { formatExport } from '../../ledger/export-formats.ts';
import { type ExportQuery, exportLedger, type LedgerExport } from '../../ledger/export-ledger.ts';
import { reportAnchors } from '../../ledger/report-anchor.ts';
import { verifyLedger } from '../../ledger/verify.ts';
import { pullModel, removeModel } from '../../model/pull-model.ts';
import { importCsv, importEnv } from '../../secrets/import-secrets.ts';
import { systemKeychain } from '../../secrets/keychain.ts';
import { readGenerations } from '../../secrets/seen-generations.ts';
import { Vault } from '../../secrets/vault.ts';
import { diagnose } from '../doctor/diagnose.ts';
import type { BrowserAnchor, HostParts } from '../parts.ts';
import { readLedger } from '../read-ledger.ts';
import { browserOf, launchProfile, profileNames } from './browser-parts.ts';
import { doctorParts } from './doctor-parts.ts';
import { installPlace, installTested } from './install-parts.ts';
import { jobParts } from './job-parts.ts';
import { joinAuthority } from './join-authority.ts';
import { policyParts } from './policy-parts.ts';
import { profileParts } from './profile-parts.ts';
import { startKeeper } from './start-keeper.ts';
import { templateParts } from './template-parts.ts';

const shipped = packagePaths();

export const hostVersion = shipped.version;

/** The commands' view of the real host, for the data folder that the environment names. */
export function createHostParts(env: Readonly<Record<string, string | undefined>>): HostParts {
  const paths = homePaths(env);
  const entries = programEntries();
  const place = installPlace(paths, env, entries.relay);
  const parts: HostParts = {
    version: hostVersion,
    paths,
    connect: ({ start }) => joinAuthority(paths, start ? entries.authority : null),
    openSecrets: () => openVault(paths, env),
    parseSecrets: ({ text, isEnv, sites }) => {
      if (isEnv) return importEnv(text, sites);
      const table = readCsv(text);
      // What is wrong with a line may repeat it, so only that something is wrong is passed on.
      return table.ok ? importCsv(table.value, sites) : notCsv;
    },
    verifyLedger: (file, browsers) =>
      verifyLedger(file, ledgerKey(paths), browsers === undefined ? [] : outsideAnchors(paths, browsers)),
    exportLedger: ({ format, ...query }) => {
      const found = exportOf(paths, query);
      const key_id = found.checkpoint?.key_id ?? 'none';
      return { text: formatExport(found, format), rows: found.rows.length, key_id };
    },
    ledgerLines: (query) => readLedger(paths.database, query),
    configKeys: () => configKeys(paths.config),
    ...jobParts(paths, env),
    ...policyParts(paths, shipped.policies, entries.policyWorker),
    ...templateParts([paths.templates, shipped.templates]),
    findBrowser: () => browserOf(paths, env),
    launch: (options) => launchProfile(options, { paths, env, place, extension: shipped.extension }),
    openWindow: (profile, url) =>
      launchProfile(
        { profile, headless: false, ...(url === null ? {} : { url }) },
        { paths, env, place, extension: shipped.extension },
      ),
    launchKept: (profile) =>
      startKeeper(entries.browserKeeper, profile, { ...env, LOCALAGENT_HOME: paths.home }),
    profileNames: () => profileNames(paths),
    profiles: profileParts(paths, Date.now),
    pullModel: (wish, progress) => pullModel(wish, { ...progress, folder: paths.models }),
    removeModel: (name) => removeModel(paths.models, name),
    installHost: (request) => installTested(request, place, env),
    uninstallHost: (request) => uninstallHost(request, place),
    diagnose: () => diagnose(doctorParts(parts, place)),
  };
  return parts;
}

const notCsv: Result<never> = failed(
  fault('bad-arguments', 'The file is no CSV with one header line.', 'Export it anew, as CSV in UTF-8.'),
);

function openVault(paths: HomePaths, env: Readonly<Record<string, string | undefined>>): Vault {
  const at = { secretsPath: paths.secrets, keyPath: paths.key };
  const means = { passphrase: env['LOCALAGENT_PASSPHRASE'] ?? null, keychain: systemKeychain() };
  return Vault.open(at, readGenerations(paths.database), Date.now, means);
}

/** Everything that remembers the ledger outside its database. */
function outsideAnchors(paths: HomePaths, browsers: readonly BrowserAnchor[]): Anchor[] {
  return [
    ...readAnchors(loadConfig(paths.config).ledger.anchors ?? paths.anchors),
    ...browsers.map(({ profile, checkpoint }) => anchorOf(`the browser profile ${profile}`, checkpoint)),
    ...reportAnchors(paths.runs),
  ];
}

function exportOf(paths: HomePaths, query: ExportQuery): LedgerExport {
  if (!existsSync(paths.database))
    throw new StartError('There is no ledger yet.', paths.database, 'Do something first.');
  return exportLedger(paths.database, ledgerKey(paths), query);
}

/** The key that seals the ledger's head. Looking must not make one, as opening the stores does. */
function ledgerKey(paths: HomePaths): Buffer {
  if (!existsSync(paths.key)) {
    throw new StartError(
      'There is no key to verify a ledger with.',
      paths.key,
      'Use the data folder (LOCALAGENT_HOME) in which the ledger was written.',
    );
  }
  return deriveKey(loadKey(paths.key, [paths.database, paths.secrets]), 'ledger');
}
