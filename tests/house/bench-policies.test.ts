import { expect, test } from 'vitest';
import { pageScriptIn, pageScriptInPolicies } from '../bench/miniwob/page-script.ts';

test('no policy of a benchmark reaches the page past the tools', () => {
  expect(pageScriptInPolicies()).toEqual([]);
});

test.each([
  "await tools.evaluate_script({ script: '1' });",
  "import { chromium } from 'playwright-core';",
  "import { openBrowser } from '../browser.ts';",
  "await tools.navigate({ url: 'javascript:alert(1)' });",
  "const more = await import('../browser.ts');",
])('%s is found', (line) => {
  expect(pageScriptIn('x.ts', line)).toHaveLength(1);
});

test('an ordinary policy is not', () => {
  expect(
    pageScriptIn('x.ts', "import { area } from './look.ts';\nawait tools.click({ selector: '#a' });"),
  ).toEqual([]);
});
