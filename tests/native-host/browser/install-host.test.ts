import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { browserFamily } from '../../../native-host/browser/browser-families.ts';
import {
  type InstallPlace,
  type InstallRequest,
  installForProfile,
  installHost,
  readManifest,
  uninstallHost,
} from '../../../native-host/browser/install-host.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

function placeIn(folder: string): InstallPlace {
  return {
    platform: 'linux',
    env: { HOME: join(folder, 'user') },
    dataFolder: join(folder, 'data'),
    isUsualFolder: false,
    node: '/opt/node',
    relay: '/opt/relay.mjs',
    systemRoot: join(folder, 'root'),
    isInstalled: ({ name }) => name === 'chromium' || name === 'chrome',
  };
}

const request: InstallRequest = { browsers: [], system: false, dryRun: false, extensionIds: [] };
const newFolder = (): string => temporaryFolder();

test('install writes a private launcher and a manifest for each browser that is there', () => {
  const folder = newFolder();
  const place = placeIn(folder);
  const installed = installHost(request, place);
  if (!installed.ok) throw new Error(installed.fault.message);
  const { launcher, files, done } = installed.value;
  expect(launcher).toBe(join(folder, 'data', 'bin', 'localagent-host'));
  expect(statSync(launcher).mode & 0o777).toBe(0o700);
  expect(readFileSync(launcher, 'utf8')).toContain(`LOCALAGENT_HOME='${join(folder, 'data')}'`);
  expect(files).toHaveLength(3);
  expect(done[1]).toContain('Google Chrome may start it.');
  const manifest = join(folder, 'user/.config/chromium/NativeMessagingHosts/com.localagent.host.json');
  expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({ path: launcher });
  expect(readManifest(browserFamily('chromium'), 'user', place)).toMatchObject({
    file: manifest,
    manifest: { path: launcher },
  });
  expect(readManifest(browserFamily('edge'), 'user', place)).toBeNull();
});

test('uninstall removes what install wrote and leaves what is of others', () => {
  const folder = newFolder();
  const place = placeIn(folder);
  const foreign = join(folder, 'user/.config/vivaldi/NativeMessagingHosts/com.localagent.host.json');
  mkdirSync(dirname(foreign), { recursive: true });
  writeFileSync(foreign, '{"name":"com.localagent.host","path":"/other"}');
  const neighbour = join(folder, 'user/.config/chromium/NativeMessagingHosts/other.json');
  mkdirSync(dirname(neighbour), { recursive: true });
  writeFileSync(neighbour, '{}');
  const installed = installHost(request, place);
  if (!installed.ok) throw new Error(installed.fault.message);

  const one = uninstallHost({ ...request, browsers: ['chrome'] }, place);
  if (!one.ok) throw new Error(one.fault.message);
  expect(existsSync(installed.value.launcher)).toBe(true);

  const all = uninstallHost(request, place);
  if (!all.ok) throw new Error(all.fault.message);
  expect(all.value.done.join('\n')).toContain(`Left ${foreign}`);
  expect(installed.value.files.filter((file) => existsSync(file))).toEqual([]);
  expect([existsSync(foreign), existsSync(neighbour)]).toEqual([true, true]);
  expect(uninstallHost(request, place)).toMatchObject({ value: { files: [] } });
});

test('for everyone: readable by all, without a data folder of its own', () => {
  const folder = newFolder();
  const installed = installHost({ ...request, system: true, browsers: ['chromium'] }, placeIn(folder));
  if (!installed.ok) throw new Error(installed.fault.message);
  const { launcher, files } = installed.value;
  expect(launcher).toBe(join(folder, 'root/usr/local/lib/localagent/localagent-host'));
  expect(files[1]).toBe(join(folder, 'root/etc/chromium/native-messaging-hosts/com.localagent.host.json'));
  expect(files.map((file) => statSync(file).mode & 0o777)).toEqual([0o755, 0o644]);
  expect(readFileSync(launcher, 'utf8')).not.toContain('LOCALAGENT_HOME');
});

test('a dry run says the same and writes nothing', () => {
  const folder = newFolder();
  const dry = installHost({ ...request, dryRun: true }, placeIn(folder));
  expect(dry).toMatchObject({
    ok: true,
    value: { done: [expect.stringMatching(/^Would write /), expect.anything(), expect.anything()] },
  });
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('a browser that there is not is told with the nearest name', () => {
  expect(installHost({ ...request, browsers: ['cromium'] }, placeIn(newFolder()))).toMatchObject({
    ok: false,
    fault: { code: 'bad-arguments', message: 'There is no browser "cromium". Did you mean "chromium"?' },
  });
  const none = { ...placeIn(newFolder()), isInstalled: () => false };
  expect(installHost(request, none)).toMatchObject({
    ok: false,
    fault: { hint: expect.stringContaining('--browser') },
  });
});

test('a place that cannot be written says whose rights it needs', () => {
  const folder = newFolder();
  const place = { ...placeIn(folder), systemRoot: '/sys' };
  const refused = installHost({ ...request, system: true, browsers: ['chrome'] }, place);
  expect(refused).toMatchObject({
    ok: false,
    fault: { code: 'restricted-target', hint: expect.stringContaining('sudo') },
  });
});

test('a profile of our own gets its manifest in its own folder', () => {
  const folder = newFolder();
  const launcher = installForProfile(join(folder, 'profile'), placeIn(folder));
  const manifest = join(folder, 'profile/NativeMessagingHosts/com.localagent.host.json');
  expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({ path: launcher });
  expect(existsSync(join(folder, 'user'))).toBe(false);
});
