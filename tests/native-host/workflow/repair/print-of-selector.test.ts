import { expect, test } from 'vitest';
import { printOfSelector } from '../../../../native-host/workflow/repair/print-of-selector.ts';

test.each([
  ['role=navigation >> role=link[name="Reports"]', 'link', 'Reports'],
  ['role=button[name*="Say \\"yes\\""]', 'button', 'Say "yes"'],
  ['label="Period"', 'textbox', 'Period'],
])('%s tells its control by kind and name', (selector, role, name) => {
  expect(printOfSelector(selector)).toMatchObject({ role, name });
});

test.each(['#reports', 'role=status', 'xpath=//a', 'table tr:first-child'])(
  '%s tells nothing',
  (selector) => {
    expect(printOfSelector(selector)).toBeNull();
  },
);
