import { beforeAll, expect, test } from 'vitest';
import { openingRules } from '../../../../entrypoints/background/driver/opening-rules.ts';

beforeAll(() => {
  Reflect.set(globalThis, 'chrome', {
    declarativeNetRequest: {
      ResourceType: { MAIN_FRAME: 'main_frame' },
      RuleActionType: { ALLOW: 'allow', BLOCK: 'block' },
    },
  });
});

test('new tabs of such a page pass to exactly the origins that were judged, and nowhere else', () => {
  const [allow, block] = openingRules([
    { hosts: ['a.test'], others: [1, 2], allowedOrigins: ['https://ok.test:8443'] },
  ]);
  expect(allow).toMatchObject({
    priority: 2,
    action: { type: 'allow' },
    // From the beginning to the slash after the port: neither a longer host nor another port has it.
    condition: { urlFilter: '|https://ok.test:8443/', excludedTabIds: [1, 2], initiatorDomains: ['a.test'] },
  });
  expect(block).toMatchObject({ priority: 1, action: { type: 'block' } });
  expect(block?.condition).not.toHaveProperty('urlFilter');
});

test('each rule has a number of its own, and a page without a site has none', () => {
  const opener = { hosts: ['a.test'], others: [], allowedOrigins: ['https://x.test', 'https://y.test'] };
  const rules = openingRules([opener, { ...opener, hosts: [] }, opener]);
  expect(rules.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6]);
});
