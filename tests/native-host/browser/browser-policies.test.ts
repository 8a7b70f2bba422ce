import { expect, test } from 'vitest';
import { browserPolicies, explainPolicyError } from '../../../native-host/browser/browser-policies.ts';

// The texts are Chromium 156's own, and those that newer versions have announced.
test.each([
  ['Cannot attach to this target.', 'DeveloperToolsAvailability'],
  [
    'This page cannot be scripted due to an ExtensionsSettings policy.',
    'ExtensionSettings.runtime_blocked_hosts',
  ],
  ['Host access is restricted by policy.', 'ExtensionSettings.runtime_blocked_hosts'],
  ['Screenshot capture is restricted by policy.', 'DisableScreenshots'],
  [
    'Access to the native messaging host was disabled by the system administrator.',
    'NativeMessagingBlocklist',
  ],
])('%j names %s', (text, policy) => {
  expect(explainPolicyError(text)?.policy).toBe(policy);
});

test('a text that names the policy already is understood, any other is not made one', () => {
  expect(explainPolicyError('the policy DisableScreenshots restricts it')?.policy).toBe('DisableScreenshots');
  expect(explainPolicyError('Debugger is not attached to the tab with id: 3.')).toBeNull();
});

test('every explanation is one sentence that names its policy', () => {
  for (const [name, { sentence, remedy }] of Object.entries(browserPolicies)) {
    expect(sentence).toContain(name);
    expect(sentence.match(/[.](?=\s|$)/g)).toHaveLength(1);
    expect(remedy).not.toBe('');
  }
});
