import { expect, test } from 'vitest';
import { browserFamilies, browserFamily } from '../../../native-host/browser/browser-families.ts';
import {
  HostManifest,
  hostManifest,
  launcherText,
  manifestPlace,
  registryArguments,
  systemLauncherFolder,
} from '../../../native-host/browser/host-manifest.ts';
import { extensionId } from '../../../shared/extension-id.ts';

const at = { env: { HOME: '/home/a' }, files: 'C:\\Users\\a\\.localagent\\bin' };

test('a manifest names the program and the extension, and an organisation may add its own id', () => {
  const own = 'a'.repeat(32);
  const manifest = hostManifest('/home/a/.localagent/bin/localagent-host', [own, extensionId]);
  expect(HostManifest.parse(manifest)).toEqual({
    name: 'com.localagent.host',
    description: 'LocalAgent: the local program behind the extension.',
    path: '/home/a/.localagent/bin/localagent-host',
    type: 'stdio',
    allowed_origins: [`chrome-extension://${extensionId}/`, `chrome-extension://${own}/`],
  });
  expect(() => hostManifest('/x', ['*'])).toThrow('32 letters');
});

test('every browser has its place on every platform, for one user and for all', () => {
  const places = browserFamilies.flatMap((family) =>
    (['linux', 'darwin', 'win32'] as const).flatMap((platform) =>
      (['user', 'system'] as const).map((scope) => {
        const { file, registry } = manifestPlace(family, platform, scope, at);
        return `${family.name} ${platform} ${scope}: ${registry ?? file}`;
      }),
    ),
  );
  expect(places).toMatchInlineSnapshot(`
    [
      "chrome linux user: /home/a/.config/google-chrome/NativeMessagingHosts/com.localagent.host.json",
      "chrome linux system: /etc/opt/chrome/native-messaging-hosts/com.localagent.host.json",
      "chrome darwin user: /home/a/Library/Application Support/Google/Chrome/NativeMessagingHosts/com.localagent.host.json",
      "chrome darwin system: /Library/Google/Chrome/NativeMessagingHosts/com.localagent.host.json",
      "chrome win32 user: HKCU\\Software\\Google\\Chrome\\NativeMessagingHosts\\com.localagent.host",
      "chrome win32 system: HKLM\\Software\\Google\\Chrome\\NativeMessagingHosts\\com.localagent.host",
      "chromium linux user: /home/a/.config/chromium/NativeMessagingHosts/com.localagent.host.json",
      "chromium linux system: /etc/chromium/native-messaging-hosts/com.localagent.host.json",
      "chromium darwin user: /home/a/Library/Application Support/Chromium/NativeMessagingHosts/com.localagent.host.json",
      "chromium darwin system: /Library/Application Support/Chromium/NativeMessagingHosts/com.localagent.host.json",
      "chromium win32 user: HKCU\\Software\\Chromium\\NativeMessagingHosts\\com.localagent.host",
      "chromium win32 system: HKLM\\Software\\Chromium\\NativeMessagingHosts\\com.localagent.host",
      "edge linux user: /home/a/.config/microsoft-edge/NativeMessagingHosts/com.localagent.host.json",
      "edge linux system: /etc/opt/edge/native-messaging-hosts/com.localagent.host.json",
      "edge darwin user: /home/a/Library/Application Support/Microsoft Edge/NativeMessagingHosts/com.localagent.host.json",
      "edge darwin system: /Library/Microsoft/Edge/NativeMessagingHosts/com.localagent.host.json",
      "edge win32 user: HKCU\\Software\\Microsoft\\Edge\\NativeMessagingHosts\\com.localagent.host",
      "edge win32 system: HKLM\\Software\\Microsoft\\Edge\\NativeMessagingHosts\\com.localagent.host",
      "brave linux user: /home/a/.config/BraveSoftware/Brave-Browser/NativeMessagingHosts/com.localagent.host.json",
      "brave linux system: /etc/chromium/native-messaging-hosts/com.localagent.host.json",
      "brave darwin user: /home/a/Library/Application Support/BraveSoftware/Brave-Browser/NativeMessagingHosts/com.localagent.host.json",
      "brave darwin system: /Library/Google/Chrome/NativeMessagingHosts/com.localagent.host.json",
      "brave win32 user: HKCU\\Software\\Google\\Chrome\\NativeMessagingHosts\\com.localagent.host",
      "brave win32 system: HKLM\\Software\\Google\\Chrome\\NativeMessagingHosts\\com.localagent.host",
      "vivaldi linux user: /home/a/.config/vivaldi/NativeMessagingHosts/com.localagent.host.json",
      "vivaldi linux system: /etc/chromium/native-messaging-hosts/com.localagent.host.json",
      "vivaldi darwin user: /home/a/Library/Application Support/Vivaldi/NativeMessagingHosts/com.localagent.host.json",
      "vivaldi darwin system: /Library/Google/Chrome/NativeMessagingHosts/com.localagent.host.json",
      "vivaldi win32 user: HKCU\\Software\\Google\\Chrome\\NativeMessagingHosts\\com.localagent.host",
      "vivaldi win32 system: HKLM\\Software\\Google\\Chrome\\NativeMessagingHosts\\com.localagent.host",
    ]
  `);
});

test('on Windows the registry key holds the path of the file', () => {
  const place = manifestPlace(browserFamily('edge'), 'win32', 'user', at);
  expect(place.file).toBe('C:\\Users\\a\\.localagent\\bin\\com.localagent.host.json');
  const key = 'HKCU\\Software\\Microsoft\\Edge\\NativeMessagingHosts\\com.localagent.host';
  expect(registryArguments('add', place)).toEqual([
    'add',
    key,
    '/ve',
    '/t',
    'REG_SZ',
    '/d',
    place.file,
    '/f',
  ]);
  expect(registryArguments('delete', place)).toEqual(['delete', key, '/f']);
});

test('the launcher has absolute paths, survives quotes in them, and passes the caller on', () => {
  const text = launcherText({
    platform: 'linux',
    node: '/opt/node/bin/node',
    relay: "/home/o'neil/relay.mjs",
    home: '/data/a b',
    extraIds: ['b'.repeat(32)],
  });
  expect(text.split('\n')).toEqual([
    '#!/bin/sh',
    '# Started by the browser. Written by "localagent install".',
    'unset NODE_OPTIONS',
    "LOCALAGENT_HOME='/data/a b'",
    'export LOCALAGENT_HOME',
    `exec '/opt/node/bin/node' '/home/o'\\''neil/relay.mjs' --extension-id=${'b'.repeat(32)} "$@"`,
    '',
  ]);
  const windows = launcherText({
    platform: 'win32',
    node: 'C:\\n.exe',
    relay: 'C:\\50%\\r.mjs',
    home: null,
    extraIds: [],
  });
  expect(windows).toContain('"C:\\n.exe" "C:\\50%%\\r.mjs" %*\r\n');
  expect(windows).not.toContain('LOCALAGENT_HOME');
});

test('a launcher for everyone lies where every user can read it', () => {
  expect(systemLauncherFolder('linux')).toBe('/usr/local/lib/localagent');
});
