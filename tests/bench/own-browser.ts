import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installForProfile } from '../../native-host/browser/install-host.ts';
import { launchBrowser } from '../../native-host/browser/launch-browser.ts';
import { browserOf } from '../../native-host/cli/wiring/browser-parts.ts';
import { installPlace } from '../../native-host/cli/wiring/install-parts.ts';
import { joinAuthority } from '../../native-host/cli/wiring/join-authority.ts';
import { homePaths } from '../../native-host/io/home.ts';
import type { Home } from '../e2e/command-line.ts';
import { given, until } from '../e2e/rig.ts';
import { root } from '../house/source-tree.ts';

const joinMs = 90_000;

export const extensionFolder = join(root, '.output', 'chrome-mv3');

/** Prepares a bench's data folder: a home of the person's own, and the policy. */
export function settle(home: Home, policy: string): void {
  home.env['HOME'] = join(home.folder, 'person');
  mkdirSync(home.env['HOME'], { recursive: true, mode: 0o700 });
  mkdirSync(home.home, { recursive: true, mode: 0o700 });
  writeFileSync(homePaths(home.env).policy, policy, { mode: 0o600 });
}

/** The product as people run it, on that data folder: a browser with the extension, and the host, joined. */
export async function openOwnBrowser(home: Home, switches: readonly string[] = []) {
  const paths = homePaths(home.env);
  const profileFolder = join(paths.profiles, 'main');
  installForProfile(profileFolder, installPlace(paths, home.env, join(root, 'dist', 'host', 'relay.mjs')));
  const launched = given(
    await launchBrowser({
      browser: given(browserOf(paths, home.env)),
      profile: 'main',
      profileFolder,
      extensionFolder,
      headless: true,
      env: { ...home.env, LOCALAGENT_PROFILE: 'main' },
      switches,
    }),
  );
  const authority = given(await joinAuthority(paths, join(root, 'dist', 'host', 'main.mjs')));
  return {
    launched,
    authority,
    /** Waits until the browser is connected. */
    joined: () =>
      until('the browser to join', joinMs, async () => {
        const status = given(await authority.call('status.get', {}));
        return status.profiles.some(({ name }) => name === 'main');
      }),
  };
}
