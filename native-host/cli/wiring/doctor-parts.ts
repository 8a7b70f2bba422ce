import { existsSync } from 'node:fs';
import { type BrowserFamily, browserFamilies } from '../../browser/browser-families.ts';
import { type InstallPlace, readManifest } from '../../browser/install-host.ts';
import { readPolicyFiles } from '../../browser/policy-files.ts';
import { confinement } from '../../code/confinement.ts';
import { loadConfig } from '../../config/load-config.ts';
import { closeDatabase, openDatabase } from '../../io/database.ts';
import type { HomePaths } from '../../io/home.ts';
import { checkFolders } from '../../io/private-folder.ts';
import { StartError } from '../../io/start-error.ts';
import type { BrowserOnDisk, ManifestOnDisk } from '../doctor/check-browsers.ts';
import type { DoctorParts } from '../doctor/diagnose.ts';
import type { HostParts } from '../parts.ts';
import { isExecutable } from './install-parts.ts';

/** As `engines` of the program's own scripts: argon2, `node:sqlite` and type stripping are there. */
const nodeNeeded = '24.7';

type Parts = Pick<
  HostParts,
  'paths' | 'connect' | 'findBrowser' | 'openSecrets' | 'verifyLedger' | 'checkPolicy' | 'policyText'
>;

export function doctorParts(parts: Parts, place: InstallPlace): DoctorParts {
  return {
    nodeVersion: process.version,
    nodeNeeded,
    home: parts.paths.home,
    dataFolder: dataFolderChecks(parts),
    findBrowser: parts.findBrowser,
    browsers: () => browserFamilies.filter(place.isInstalled).map((family) => onDisk(family, place)),
    isExecutable,
    connect: parts.connect,
  };
}

function dataFolderChecks(parts: Parts): DoctorParts['dataFolder'] {
  const { paths } = parts;
  return [
    ['data-folder', 'Data folder', () => folderSentence(paths)],
    ['config', 'Configuration', () => configSentence(paths)],
    ['policy', 'Policy', () => policySentence(parts)],
    ['secrets', 'Secrets', () => secretsSentence(parts)],
    ['database', 'Database', () => databaseSentence(paths)],
    ['ledger', 'Ledger', () => ledgerSentence(parts)],
    ['scripts', 'Scripts', scriptsSentence],
  ];
}

function folderSentence(paths: HomePaths): string {
  return checkFolders(paths)
    ? `${paths.home} is yours alone.`
    : `${paths.home} will be made at the first start.`;
}

function configSentence(paths: HomePaths): string {
  loadConfig(paths.config);
  return existsSync(paths.config) ? `${paths.config} is valid.` : 'none is there; the defaults hold.';
}

async function policySentence({ checkPolicy, policyText }: Parts): Promise<string> {
  const { file, isDefault } = policyText();
  const [first] = await checkPolicy(null);
  if (first === undefined && isDefault) return 'none is there; the rules of a new installation hold.';
  if (first === undefined) return `${file} is valid.`;
  const where = first.line === null ? first.file : `${first.file}:${first.line}`;
  throw new StartError(
    `It is not valid, so everything is denied: ${first.message}`,
    where,
    'Mend that line; it is taken up at once.',
  );
}

function secretsSentence({ paths, openSecrets }: Parts): string {
  // Opening would make a key; looking must not.
  if (!existsSync(paths.secrets)) return 'none is stored yet.';
  const store = openSecrets();
  const { length } = store.list();
  const { mode, locked } = store.state;
  const opens = locked ? ', locked' : length === 1 ? ', and opens' : ', and open';
  const count = `${length === 1 ? 'one is' : `${length} are`} stored${opens}.`;
  return `${count} Mode ${mode}: ${store.protection}`;
}

function databaseSentence(paths: HomePaths): string {
  if (!existsSync(paths.database)) return 'nothing was done yet.';
  closeDatabase(openDatabase(paths.database));
  return `${paths.database} has the shape that this version knows.`;
}

function ledgerSentence({ paths, verifyLedger }: Parts): string {
  if (!existsSync(paths.database)) return 'nothing was done yet.';
  const { ok, rows, reason } = verifyLedger(paths.database, []);
  if (ok) return `${rows} rows, verified.`;
  throw new StartError(
    `It does not verify: ${reason}`,
    paths.database,
    'Keep this file as it is, and compare it with a backup: it was changed from outside, or damaged.',
  );
}

function scriptsSentence(): string {
  const walls = confinement();
  const always = 'each runs in a process without files, programs and threads';
  return walls.kind === 'namespaces'
    ? `${always}, and in namespaces of its own: it reaches no network and no other process.`
    : `${always}. That it opens no connection rests on the interpreter alone: ${walls.why}`;
}

function onDisk(family: BrowserFamily, place: InstallPlace): BrowserOnDisk {
  const manifests: ManifestOnDisk[] = [];
  for (const scope of ['user', 'system'] as const) {
    const found = readManifest(family, scope, place);
    if (found === null) continue;
    manifests.push({
      scope,
      file: found.file,
      manifest: found.manifest === 'unreadable' ? null : found.manifest,
    });
  }
  return {
    name: family.name,
    title: family.title,
    manifests,
    policies: readPolicyFiles(family, place.platform),
  };
}
