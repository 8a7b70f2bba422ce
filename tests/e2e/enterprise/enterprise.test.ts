import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Portal, startPortal } from '../../../demo/portal.ts';
import { launchBrowser } from '../../../native-host/browser/launch-browser.ts';
import { DoctorDocument } from '../../../native-host/cli/commands/doctor.ts';
import type { Finding } from '../../../native-host/cli/doctor/finding.ts';
import { RunDocument } from '../../../native-host/cli/run/run-document.ts';
import { Organisation } from './organisation.ts';
import { panelWords } from './panel-words.ts';

// Goal: an organisation can put LocalAgent on its machines, its rules hold, and where another of its policies stands in
// the way, doctor and panel say so in one sentence that names it. Needs root, for a mount namespace.

const isRoot = process.getuid?.() === 0;
const password = 'pâss & "wörd"+';
let organisation: Organisation;
let portal: Portal;

beforeAll(async () => {
  if (!isRoot) return;
  organisation = await Organisation.start();
  portal = await startPortal({ username: 'buyer', password });
  const site = `origin:${portal.origin}`;
  const kept = await organisation.localagent(['secrets', 'set', 'vendor_portal', '--site', site], password);
  expect(kept.code).toBe(0);
  // The person's own rules allow everything, so that what is denied is the organisation's doing.
  const all = ['read', 'write', 'delete', 'admin'].map((bucket) => `${bucket}: { mode: allow-all }`);
  writeFileSync(join(organisation.home, 'policy.yaml'), ['version: 1', ...all, ''].join('\n'));
  const installed = await install('--system');
  expect(installed.err).toBe('');
});

afterAll(async () => {
  if (!isRoot) return;
  await organisation.end();
  await portal.close();
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
): Promise<void> {
  organisation.setPolicies({ ...organisation.forcedInstall, ...policies });
  const browser = organisation.openBrowser(`profile-${Math.random().toString(36).slice(2)}`);
  try {
    await connectedProfile();
    await work();
  } finally {
    await browser.end();
    await organisation.localagent(['stop', '--force']);
  }
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

test.runIf(isRoot)('DeveloperToolsAvailability is named by doctor and to the person', async () => {
  await inBrowser({ DeveloperToolsAvailability: 2 }, async () => {
    const found = await problems();
    expect(found.map(({ policy }) => policy)).toEqual([
      'DeveloperToolsAvailability',
      'DeveloperToolsAvailability',
    ]);
    for (const { sentence } of found) expect(sentence).toContain('policy DeveloperToolsAvailability');
    const { code, report } = await runReport('2026-03');
    expect(code).toBe(1);
    expect(report).toContain('policy DeveloperToolsAvailability');
  });
});

test.runIf(isRoot)('runtime_blocked_hosts is named by doctor and to the person', async () => {
  const { extensionId, updateUrl } = organisation;
  const settings = {
    installation_mode: 'force_installed',
    update_url: updateUrl,
    runtime_blocked_hosts: ['*://127.0.0.1'],
  };
  await inBrowser({ ExtensionSettings: { [extensionId]: settings } }, async () => {
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
  });
});

test.runIf(isRoot).each([
  ['NativeMessagingUserLevelHosts', { NativeMessagingUserLevelHosts: false }],
  ['NativeMessagingBlocklist', { NativeMessagingBlocklist: ['*'] }],
])('%s is named by doctor and panel', async (policy, policies) => {
  expect(await organisation.localagent(['uninstall', '--system'])).toMatchObject({ code: 0 });
  expect(await install()).toMatchObject({ code: 0 });
  // With its default an inspector may not look into an extension that a policy installed, so neither could this test.
  organisation.setPolicies({ ...organisation.forcedInstall, ...policies, DeveloperToolsAvailability: 1 });
  const launched = await launchBrowser({
    browser: {
      name: 'chromium',
      title: 'Chromium',
      executable: organisation.browserProgram,
      version: '',
      branded: false,
    },
    profile: 'person',
    profileFolder: join(organisation.person, '.config', 'chromium'),
    extensionFolder: null,
    headless: true,
    env: organisation.env,
  });
  if (!launched.ok) throw new Error(launched.fault.message);
  try {
    const { context } = launched.value;
    if (context.serviceWorkers().length === 0) await context.waitForEvent('serviceworker');
    expect(await panelWords(context, organisation.extensionId, new RegExp(policy))).toContain(policy);
    expect(await problems()).toMatchObject([
      { policy, sentence: expect.stringContaining(`policy ${policy}`) },
    ]);
  } finally {
    await launched.value.close();
    await organisation.localagent(['uninstall']);
    await install('--system');
  }
});

test.runIf(isRoot)('a host installed for everyone works under NativeMessagingUserLevelHosts', async () => {
  await inBrowser({ NativeMessagingUserLevelHosts: false }, async () => {
    expect(await problems()).toEqual([]);
  });
});
