import { expect, test } from 'vitest';
import { compareUrl } from '../proof/compare-urls.ts';
import { figure } from '../proof/figures/url-parsing.ts';

// Goal: the policy judges an address as the place that the browser really goes to. `npm run proof -- --only F9 --long` tries more.

test('10,000 addresses in odd notations are judged as the place that the browser opens', async () => {
  const { examples, tried } = await figure.run({
    count: 10_000,
    seed: Date.now() % 1_000_000_007,
    progress: () => {},
  });
  expect(examples).toEqual([]);
  expect(tried).toBeGreaterThanOrEqual(10_000);
});

test('the comparison finds an address that would be opened elsewhere', () => {
  const browser = { protocol: 'https:', port: '', username: '', password: '' };
  const at = (hostname: string) => ({ ...browser, hostname, origin: `https://${hostname}` });
  expect(compareUrl('https://example.com/', at('example.com'))).toBe('alike');
  expect(compareUrl('https://example.com./', at('example.com.'))).toBe('alike');
  expect(compareUrl('https://example.com/', at('evil.test'))).toHaveProperty('different');
  expect(compareUrl('https://example.com:8443/', at('example.com'))).toHaveProperty('different');
  expect(compareUrl('https://a@example.com/', at('example.com'))).toBe('refused by the host alone');
});
