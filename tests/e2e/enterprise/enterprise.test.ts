import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Portal, startPortal } from '../../../demo/portal.ts';
import { browserPolicies } from '../../../native-host/browser/browser-policies.ts';
import { DoctorDocument } from '../../../native-host/cli/commands/doctor.ts';
import type { Finding } from '../../../native-host/cli/doctor/finding.ts';
import { RunDocument } from '../../../native-host/cli/run/run-document.ts';
import { root } from '../../house/source-tree.ts';
import { Display } from '../display.ts';
import { until } from '../rig.ts';
import { type BrowserWindow, Organisation } from './organisation.ts';
import { panelWords } from './panel-words.ts';

// Goal: an organisation can put LocalAgent on its machines, its rules hold, and where another of its policies stands in
// the way, doctor and panel say so in one sentence that names it. Needs root, for a mount namespace. Pictures of the panel
// stay in test-artifacts/enterprise.

const isRoot = process.getuid?.() === 0;
const password = 'pâss & "wörd"+';
let organisation: Organisation;
let portal: Portal;
let display: Display;
const pictures = join(root, 'test-artifacts', 'enterprise');
const openMs = 30_000;

beforeAll(async () => {
  if (!isRoot) return;
  mkdirSync(pictures, { recursive: true });
  organisation = await Organisation.start();
  display = await Display.open();
  portal = await startPortal({ username: 'buyer', password });
  const site = `origin:${portal.origin}`;
  const kept = await organisation.localagent(['secrets', 'set', 'vendor_portal', '--site', site], password);
  expect(kept.code).toBe(0);
  // The person's own rules allow everything, so that what is denied is the organisation's doing.
  const all = ['read', 'write', 'delete', 'admin'].map(
    (bucket) => `${bucket}: { mode: block-list, resources: [], except: ["${site}"] }`,
  );
  writeFileSync(join(organisation.home, 'policy.yaml'), ['version: 1', ...all, ''].join('\n'));
  const installed = await install('--system');
  expect(installed.err).toBe('');
});

afterAll(async () => {
  if (!isRoot) return;
  await organisation.end();
  await portal.close();
  await display[Symbol.asyncDispose]();
});

const install = (...args: readonly string[]) =>
  organisation.localagent([
    'install',
    '--browser',
    'chromium',
    '--extension-id',
    organisation.extensionId,
    ...args,
  ]);

async function connectedProfile(): Promise<string> {
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    const status = await organisation.localagent(['status', '--json']);
    const name = /"profiles":\[\{"name":"([^"]+)"/.exec(status.out)?.[1];
    if (name !== undefined) return name;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error('no browser connected');
}

/** A person's browser under the policies, while `work` is done with it. */
async function inBrowser(
  policies: Readonly<Record<string, unknown>>,
  work: () => Promise<void>,
  window: BrowserWindow = {},
): Promise<void> {
  organisation.setPolicies({ ...organisation.forcedInstall, ...policies });
  const profile = `profile-${Math.random().toString(36).slice(2)}`;
  const browser = organisation.openBrowser(join(organisation.folder, profile), window);
  try {
    await connectedProfile();
    await work();
  } finally {
    await browser.end();
    await organisation.localagent(['stop', '--force']);
  }
}

/** All that the panel in the window says once it says `wanted`; a picture of it is kept. */
async function panelSays(wanted: RegExp, picture: string): Promise<string> {
  await until('the window to come up', openMs, () => display.hasActiveWindow());
  const words = await panelWords(display, wanted);
  await display.picture(join(pictures, `${picture}.png`));
  return words;
}

async function problems(): Promise<readonly Finding[]> {
  const { out } = await organisation.localagent(['doctor', '--json']);
  return DoctorDocument.parse(JSON.parse(out)).findings.filter(({ state }) => state === 'problem');
}

/** Each test takes another month: what was filed before ends a run at once. */
async function runReport(period: string): Promise<{ code: number; document: RunDocument; report: string }> {
  const parameters = [`portal_url=${portal.origin}`, 'username=buyer', `period=${period}`];
  const { code, out } = await organisation.localagent([
    'run',
    ...['--template', 'vendor-portal-report', '--json'],
    ...parameters.flatMap((parameter) => ['--param', parameter]),
    ...['--out', join(organisation.folder, 'filed')],
  ]);
  const document = RunDocument.parse(JSON.parse(out));
  return { code, document, report: document.report === null ? '' : readFileSync(document.report, 'utf8') };
}

test.runIf(isRoot)("the machine's own Chromium is left alone", () => {
  expect(existsSync('/etc/chromium/policies/managed/localagent.json')).toBe(false);
  expect(existsSync('/etc/chromium/native-messaging-hosts/com.localagent.host.json')).toBe(false);
  expect(existsSync('/usr/local/lib/localagent')).toBe(false);
});

test.runIf(isRoot)(
  'a browser that the organisation manages gets the extension and does the job',
  async () => {
    await inBrowser({}, async () => {
      const { code, document } = await runReport('2026-05');
      expect([code, document.status, document.ledger.verified]).toEqual([0, 'succeeded', true]);
      expect(document.files.length).toBeGreaterThan(0);
      expect(await problems()).toEqual([]);
    });
  },
);

test.runIf(isRoot)(
  "the organisation's rule denies what the person's rules allow, and nothing is done",
  async () => {
    const rules = {
      version: 1,
      admin: {
        mode: 'allow-all',
        tools: { download: { mode: 'block-list', resources: [`origin:${portal.origin}`] } },
      },
    };
    await inBrowser({ '3rdparty': { extensions: { [organisation.extensionId]: rules } } }, async () => {
      const before = portal.requests.length;
      const { code, document, report } = await runReport('2026-04');
      expect([code, document.status]).toEqual([3, 'refused']);
      expect(document.steps.filter(({ runs }) => runs > 0)).toEqual([]);
      expect(portal.requests).toHaveLength(before);
      expect(report).toMatch(/not allowed by your organisation/);
      expect(report).toMatch(/Deciding policy.*download/);
    });
  },
);

test.runIf(isRoot)(
  'an organisation switches LocalAgent off: nothing is done, and report, status and panel say who did it',
  async () => {
    const off = { version: 1, organisation: 'Example Ltd', disabled: true, disabled_reason: 'Incident 12' };
    const work = async () => {
      const before = portal.requests.length;
      expect(await panelSays(/Switched off/, 'switched-off')).toContain('switched off by Example Ltd');
      const { code, document, report } = await runReport('2026-02');
      expect([code, document.status]).toEqual([3, 'refused']);
      expect(report).toMatch(/switched off by Example Ltd \(managed policy .*Incident 12/);
      expect(portal.requests).toHaveLength(before);
      expect((await organisation.localagent(['status'])).out).toContain('switched off by Example Ltd');
      const asked = ['policy', 'explain', 'get_text', 'https://example.com'];
      const explained = await organisation.localagent(asked);
      expect([explained.code, explained.out]).toEqual([
        3,
        expect.stringContaining('switched off by Example Ltd'),
      ]);
    };
    const managed = { '3rdparty': { extensions: { [organisation.extensionId]: off } } };
    await inBrowser(managed, work, { display });
  },
);

test.runIf(isRoot)(
  'DeveloperToolsAvailability is named by the panel, by doctor and in a report',
  async () => {
    const work = async () => {
      expect(await panelSays(/DeveloperTools/, 'developer-tools')).toContain(
        browserPolicies.DeveloperToolsAvailability.sentence,
      );
      const found = await problems();
      expect(found.map(({ policy }) => policy)).toEqual([
        'DeveloperToolsAvailability',
        'DeveloperToolsAvailability',
      ]);
      for (const { sentence } of found) expect(sentence).toContain('policy DeveloperToolsAvailability');
      const { code, report } = await runReport('2026-03');
      expect(code).toBe(1);
      expect(report).toContain('policy DeveloperToolsAvailability');
    };
    await inBrowser({ DeveloperToolsAvailability: 2 }, work, { display });
  },
);

test.runIf(isRoot)('runtime_blocked_hosts is named by the panel, by doctor and to the caller', async () => {
  const { extensionId, updateUrl } = organisation;
  const settings = {
    installation_mode: 'force_installed',
    update_url: updateUrl,
    runtime_blocked_hosts: ['*://127.0.0.1'],
  };
  const work = async () => {
    expect(await panelSays(/runtime_blocked/, 'blocked-hosts')).toContain(
      browserPolicies.runtime_blocked_hosts.sentence,
    );
    expect(await problems()).toMatchObject([
      {
        policy: 'ExtensionSettings.runtime_blocked_hosts',
        sentence: expect.stringContaining('runtime_blocked_hosts'),
      },
    ]);
    const args = JSON.stringify({ url: portal.origin });
    expect(await organisation.localagent(['call', 'navigate', '--args', args])).toMatchObject({ code: 0 });
    const read = await organisation.localagent(['call', 'get_text']);
    expect(read.code).toBe(1);
    expect(read.err).toContain('policy runtime_blocked_hosts');
  };
  const window = { display, switches: ['--force-dark-mode'] };
  await inBrowser({ ExtensionSettings: { [extensionId]: settings } }, work, window);
});

/** What panel and doctor say where a policy keeps the browser from starting the host, installed as it is now. */
async function kept(policies: Readonly<Record<string, unknown>>, wanted: RegExp, picture: string) {
  organisation.setPolicies({ ...organisation.forcedInstall, ...policies });
  // Where a browser without a switch has its profile; manifests of one user are looked for beside it.
  const profile = join(organisation.person, '.config', 'chromium');
  const browser = organisation.openBrowser(profile, { display });
  try {
    await until('the package to come', openMs, () => organisation.isInstalledIn(profile));
    return { panel: await panelSays(wanted, picture), doctor: await problems() };
  } finally {
    await browser.end();
    rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
  }
}

test.runIf(isRoot)('NativeMessagingBlocklist is named by panel and doctor', async () => {
  const policy = 'NativeMessagingBlocklist';
  const { panel, doctor } = await kept({ [policy]: ['*'] }, /Blocklist/, 'blocklist');
  expect(panel).toContain('Switched off by your organisation');
  expect(panel).toContain(browserPolicies[policy].sentence);
  expect(doctor).toMatchObject([{ policy, sentence: expect.stringContaining(`policy ${policy}`) }]);
});

test.runIf(isRoot)('NativeMessagingUserLevelHosts is named by panel and doctor', async () => {
  const policy = 'NativeMessagingUserLevelHosts';
  expect(await organisation.localagent(['uninstall', '--system'])).toMatchObject({ code: 0 });
  expect(await install()).toMatchObject({ code: 0 });
  try {
    const { panel, doctor } = await kept({ [policy]: false }, /UserLevel/, 'user-level-hosts');
    expect(panel).toContain(`policy ${policy} hides an installation made for one user`);
    expect(panel).toContain('an administrator runs it with --system');
    expect(doctor).toMatchObject([{ policy, sentence: expect.stringContaining(`policy ${policy}`) }]);
  } finally {
    await organisation.localagent(['uninstall']);
    await install('--system');
  }
});

test.runIf(isRoot)('a host installed for everyone works under NativeMessagingUserLevelHosts', async () => {
  await inBrowser({ NativeMessagingUserLevelHosts: false }, async () => {
    expect(await problems()).toEqual([]);
  });
});
