import { expect, test } from 'vitest';
import { type FindOptions, findBrowser } from '../../../native-host/browser/find-browser.ts';

function find(there: Readonly<Record<string, string>>, options: Partial<FindOptions> = {}) {
  return findBrowser({
    env: { PATH: '/usr/local/bin:/usr/bin', HOME: '/home/a' },
    platform: 'linux',
    executable: null,
    prefer: [],
    isExecutable: (path) => there[path] !== undefined,
    versionOf: (path) => there[path] ?? '',
    ...options,
  });
}

const chromium = { '/usr/bin/chromium': 'Chromium 156.0.8078.114 built on Debian' };
const chrome = { '/usr/bin/google-chrome': 'Google Chrome 156.0.1.2 ' };

test('the first browser of the preferred order is taken', () => {
  expect(find({ ...chromium, ...chrome })).toMatchObject({
    ok: true,
    value: { name: 'chrome', version: '156.0.1.2', branded: true },
  });
  expect(find({ ...chromium, ...chrome }, { prefer: ['edge', 'chromium'] })).toMatchObject({
    value: { name: 'chromium', title: 'Chromium', executable: '/usr/bin/chromium', branded: false },
  });
});

test('LOCALAGENT_BROWSER comes first, then the configuration; what they name must be there', () => {
  const there = { ...chromium, '/opt/b': 'Brave Browser 156.1.2', '/opt/edge': 'Microsoft Edge 156.3' };
  const env = { PATH: '/usr/bin', LOCALAGENT_BROWSER: '/opt/b' };
  expect(find(there, { env, executable: '/opt/edge' })).toMatchObject({ value: { name: 'brave' } });
  expect(find(there, { executable: '/opt/edge' })).toMatchObject({ value: { name: 'edge', branded: true } });
  expect(find(there, { executable: '/opt/none' })).toMatchObject({
    ok: false,
    fault: { message: expect.stringContaining('/opt/none'), hint: expect.stringContaining('config.yaml') },
  });
  expect(find(there, { env: { LOCALAGENT_BROWSER: 'chromium' } })).toMatchObject({
    fault: { hint: expect.stringContaining('LOCALAGENT_BROWSER') },
  });
});

test('Chrome for Testing takes an unpacked extension as Chromium does', () => {
  const there = { '/opt/cft': 'Google Chrome for Testing 156.0.1.2' };
  expect(find(there, { executable: '/opt/cft' })).toMatchObject({ value: { branded: false } });
});

test('browsers are found where Windows and macOS keep them', () => {
  const edge = 'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe';
  const windows = { platform: 'win32', env: { 'ProgramFiles(x86)': 'C:\\Program Files (x86)' } } as const;
  expect(find({ [edge]: '' }, windows)).toMatchObject({ value: { name: 'edge', version: '' } });
  const mac = '/home/a/Applications/Vivaldi.app/Contents/MacOS/Vivaldi';
  expect(find({ [mac]: 'Vivaldi 7.1' }, { platform: 'darwin' })).toMatchObject({
    value: { name: 'vivaldi' },
  });
});

test('none at all says what to install', () => {
  expect(find({})).toMatchObject({
    ok: false,
    fault: { hint: expect.stringContaining('LOCALAGENT_BROWSER') },
  });
});
