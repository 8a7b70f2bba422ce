import { expect, test } from 'vitest';
import {
  BrowserName,
  browserFamilies,
  browserFamily,
  userManifestFolder,
} from '../../../native-host/browser/browser-families.ts';

test('every name has one family', () => {
  expect(browserFamilies.map(({ name }) => name).sort()).toEqual([...BrowserName.options].sort());
  for (const name of BrowserName.options) expect(browserFamily(name).name).toBe(name);
});

test("a user's manifests follow the desktop's configuration folder on Linux", () => {
  const chrome = browserFamily('chrome');
  const env = { HOME: '/home/a' };
  expect(userManifestFolder(chrome, 'linux', env)).toBe('/home/a/.config/google-chrome/NativeMessagingHosts');
  expect(userManifestFolder(chrome, 'linux', { ...env, XDG_CONFIG_HOME: '/x' })).toBe(
    '/x/google-chrome/NativeMessagingHosts',
  );
  expect(userManifestFolder(chrome, 'darwin', env)).toBe(
    '/home/a/Library/Application Support/Google/Chrome/NativeMessagingHosts',
  );
});
