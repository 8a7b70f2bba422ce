import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installForProfile } from '../../../native-host/browser/install-host.ts';
import { launchBrowser } from '../../../native-host/browser/launch-browser.ts';
import { browserOf } from '../../../native-host/cli/wiring/browser-parts.ts';
import { installPlace } from '../../../native-host/cli/wiring/install-parts.ts';
import { joinAuthority } from '../../../native-host/cli/wiring/join-authority.ts';
import { homePaths } from '../../../native-host/io/home.ts';
import { Home } from '../../e2e/command-line.ts';
import { given, until } from '../../e2e/rig.ts';
import { root } from '../../house/source-tree.ts';
import type { FaultSite } from './fault-site.ts';

// The product as people run it, on a data folder of the bench's own: a browser with the extension, the host, a policy that
// names the two sites and not the third, and one stored secret.

export type OurBrowser = Readonly<{ home: Home; close(): Promise<void> }>;

/** A password that its own encodings differ from. */
export const storedSecret = { name: 'portal', value: 'pässwörd & "more" 7%' } as const;
export const storedLogin = { name: 'archive', username: 'clerk', password: 'letters+42' } as const;

const joinMs = 60_000;

export async function openOurBrowser(site: FaultSite, switches: readonly string[]): Promise<OurBrowser> {
  const home = new Home();
  home.env['HOME'] = join(home.folder, 'person');
  mkdirSync(home.env['HOME'], { mode: 0o700 });
  const paths = homePaths(home.env);
  await store(home, storedSecret.name, storedSecret.value, site);
  await store(home, storedLogin.name, storedLogin.password, site);
  writeFileSync(paths.policy, policyFor(site, home.folder), { mode: 0o600 });
  const extensionFolder = join(root, '.output', 'chrome-mv3');
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
      // The last one counts.
      switches: [...switches, `--load-extension=${extensionFolder},${site.extension.folder}`],
    }),
  );
  const authority = given(await joinAuthority(paths, join(root, 'dist', 'host', 'main.mjs')));
  await until('the browser to join', joinMs, async () => {
    const status = given(await authority.call('status.get', {}));
    return status.profiles.some(({ name }) => name === 'main');
  });
  return {
    home,
    async close() {
      authority.close();
      await launched.close();
      await home[Symbol.asyncDispose]();
    },
  };
}

async function store(home: Home, name: string, value: string, site: FaultSite): Promise<void> {
  const sites = [site.origin, site.otherOrigin].flatMap((origin) => ['--site', `origin:${origin}`]);
  const stored = await home.run(['secrets', 'set', name, ...sites], { input: value });
  if (stored.code !== 0) throw new Error(`the secret was not stored: ${stored.stderr}`);
}

function policyFor(site: FaultSite, folder: string): string {
  const sites = JSON.stringify([`origin:${site.origin}`, `origin:${site.otherOrigin}`, `folder:${folder}`]);
  const buckets = ['read', 'write', 'delete', 'admin'];
  return [
    'version: 1',
    ...buckets.map((bucket) => `${bucket}: { mode: allow-list, resources: ${sites} }`),
    '',
  ].join('\n');
}
