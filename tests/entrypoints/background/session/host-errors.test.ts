import { expect, test } from 'vitest';
import { hostStatusOf } from '../../../../entrypoints/background/session/host-errors.ts';

test.each([
  ['Specified native messaging host not found.', 'host-missing', 'NativeMessagingUserLevelHosts'],
  ['Access to the specified native messaging host is forbidden.', 'host-forbidden', 'extension'],
  [
    'Access to the native messaging host was disabled by the system administrator.',
    'host-blocked-by-policy',
    'NativeMessagingBlocklist',
  ],
  ['Native host has exited.', 'host-failed', 'program'],
  ['Error when communicating with the native messaging host.', 'host-failed', 'program'],
])('"%s" means %s', (text, state, named) => {
  const status = hostStatusOf(text);
  expect(status.state).toBe(state);
  expect(status.sentence).toContain(named);
  expect(status.sentence.match(/\.(\s|$)/g)).toHaveLength(1);
  expect(status.remedy).not.toBe('');
});
