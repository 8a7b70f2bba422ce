import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { type Portal, type PortalOptions, startPortal } from '../../demo/portal.ts';
import { installForProfile } from '../../native-host/browser/install-host.ts';
import { type LaunchedBrowser, launchBrowser } from '../../native-host/browser/launch-browser.ts';
import type { Authority } from '../../native-host/cli/parts.ts';
import { browserOf } from '../../native-host/cli/wiring/browser-parts.ts';
import { installPlace } from '../../native-host/cli/wiring/install-parts.ts';
import { joinAuthority } from '../../native-host/cli/wiring/join-authority.ts';
import { type HomePaths, homePaths } from '../../native-host/io/home.ts';
import { extensionId } from '../../shared/extension-id.ts';
import type { Receipt } from '../../shared/receipt.ts';
import { root } from '../house/source-tree.ts';
import { Home } from './command-line.ts';

/** Places that a policy may name. */
export type Places = Readonly<{ portal: string; folder: string }>;

export type RigOptions = Readonly<{
  /** Text of `policy.yaml`; left out: read and write on the portal and the folder, and downloads from the portal. */
  policy?: (places: Places) => string;
  /** Browsers to start, by profile name; left out: one, `main`. */
  profiles?: readonly string[];
  portal?: Partial<Omit<PortalOptions, 'username' | 'password'>>;
  /** Switches for the browsers besides those of the product. */
  switches?: readonly string[];
  /** Text of `config.yaml`. */
  config?: string;
  /** The browser's program, where it is not the machine's own. */
  browserProgram?: string;
}>;

export type ToolAnswer = Readonly<{
  receipt: z.infer<typeof Receipt>;
  result: Readonly<Record<string, unknown>> | null;
}>;

export type CallPlace = Readonly<{ profile?: string; session?: string; unattended?: boolean }>;

/** A peer on the authority's own socket, joined as the command line joins it. */
export type Client = Readonly<{
  authority: Authority;
  /** One tool call through the gate; the receipt comes back whatever came of it. */
  call(tool: string, args: Readonly<Record<string, unknown>>, place?: CallPlace): Promise<ToolAnswer>;
}>;

const username = 'purchasing@example.com';
const secretName = 'vendor_portal';
const callMs = 90_000;
const connectMs = 45_000;
const policyMs = 5_000;
const pollMs = 50;

/** A portal, a data folder with the secret and the policy in it, and browsers with the extension; all end with it. */
export class Rig {
  readonly home: Home;
  readonly paths: HomePaths;
  readonly portal: Portal;
  readonly username = username;
  /** New each time, with what log-in forms trip over. */
  readonly password: string;
  /** Where runs file their documents. */
  readonly folder: string;
  readonly browsers = new Map<string, LaunchedBrowser>();
  readonly #clients: Authority[] = [];
  readonly #switches: readonly string[];
  #policy = '';

  constructor(home: Home, portal: Portal, password: string, switches: readonly string[] = []) {
    this.#switches = switches;
    this.home = home;
    this.paths = homePaths(home.env);
    this.portal = portal;
    this.password = password;
    this.folder = join(home.folder, 'reports');
  }

  /** Writes `policy.yaml`, and waits until a running authority goes by it. */
  async setPolicy(policy: (places: Places) => string): Promise<void> {
    const text = policy({ portal: `origin:${this.portal.origin}`, folder: `folder:${this.folder}` });
    if (text === this.#policy) return;
    this.#policy = text;
    const before = await this.#rules();
    writeFileSync(this.paths.policy, text, { mode: 0o600 });
    if (before === null) return;
    await until('the policy to count', policyMs, async () => (await this.#rules()) !== before);
  }

  /** The rules in force, as one text; null when no authority runs. */
  async #rules(): Promise<string | null> {
    const joined = await joinAuthority(this.paths, null);
    if (!joined.ok) return null;
    const status = given(await joined.value.call('status.get', {}));
    joined.value.close();
    return JSON.stringify(status.policy);
  }

  /** Arguments of `localagent run` for the report of a month. */
  runArguments(period: string, more: readonly string[] = []): readonly string[] {
    const { portal, folder } = this;
    const parameters = { portal_url: portal.origin, username, period, folder };
    const given = Object.entries(parameters).flatMap(([name, value]) => ['--param', `${name}=${value}`]);
    return ['run', '--template', 'vendor-portal-report', ...given, ...more];
  }

  /** Starts a browser with the extension as the product does, and waits until it has joined the authority. */
  async launch(profile: string): Promise<LaunchedBrowser> {
    const { home, paths } = this;
    const place = installPlace(paths, home.env, join(root, 'dist', 'host', 'relay.mjs'));
    const browser = browserOf(paths, home.env);
    if (!browser.ok) throw new Error(browser.fault.message);
    const profileFolder = join(paths.profiles, profile);
    installForProfile(profileFolder, place);
    const launched = await launchBrowser({
      browser: browser.value,
      profile,
      profileFolder,
      extensionFolder: join(root, '.output', 'chrome-mv3'),
      headless: true,
      env: { ...home.env, LOCALAGENT_PROFILE: profile },
      switches: this.#switches,
    });
    if (!launched.ok) throw new Error(`${launched.fault.message} ${JSON.stringify(launched.fault.detail)}`);
    this.browsers.set(profile, launched.value);
    const client = await this.client();
    await until(`the browser "${profile}" to join`, connectMs, async () => {
      const status = given(await client.authority.call('status.get', {}));
      return status.profiles.some(({ name }) => name === profile);
    });
    return launched.value;
  }

  browser(profile = 'main'): LaunchedBrowser {
    const found = this.browsers.get(profile);
    if (found === undefined) throw new Error(`no browser "${profile}" was started`);
    return found;
  }

  async client(): Promise<Client> {
    const joined = given(await joinAuthority(this.paths, join(root, 'dist', 'host', 'main.mjs')));
    this.#clients.push(joined);
    return {
      authority: joined,
      async call(tool, args, { profile, session, unattended } = {}) {
        const params = {
          tool,
          args: { ...args },
          profile: profile ?? null,
          session: session ?? 'test',
          unattended: unattended ?? false,
        };
        return given(await joined.call('tool.call', params, { timeoutMs: callMs }));
      },
    };
  }

  /** Browsers go first: a worker that lost its host would start a new authority. */
  async [Symbol.asyncDispose](): Promise<void> {
    for (const client of this.#clients) client.close();
    for (const browser of this.browsers.values()) await browser.close();
    await this.home[Symbol.asyncDispose]();
    await this.portal.close();
  }
}

export async function startRig(options: RigOptions = {}): Promise<Rig> {
  const home = new Home();
  // Browsers keep downloads and more in the person's own folder; this is a person of the test's own.
  home.env['HOME'] = join(home.folder, 'person');
  mkdirSync(home.env['HOME'], { mode: 0o700 });
  if (options.browserProgram !== undefined) home.env['LOCALAGENT_BROWSER'] = options.browserProgram;
  const password = `${randomBytes(9).toString('base64url')}é&+"`;
  const portal = await startPortal({ ...options.portal, username, password });
  const rig = new Rig(home, portal, password, options.switches);
  try {
    const args = ['secrets', 'set', secretName, '--site', `origin:${portal.origin}`];
    const stored = await home.run(args, { input: password });
    if (stored.code !== 0) throw new Error(`the secret was not stored: ${stored.stderr}`);
    if (options.config !== undefined) writeFileSync(rig.paths.config, options.config, { mode: 0o600 });
    await rig.setPolicy(options.policy ?? portalOnly);
    for (const profile of options.profiles ?? ['main']) await rig.launch(profile);
    return rig;
  } catch (error) {
    await rig[Symbol.asyncDispose]();
    throw error;
  }
}

/** Exactly the portal and the folder, nobody asked. */
export function portalOnly({ portal, folder }: Places): string {
  return policyText({ sites: [portal], folders: [folder], downloads: { allowed: [portal] } });
}

/** A `policy.yaml` that names sites and folders. */
export function policyText(rules: {
  readonly sites: readonly string[];
  readonly folders: readonly string[];
  readonly downloads: { readonly allowed: readonly string[] } | 'denied';
  readonly approve?: boolean;
}): string {
  const list = JSON.stringify([...rules.sites, ...rules.folders]);
  const approve = rules.approve === true ? ', approve: true' : '';
  const download =
    rules.downloads === 'denied'
      ? '{ mode: deny-all }'
      : `{ mode: allow-list, resources: ${JSON.stringify(rules.downloads.allowed)}${approve} }`;
  return [
    'version: 1',
    `read: { mode: allow-list, resources: ${list} }`,
    `write: { mode: allow-list, resources: ${list}${approve} }`,
    'delete: { mode: deny-all }',
    'admin:',
    '  mode: deny-all',
    '  tools:',
    `    download: ${download}`,
    '',
  ].join('\n');
}

/** The extension's service worker, as Playwright sees it. */
export function workerOf(browser: LaunchedBrowser) {
  const worker = browser.context.serviceWorkers().find((one) => one.url().includes(extensionId));
  if (worker === undefined) throw new Error('the extension has no worker');
  return worker;
}

/** Looks again and again until it holds. For states that announce themselves by no event. */
export async function until(
  what: string,
  timeoutMs: number,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; ) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
  throw new Error(`timed out waiting for ${what}`);
}

/** The value of a result; a fault fails the test with its words. */
export function given<T>(
  result:
    | { readonly ok: true; readonly value: T }
    | {
        readonly ok: false;
        readonly fault: { readonly code: string; readonly message: string; readonly detail?: unknown };
      },
): T {
  if (result.ok) return result.value;
  const { code, message, detail } = result.fault;
  throw new Error(`${code}: ${message} ${detail === undefined ? '' : JSON.stringify(detail)}`);
}
