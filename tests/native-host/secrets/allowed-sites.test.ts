import { expect, test } from 'vitest';
import { parseSiteRule, siteAllowed } from '../../../native-host/secrets/allowed-sites.ts';

test.each([
  ['domain:example.com', 'https://example.com', true],
  ['domain:example.com', 'https://a.b.example.com', true],
  ['domain:example.com', 'https://example.com.', true],
  ['domain:example.com', 'https://notexample.com', false],
  ['domain:example.com', 'https://example.com.evil.test', false],
  ['domain:example.com', 'https://example.com:8443', false],
  ['domain:example.com', 'http://example.com', false],
  ['origin:https://example.com', 'https://example.com', true],
  ['origin:https://example.com', 'https://a.example.com', false],
  ['origin:https://example.com:8443', 'https://example.com:8443', true],
  ['origin:https://example.com:8443', 'https://example.com', false],
  ['origin:http://127.0.0.1:3000', 'http://127.0.0.1:3000', true],
  ['origin:http://127.0.0.1:3000', 'http://127.0.0.1:3001', false],
  ['domain:example.com', 'null', false],
  ['domain:example.com', '', false],
  ['domain:example.com', 'https://example.com/path', false],
  ['domain:example.com', 'chrome-extension://example.com', false],
  ['domain:example.com', 'file://example.com', false],
])('%s on %s: %s', (rule, origin, allowed) => {
  expect(siteAllowed([rule], origin)).toBe(allowed);
});

test.each([
  ['domain:EXAMPLE.com.', 'domain:example.com'],
  ['domain:bücher.example', 'domain:xn--bcher-kva.example'],
  ['origin:HTTPS://Example.com:443/', 'origin:https://example.com'],
  ['origin:http://localhost:8080', 'origin:http://localhost:8080'],
])('%s is kept as %s', (rule, kept) => {
  expect(parseSiteRule(rule)).toEqual({ ok: true, value: kept });
});

test.each([
  'example.com',
  'domain:',
  'domain:co.uk',
  'domain:github.io',
  'domain:com',
  'domain:localhost',
  'domain:127.0.0.1',
  'domain:2130706433',
  'domain:[::1]',
  'domain:example.com:8443',
  'domain:a@example.com',
  'domain:*.example.com',
  'domain:example.com/x',
  'origin:https://example.com/x',
  'origin:https://example.com?',
  'origin:https://u:p@example.com',
  'origin:ftp://example.com',
  'origin:null',
])('%s is refused with what is wrong and how to write it', (rule) => {
  const parsed = parseSiteRule(rule);
  expect(parsed).toMatchObject({ ok: false, fault: { code: 'bad-arguments' } });
  if (!parsed.ok) expect(parsed.fault.hint).toContain('domain:example.com');
});
