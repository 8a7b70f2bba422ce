import { expect, test } from 'vitest';
import { domainChain, siteFacts, siteWords } from '../../../native-host/policy/resource.ts';

function facts(url: string) {
  const found = siteFacts(url);
  if ('why' in found) throw new Error(`${url}: ${found.why}`);
  return found;
}

test('every way of writing example.com is the same site', () => {
  const ways = [
    'https://EXAMPLE.com.',
    'https://ex%61mple.com/a?b#c',
    'https://example。com/',
    'https://exam\u00adple.com/',
    'https://exam\tple.com',
    'https:example.com/a',
    'https:\\\\example.com\\a',
    'https://example.com:443/',
    'https://ⓔxample.com/',
  ];
  for (const way of ways) expect([way, facts(way).origin]).toEqual([way, 'https://example.com']);
});

test('what only looks like example.com is another site', () => {
  expect(facts('https://evil.test\\@example.com/').host).toBe('evil.test');
  expect(facts('https://example.com%2eevil.test/').domain).toBe('evil.test');
  expect(facts('https://notexample.com').domain).toBe('notexample.com');
  expect(facts('https://example.com:8443').standard).toBe(false);
  expect(facts('http://example.com').standard).toBe(false);
  expect(facts('https://example.com:80').origin).toBe('https://example.com:80');
});

test('credentials, other schemes and broken addresses are never a site', () => {
  const unfit = [
    'https://example.com@evil.test',
    'https://user:pass@example.com',
    'file://example.com/x',
    'chrome://settings',
    'view-source:https://example.com',
    'filesystem:https://example.com/temporary/x',
    'chrome-extension://abc/approve.html',
    'data:text/html,x',
    'javascript:alert(1)',
    'blob:https://example.com/1',
    'about:config',
    'ws://example.com',
    'example.com',
    'https://',
    'https://..',
    'https://example.com../',
    `https://example.com/${'a'.repeat(9000)}`,
  ];
  for (const url of unfit) expect([url, 'why' in siteFacts(url)]).toEqual([url, true]);
});

test('a document without an origin of its own is opaque', () => {
  for (const url of ['null', 'about:blank', 'about:srcdoc']) expect(facts(url).opaque).toBe(true);
});

test('addresses of this machine and of private networks are private however they are written', () => {
  const inside = [
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:10.0.0.8]',
    '[64:ff9b::a00:1]',
    '[2002:7f00:1::]',
    '[fe80::1]',
    '[fd00::2]',
    '10.1.2.3',
    '172.31.255.255',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    'localhost.',
    'app.localhost',
    'printer',
    'nas.local',
    'router.home.arpa',
  ];
  for (const host of inside) expect([host, facts(`http://${host}/`).private]).toEqual([host, true]);
  const outside = [
    '8.8.8.8',
    '172.32.0.1',
    '[2606:4700::1111]',
    '[::ffff:8.8.8.8]',
    'local.example.com',
    '127.0.0.1.test',
  ];
  for (const host of outside) expect([host, facts(`https://${host}/`).private]).toEqual([host, false]);
});

test('the chain of domains ends at the registrable domain', () => {
  expect(domainChain(facts('https://a.b.example.co.uk'))).toEqual([
    'a.b.example.co.uk',
    'b.example.co.uk',
    'example.co.uk',
  ]);
  expect(domainChain(facts('https://me.github.io'))).toEqual(['me.github.io']);
  expect(domainChain(facts('https://github.io'))).toEqual([]);
  expect(domainChain(facts('http://127.0.0.1:80'))).toEqual([]);
});

test('a name is judged by its A-label and shown in both forms; look-alike letters are noticed', () => {
  expect(siteWords(facts('https://exämple.de'))).toBe('https://xn--exmple-cua.de (exämple.de)');
  expect(facts('https://exämple.de').mixedScript).toBe(false);
  expect(facts('https://еxample.com').mixedScript).toBe(true);
  expect(facts('https://日本語example.jp').mixedScript).toBe(false);
});
