import { Home } from '../../e2e/command-line.ts';
import { extensionFolder, openOwnBrowser, settle } from '../own-browser.ts';
import type { FaultSite } from './fault-site.ts';

// The product as people run it, on a data folder of the bench's own: a browser with the extension, the host, a policy that
// names the two sites and not the third, and one stored secret.

export type OurBrowser = Readonly<{ home: Home; close(): Promise<void> }>;

/** A password that its own encodings differ from. */
export const storedSecret = { name: 'portal', value: 'pässwörd & "more" 7%' } as const;
export const storedLogin = { name: 'archive', username: 'clerk', password: 'letters+42' } as const;

export async function openOurBrowser(site: FaultSite, switches: readonly string[]): Promise<OurBrowser> {
  const home = new Home();
  settle(home, policyFor(site, home.folder));
  await store(home, storedSecret.name, storedSecret.value, site);
  await store(home, storedLogin.name, storedLogin.password, site);
  // The last one counts.
  const extensions = `--load-extension=${extensionFolder},${site.extension.folder}`;
  const { launched, authority, joined } = await openOwnBrowser(home, [...switches, extensions]);
  await joined();
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
