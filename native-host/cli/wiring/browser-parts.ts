import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result } from '../../../shared/faults.ts';
import { browserMemory } from '../../browser/browser-memory.ts';
import { type FoundBrowser, findBrowser } from '../../browser/find-browser.ts';
import { type InstallPlace, installForProfile } from '../../browser/install-host.ts';
import { launchBrowser } from '../../browser/launch-browser.ts';
import { readProfileRecord } from '../../browser/profile-record.ts';
import { loadConfig } from '../../config/load-config.ts';
import type { HomePaths } from '../../io/home.ts';
import type { PersonWindow } from '../parts.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** The browser that runs of one's own work in, by environment and configuration. */
export function browserOf(paths: HomePaths, env: Env): Result<FoundBrowser> {
  const { executable, prefer } = loadConfig(paths.config).browser;
  return findBrowser({ env, platform: process.platform, executable, prefer });
}

/** Starts a named profile of the data folder; its browser finds the host by a manifest in the profile itself. */
export async function launchProfile(
  options: Readonly<{ profile: string; headless: boolean; url?: string }>,
  at: Readonly<{ paths: HomePaths; env: Env; place: InstallPlace; extension: string }>,
): Promise<Result<PersonWindow>> {
  const browser = browserOf(at.paths, at.env);
  if (!browser.ok) return browser;
  const profileFolder = join(at.paths.profiles, options.profile);
  const record = readProfileRecord(profileFolder);
  if (!record.ok) return record;
  installForProfile(profileFolder, at.place);
  const launched = await launchBrowser({
    browser: browser.value,
    profile: options.profile,
    profileFolder,
    extensionFolder: at.extension,
    headless: options.headless,
    manner: record.value,
    ...(options.url === undefined ? {} : { url: options.url }),
    // The relay, which the browser starts, learns from these which data folder and which name are meant.
    env: { ...at.env, LOCALAGENT_HOME: at.paths.home, LOCALAGENT_PROFILE: options.profile },
  });
  if (!launched.ok) return launched;
  const { profile, notes, closed, ended, close, context } = launched.value;
  return ok({ profile, notes, closed, ended, close, memory: () => browserMemory(context) });
}

/** Names of the profiles that runs of one's own have made. */
export function profileNames(paths: HomePaths): readonly string[] {
  if (!existsSync(paths.profiles)) return [];
  return readdirSync(paths.profiles, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
