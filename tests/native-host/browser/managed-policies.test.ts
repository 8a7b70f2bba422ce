import { expect, test } from 'vitest';
import { policyEffects } from '../../../native-host/browser/managed-policies.ts';
import { extensionId } from '../../../shared/extension-id.ts';

const effects = (...policies: readonly unknown[]): readonly string[] =>
  policyEffects(
    policies.map((policy, index) => ({ file: `/p/${index}.json`, text: JSON.stringify(policy) })),
    [extensionId],
  ).map(({ explanation, file }) => `${explanation.policy} ${file}`);

test.each([
  [{}, []],
  [{ DeveloperToolsAvailability: 2 }, ['DeveloperToolsAvailability /p/0.json']],
  [{ DeveloperToolsAvailability: 1 }, []],
  [{ DisableScreenshots: true }, ['DisableScreenshots /p/0.json']],
  [{ NativeMessagingUserLevelHosts: false }, ['NativeMessagingUserLevelHosts /p/0.json']],
  [{ NativeMessagingBlocklist: ['*'] }, ['NativeMessagingBlocklist /p/0.json']],
  [{ NativeMessagingBlocklist: ['com.localagent.host'] }, ['NativeMessagingBlocklist /p/0.json']],
  [{ NativeMessagingBlocklist: ['*'], NativeMessagingAllowlist: ['com.localagent.host'] }, []],
  [{ NativeMessagingBlocklist: ['com.other'] }, []],
  [
    { ExtensionSettings: { '*': { runtime_blocked_hosts: ['*://x.example'] } } },
    ['ExtensionSettings.runtime_blocked_hosts /p/0.json'],
  ],
  [{ ExtensionSettings: { '*': { runtime_blocked_hosts: ['*://x'] }, [extensionId]: {} } }, []],
  [
    {
      ExtensionSettings: { '*': { runtime_blocked_hosts: ['*://x'] } },
      ExtensionInstallForcelist: [`${extensionId};https://x/update.xml`],
    },
    [],
  ],
  ['not an object', []],
])('%j has the effects %j', (policy, expected) => {
  expect(effects(policy)).toEqual(expected);
});

test('the later file wins, and its name is told; a broken file is passed over', () => {
  expect(effects({ DisableScreenshots: true }, { DisableScreenshots: false })).toEqual([]);
  expect(effects({}, { DisableScreenshots: true })).toEqual(['DisableScreenshots /p/1.json']);
  expect(policyEffects([{ file: 'a', text: '{' }], [extensionId])).toEqual([]);
});
