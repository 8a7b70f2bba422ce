import { accessSync, constants, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { failed, fault, ok, type Result } from '../../../shared/faults.ts';
import { type BrowserFamily, userManifestFolder } from '../../browser/browser-families.ts';
import { candidatesOf } from '../../browser/find-browser.ts';
import type { Platform } from '../../browser/host-manifest.ts';
import { type InstallPlace, installHost } from '../../browser/install-host.ts';
import { selfTest } from '../../browser/self-test.ts';
import { type HomePaths, homePaths } from '../../io/home.ts';
import type { HostInstall, InstallReport } from '../parts.ts';
import { joinAuthority } from './join-authority.ts';

type Env = Readonly<Record<string, string | undefined>>;

const stopMs = 10_000;

export function installPlace(paths: HomePaths, env: Env, relay: string): InstallPlace {
  const platform = knownPlatform();
  return {
    platform,
    env,
    dataFolder: paths.home,
    isUsualFolder: paths.home === join(homedir(), '.localagent'),
    node: process.execPath,
    relay,
    systemRoot: '',
    isInstalled: (family) => isInstalled(family, platform, env),
  };
}

/** Installs, then talks to what was installed as a browser would. */
export async function installTested(
  request: HostInstall,
  place: InstallPlace,
  env: Env,
): Promise<Result<InstallReport>> {
  const installed = installHost(request, place);
  if (!installed.ok || request.dryRun) return installed;
  const tested = request.system
    ? await testInFolderOfItsOwn(installed.value.launcher, env)
    : await selfTest(installed.value.launcher, env);
  if (!tested.ok) {
    return failed(
      fault('internal', `It was installed, and then: ${tested.fault.message}`, tested.fault.hint),
    );
  }
  return ok({ ...installed.value, done: [...installed.value.done, ...lastWords(request)] });
}

function lastWords(request: HostInstall): readonly string[] {
  return [
    'Tried it out: the program was started as a browser starts it, and answered.',
    request.system
      ? 'Now install the extension by policy (see installers/enterprise), or let each user load it.'
      : 'Now load the extension in the browser, if it is not there yet; it connects by itself.',
  ];
}

// Whoever installs for everyone is often root, whose own data folder has nothing to do with it.
async function testInFolderOfItsOwn(launcher: string, env: Env): Promise<Result<null>> {
  const home = mkdtempSync(join(tmpdir(), 'localagent-self-test-'));
  try {
    const tested = await selfTest(launcher, { ...env, LOCALAGENT_HOME: home });
    const authority = await joinAuthority(homePaths({ LOCALAGENT_HOME: home }), null);
    if (authority.ok) {
      await authority.value.call('authority.stop', { force: true }, { timeoutMs: stopMs });
      await Promise.race([
        authority.value.closed,
        new Promise((resolve) => setTimeout(resolve, stopMs).unref()),
      ]);
    }
    return tested;
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A browser counts as installed when its program is there, or the person has used it. */
function isInstalled(family: BrowserFamily, platform: Platform, env: Env): boolean {
  if (candidatesOf(family, { env, platform }).some(isExecutable)) return true;
  return platform !== 'win32' && existsSync(dirname(userManifestFolder(family, platform, env)));
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function knownPlatform(): Platform {
  const { platform } = process;
  if (platform === 'darwin' || platform === 'win32') return platform;
  // Other Unixes have the same folders as Linux.
  return 'linux';
}
