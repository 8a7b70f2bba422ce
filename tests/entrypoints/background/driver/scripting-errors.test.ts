import { expect, test } from 'vitest';
import { scriptingFault } from '../../../../entrypoints/background/driver/scripting-errors.ts';

test.each([
  ['No tab with id: 5.', 'no-page'],
  ['The tab was closed.', 'no-page'],
  ['Frame with ID 0 was removed.', 'stale-ref'],
  ['No frame with id 9 in tab with id 5.', 'stale-ref'],
  ['No document with id ABC in tab with id 5', 'stale-ref'],
  ['Frame with ID 0 is showing error page', 'not-actionable'],
  ['This page cannot be scripted due to an ExtensionsSettings policy.', 'restricted-target'],
  ['Cannot access a chrome:// URL', 'restricted-target'],
  ['Cannot access contents of the page. Extension manifest must request permission.', 'restricted-target'],
])('"%s" is %s', (text, code) => {
  expect(scriptingFault(text)?.code).toBe(code);
});

test("text that is not known is nobody's fault", () => {
  expect(scriptingFault('Something else')).toBeNull();
});
