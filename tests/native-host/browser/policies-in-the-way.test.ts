import { expect, test } from 'vitest';
import { policiesInTheWay } from '../../../native-host/browser/policies-in-the-way.ts';
import { extensionId } from '../../../shared/extension-id.ts';

const browser = (browser_name: string, id: string | null = extensionId) => ({
  origin: id === null ? null : `chrome-extension://${id}/`,
  hello: { browser_name },
});
const found = (browsers: Parameters<typeof policiesInTheWay>[0], policies: unknown) =>
  policiesInTheWay(browsers, ({ name }) =>
    name === 'chromium' ? [{ file: '/p/a.json', text: JSON.stringify(policies) }] : [],
  );
const names = (...all: Parameters<typeof found>) => found(...all).map(({ policy }) => policy);

test('a policy in the way is told with its sentence and what mends it', () => {
  expect(found([browser('Chromium')], { DeveloperToolsAvailability: 2 })).toEqual([
    {
      browser_name: 'Chromium',
      policy: 'DeveloperToolsAvailability',
      sentence: expect.stringContaining('policy DeveloperToolsAvailability'),
      remedy: expect.stringContaining('DeveloperToolsAvailability'),
    },
  ]);
});

test('only browsers whose own policies say so are concerned, each once', () => {
  const policies = { DeveloperToolsAvailability: 2 };
  expect(names([browser('Chromium'), browser('Chromium')], policies)).toHaveLength(1);
  expect(names([browser('Google Chrome'), browser('Somebody else')], policies)).toEqual([]);
  expect(names([], policies)).toEqual([]);
});

test('what keeps a browser from starting the host is not in the way of one that has', () => {
  const policies = { NativeMessagingUserLevelHosts: false, NativeMessagingBlocklist: ['*'] };
  expect(names([browser('Chromium')], policies)).toEqual([]);
});

test('blocked hosts count for the id under which the extension was installed', () => {
  const own = 'b'.repeat(32);
  const policies = { ExtensionSettings: { [own]: { runtime_blocked_hosts: ['*://x.example'] } } };
  expect(names([browser('Chromium', own)], policies)).toEqual(['ExtensionSettings.runtime_blocked_hosts']);
  expect(names([browser('Chromium')], policies)).toEqual([]);
  expect(names([browser('Chromium', null)], policies)).toEqual([]);
});
