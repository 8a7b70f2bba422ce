import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type LaunchOptions,
  launchBrowser,
  switchesOf,
} from '../../../native-host/browser/launch-browser.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

// What a launched browser is like for a page is shown in tests/e2e/launcher.test.ts.

const options: LaunchOptions = {
  browser: {
    name: 'chromium',
    title: 'Chromium',
    executable: '/nowhere/chromium',
    version: '156',
    branded: false,
  },
  profile: 'work',
  profileFolder: '/p/work',
  extensionFolder: '/x',
  headless: true,
  env: {},
};

test('a browser is reached by a pipe, never by a port, and no switch changes what a page sees', () => {
  const switches = switchesOf(options);
  expect(switches).toContain('--remote-debugging-pipe');
  expect(switches).toContain('--user-data-dir=/p/work');
  expect(
    switches.filter((one) => /remote-debugging-port|automation|popup|user-agent|lang|window-size/.test(one)),
  ).toEqual([]);
});

test('an unpacked extension comes by a switch, or by the pipe where the vendor took the switch away', () => {
  expect(switchesOf(options)).toContain('--load-extension=/x');
  const branded = switchesOf({ ...options, browser: { ...options.browser, branded: true } });
  expect(branded).toContain('--enable-unsafe-extension-debugging');
  expect(branded.join(' ')).not.toContain('--load-extension');
  expect(switchesOf({ ...options, extensionFolder: null }).join(' ')).not.toContain('xtension');
});

test('a missing extension and a browser that does not start are told, and the profile is free again', async () => {
  const profileFolder = join(temporaryFolder(), 'work');
  expect(await launchBrowser({ ...options, profileFolder })).toMatchObject({
    ok: false,
    fault: { message: 'The extension is not at /x.' },
  });
  for (let round = 0; round < 2; round++) {
    expect(await launchBrowser({ ...options, profileFolder, extensionFolder: null })).toMatchObject({
      ok: false,
      fault: {
        message: 'Chromium could not be started.',
        hint: expect.stringContaining('/nowhere/chromium'),
      },
    });
  }
});
