import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hostName } from '../../shared/extension-id.ts';
import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import { didYouMean } from '../../shared/nearest-name.ts';
import { writeFileDurably } from '../io/write-file.ts';
import { type BrowserFamily, BrowserName, browserFamilies } from './browser-families.ts';
import {
  HostManifest,
  hostManifest,
  hostManifestText,
  launcherName,
  launcherText,
  type ManifestPlace,
  manifestPlace,
  type Platform,
  registryArguments,
  type Scope,
  systemLauncherFolder,
} from './host-manifest.ts';

export type InstallPlace = Readonly<{
  platform: Platform;
  env: Readonly<Record<string, string | undefined>>;
  /** The data folder, and whether it is the usual one of this user. */
  dataFolder: string;
  isUsualFolder: boolean;
  node: string;
  relay: string;
  /** Put before every path outside the user's own folders; empty but in tests. */
  systemRoot: string;
  isInstalled(family: BrowserFamily): boolean;
}>;

export type InstallRequest = Readonly<{
  browsers: readonly string[];
  system: boolean;
  dryRun: boolean;
  extensionIds: readonly string[];
}>;

export type Installed = Readonly<{ done: readonly string[]; files: readonly string[]; launcher: string }>;

/** Writes launcher and manifests. The launcher comes first: a manifest never names a program that is not there. */
export function installHost(request: InstallRequest, place: InstallPlace): Result<Installed> {
  const families = familiesOf(request.browsers, place);
  if (!families.ok) return families;
  const scope = scopeOf(request);
  const launcher = launcherPath(scope, place);
  const places = families.value.map((family) => ({ family, at: placeOf(family, scope, place) }));
  const manifest = hostManifestText(hostManifest(launcher, request.extensionIds));
  const verb = request.dryRun ? 'Would write' : 'Wrote';
  const done = [
    `${verb} ${launcher}: the program that the browser starts.`,
    ...places.map(({ family, at }) => `${verb} ${at.registry ?? at.file}: ${family.title} may start it.`),
  ];
  const files = [launcher, ...places.map(({ at }) => at.file)];
  if (request.dryRun) return ok({ done, files, launcher });
  return attemptWriting(request, () => {
    const text = launcherText({
      platform: place.platform,
      node: place.node,
      relay: place.relay,
      // A launcher for everyone serves each user's own data folder.
      home: request.system || place.isUsualFolder ? null : place.dataFolder,
      extraIds: request.extensionIds,
    });
    write(launcher, text, request.system ? 0o755 : 0o700, request.system);
    for (const { at } of places) {
      write(at.file, manifest, request.system ? 0o644 : 0o600, request.system);
      if (at.registry !== null) editRegistry(registryArguments('add', at));
    }
    return { done, files, launcher };
  });
}

/** Removes the manifests that name our launcher, then the launcher once no browser's manifest names it any more. */
export function uninstallHost(request: InstallRequest, place: InstallPlace): Result<Installed> {
  const families = request.browsers.length === 0 ? ok(browserFamilies) : familiesOf(request.browsers, place);
  if (!families.ok) return families;
  const scope = scopeOf(request);
  const launcher = launcherPath(scope, place);
  const verb = request.dryRun ? 'Would remove' : 'Removed';
  return attemptWriting(request, () => {
    const done: string[] = [];
    const files: string[] = [];
    for (const family of families.value) {
      const at = placeOf(family, scope, place);
      const state = manifestState(at.file, launcher);
      if (state === 'foreign') done.push(`Left ${at.file}: it names another program.`);
      if (state !== 'ours') continue;
      if (!request.dryRun) removeManifest(at);
      done.push(`${verb} ${at.registry ?? at.file}: ${family.title} starts nothing any more.`);
      files.push(at.file);
    }
    const stillNamed = browserFamilies.some((family) => {
      const { file } = placeOf(family, scope, place);
      return manifestState(file, launcher) === 'ours' && !files.includes(file);
    });
    if (existsSync(launcher) && !stillNamed) {
      if (!request.dryRun) removeFile(launcher);
      done.push(`${verb} ${launcher}.`);
      files.push(launcher);
    }
    if (files.length === 0) done.push('Nothing was installed here.');
    return { done, files, launcher };
  });
}

/**
 * Makes a browser profile of our own start this host: its manifest stands in the profile's own folder, so that the
 * person's other browsers are left alone. Gives the launcher's path.
 */
export function installForProfile(
  profileFolder: string,
  place: InstallPlace,
  extraIds: readonly string[] = [],
): string {
  const launcher = launcherPath('user', place);
  const home = place.isUsualFolder ? null : place.dataFolder;
  const { platform, node, relay } = place;
  write(launcher, launcherText({ platform, node, relay, home, extraIds }), 0o700, false);
  const file = join(profileFolder, 'NativeMessagingHosts', `${hostName}.json`);
  write(file, hostManifestText(hostManifest(launcher, extraIds)), 0o600, false);
  return launcher;
}

/** The manifest of one browser as it lies there; null: none. For `doctor`. */
export function readManifest(
  family: BrowserFamily,
  scope: Scope,
  place: InstallPlace,
): { readonly file: string; readonly manifest: HostManifest | 'unreadable' } | null {
  const { file } = placeOf(family, scope, place);
  if (!existsSync(file)) return null;
  return { file, manifest: parseManifest(file) ?? 'unreadable' };
}

function familiesOf(names: readonly string[], place: InstallPlace): Result<readonly BrowserFamily[]> {
  const known = BrowserName.options;
  const wrong = names.find((name) => !BrowserName.safeParse(name).success);
  if (wrong !== undefined) {
    return failed(
      fault(
        'bad-arguments',
        `There is no browser "${wrong}".${didYouMean(wrong, known)}`,
        `There are ${known.join(', ')}.`,
      ),
    );
  }
  const wanted = browserFamilies.filter((family) =>
    names.length === 0 ? place.isInstalled(family) : names.includes(family.name),
  );
  if (wanted.length > 0) return ok(wanted);
  return failed(
    fault(
      'browser-gone',
      'No Chrome, Chromium, Edge, Brave or Vivaldi was found on this machine.',
      'Install one, or name the one you will use: localagent install --browser chrome',
    ),
  );
}

function scopeOf(request: InstallRequest): Scope {
  return request.system ? 'system' : 'user';
}

function launcherPath(scope: Scope, place: InstallPlace): string {
  const folder =
    scope === 'user'
      ? join(place.dataFolder, 'bin')
      : `${place.systemRoot}${systemLauncherFolder(place.platform)}`;
  return join(folder, launcherName(place.platform));
}

function placeOf(family: BrowserFamily, scope: Scope, place: InstallPlace): ManifestPlace {
  const files = dirname(launcherPath(scope, place));
  const at = manifestPlace(family, place.platform, scope, { env: place.env, files });
  const root = scope === 'system' && place.platform !== 'win32' ? place.systemRoot : '';
  return { ...at, file: `${root}${at.file}` };
}

function manifestState(file: string, launcher: string): 'none' | 'ours' | 'foreign' {
  if (!existsSync(file)) return 'none';
  return parseManifest(file)?.path === launcher ? 'ours' : 'foreign';
}

function parseManifest(file: string): HostManifest | null {
  try {
    const parsed = HostManifest.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

function write(path: string, text: string, mode: number, forAll: boolean): void {
  mkdirSync(dirname(path), { recursive: true, mode: forAll ? 0o755 : 0o700 });
  writeFileDurably(path, text, mode);
}

function removeManifest(at: ManifestPlace): void {
  removeFile(at.file);
  if (at.registry !== null) editRegistry(registryArguments('delete', at));
}

/** The file, and its folder if nothing else is in it. */
function removeFile(path: string): void {
  rmSync(path, { force: true });
  if (readdirSync(dirname(path)).length === 0) rmdirSync(dirname(path));
}

function editRegistry(args: readonly string[]): void {
  const done = spawnSync('reg.exe', [...args], { encoding: 'utf8', windowsHide: true });
  if (done.status === 0) return;
  throw new RegistryError((done.stderr ?? '').trim() || String(done.error?.message ?? done.status));
}

class RegistryError extends Error {}

function attemptWriting<T>(request: InstallRequest, work: () => T): Result<T> {
  try {
    return ok(work());
  } catch (error) {
    if (error instanceof RegistryError) {
      return failed(
        fault('restricted-target', `The registry could not be changed: ${error.message}.`, rights(request)),
      );
    }
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) throw error;
    return failed(writingFault(error, request));
  }
}

function writingFault(error: unknown, request: InstallRequest): Fault {
  const path = error instanceof Error && 'path' in error ? String(error.path) : 'the folder';
  return fault('restricted-target', `${path} cannot be written by this user.`, rights(request));
}

function rights(request: InstallRequest): string {
  return request.system
    ? 'Installing for every user needs the rights of an administrator: run the same command with sudo.'
    : 'Make the folder yours again, then run the command again.';
}
