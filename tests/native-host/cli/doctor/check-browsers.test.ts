import { expect, test } from 'vitest';
import { type BrowserOnDisk, checkBrowsers } from '../../../../native-host/cli/doctor/check-browsers.ts';
import { extensionId } from '../../../../shared/extension-id.ts';
import { failed, fault, ok } from '../../../../shared/faults.ts';

const manifest = { path: '/l/host', allowed_origins: [`chrome-extension://${extensionId}/`] };
const chromium: BrowserOnDisk = {
  name: 'chromium',
  title: 'Chromium',
  manifests: [{ scope: 'user', file: '/m.json', manifest }],
  policies: [],
};

function look(browser: BrowserOnDisk, executable = true, path = '/usr/bin/chromium') {
  return checkBrowsers({
    findBrowser: () => ok({ title: 'Chromium', executable: path, version: '156' }),
    browsers: () => [browser],
    isExecutable: () => executable,
  }).map(({ check, state, sentence }) => `${check} ${state}: ${sentence}`);
}

test('a browser with a manifest of ours is well', () => {
  expect(look(chromium)).toEqual([
    'browser ok: Chromium 156 at /usr/bin/chromium.',
    'manifest.chromium ok: is installed for this user.',
  ]);
});

test.each([
  [[], true, 'note: is not installed for this browser.'],
  [
    [{ scope: 'user' as const, file: '/m.json', manifest: null }],
    true,
    'problem: /m.json is no manifest of LocalAgent.',
  ],
  [chromium.manifests, false, 'problem: /m.json names /l/host, which cannot be started.'],
  [
    [{ scope: 'user' as const, file: '/m.json', manifest: { ...manifest, allowed_origins: [] } }],
    true,
    `problem: /m.json does not name the extension ${extensionId}.`,
  ],
])('manifests %j (startable: %s) give %j', (manifests, executable, expected) => {
  expect(look({ ...chromium, manifests }, executable)[1]).toBe(`manifest.chromium ${expected}`);
});

test('NativeMessagingUserLevelHosts is a problem only while the host is installed for one user', () => {
  const policies = [{ file: '/p.json', text: '{"NativeMessagingUserLevelHosts":false}' }];
  expect(look({ ...chromium, policies })[2]).toContain('NativeMessagingUserLevelHosts problem');
  const system = [{ scope: 'system' as const, file: '/s.json', manifest }];
  expect(look({ ...chromium, manifests: system, policies })).toHaveLength(2);
});

test('a browser in a sandbox of its own is noted, none at all is a problem', () => {
  expect(look(chromium, true, '/snap/bin/chromium')[0]).toContain('browser note');
  const none = checkBrowsers({
    findBrowser: () => failed(fault('browser-gone', 'None.', 'Install one.')),
    browsers: () => [],
    isExecutable: () => true,
  });
  expect(none).toMatchObject([{ state: 'problem', sentence: 'None.', remedy: 'Install one.' }]);
});
