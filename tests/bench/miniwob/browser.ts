import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { installForProfile } from '../../../native-host/browser/install-host.ts';
import { launchBrowser } from '../../../native-host/browser/launch-browser.ts';
import { browserOf } from '../../../native-host/cli/wiring/browser-parts.ts';
import { installPlace } from '../../../native-host/cli/wiring/install-parts.ts';
import { joinAuthority } from '../../../native-host/cli/wiring/join-authority.ts';
import { homePaths } from '../../../native-host/io/home.ts';
import { Home } from '../../e2e/command-line.ts';
import { given, until } from '../../e2e/rig.ts';
import { root } from '../../house/source-tree.ts';
import type { CallTool } from './tools.ts';

// The product as people run it: a browser with the extension, the host, and a policy that names the pages' origin alone.

export type BenchBrowser = Readonly<{
  /** For setting episodes up and reading their score; policies never see it. */
  context: BrowserContext;
  call: CallTool;
  close(): Promise<void>;
}>;

const joinMs = 90_000;
const callMs = 60_000;

export async function openBrowser(origin: string): Promise<BenchBrowser> {
  const home = new Home();
  home.env['HOME'] = join(home.folder, 'person');
  mkdirSync(home.env['HOME'], { mode: 0o700 });
  const paths = homePaths(home.env);
  mkdirSync(home.home, { recursive: true, mode: 0o700 });
  writeFileSync(paths.policy, policyFor(origin), { mode: 0o600 });
  const profileFolder = join(paths.profiles, 'main');
  installForProfile(profileFolder, installPlace(paths, home.env, join(root, 'dist', 'host', 'relay.mjs')));
  const launched = given(
    await launchBrowser({
      browser: given(browserOf(paths, home.env)),
      profile: 'main',
      profileFolder,
      extensionFolder: join(root, '.output', 'chrome-mv3'),
      headless: true,
      env: { ...home.env, LOCALAGENT_PROFILE: 'main' },
    }),
  );
  const authority = given(await joinAuthority(paths, join(root, 'dist', 'host', 'main.mjs')));
  await until('the browser to join', joinMs, async () => {
    const status = given(await authority.call('status.get', {}));
    return status.profiles.some(({ name }) => name === 'main');
  });
  return {
    context: launched.context,
    async call(tool, args) {
      const params = { tool, args: { ...args }, profile: null, session: 'miniwob', unattended: false };
      const answer = await authority.call('tool.call', params, { timeoutMs: callMs });
      if (!answer.ok) return { fault: answer.fault, result: null };
      return { fault: answer.value.receipt.fault, result: answer.value.result };
    },
    async close() {
      authority.close();
      await launched.close();
      await home[Symbol.asyncDispose]();
    },
  };
}

function policyFor(origin: string): string {
  const sites = JSON.stringify([`origin:${origin}`]);
  const rules = ['read', 'write', 'delete'].map(
    (bucket) => `${bucket}: { mode: allow-list, resources: ${sites} }`,
  );
  return ['version: 1', ...rules, 'admin: { mode: deny-all }', ''].join('\n');
}
