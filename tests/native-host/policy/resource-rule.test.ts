import { expect, test } from 'vitest';
import { expandHome, parseResourceRule } from '../../../native-host/policy/resource-rule.ts';

const home = '/home/me';

test('a rule has one canonical form', () => {
  const keys = {
    'domain:Example.COM': 'domain:example.com',
    'domain:example.com.': 'domain:example.com',
    'domain:exämple.de': 'domain:xn--exmple-cua.de',
    'domain:me.github.io': 'domain:me.github.io',
    'origin:http://127.0.0.1:8931': 'origin:http://127.0.0.1:8931',
    'origin:https://Example.com:443/': 'origin:https://example.com',
    'origin:http://localhost:3000': 'origin:http://localhost:3000',
    'origin:http://[::1]:80': 'origin:http://[::1]',
    'folder:~/Reports/': 'folder:/home/me/Reports',
    'folder:~': 'folder:/home/me',
    'folder:/srv//reports/./a': 'folder:/srv/reports/a',
    'app:Calculator': 'app:Calculator',
    'window:Main': 'window:Main',
  };
  for (const [text, key] of Object.entries(keys)) {
    expect([text, parseResourceRule(text, home)]).toMatchObject([text, { key }]);
  }
});

test('a rule that could mean more than was meant is refused, with what to write instead', () => {
  const unfit = {
    'domain:*.co.uk': /wildcards/,
    'domain:github.io': /public suffix/,
    'domain:co.uk': /public suffix/,
    'domain:com': /public suffix/,
    'domain:.com': /starts with a dot/,
    'domain:.example.com': /starts with a dot/,
    'domain:*.example.com': /wildcards/,
    'domain:user@example.com': /user name/,
    'domain:example.com/path': /more than a domain/,
    'domain:https://example.com': /more than a domain/,
    'domain:example.com:8443': /names a port/,
    'domain:127.0.0.1': /IP address/,
    'domain:127.1': /IP address/,
    'domain:[::1]': /IP address/,
    'domain:localhost': /local network/,
    'domain:nas.local': /local network/,
    'domain:': /not a domain name/,
    'origin:https://*.example.com': /wildcards/,
    'origin:https://me:pw@example.com': /user name or password/,
    'origin:ftp://example.com': /starts with https/,
    'origin:file:///etc': /starts with https/,
    'origin:example.com': /starts with https/,
    'origin:https://example.com/a': /covers whole origins/,
    'origin:https://example.com?a': /covers whole origins/,
    'folder:Reports': /not a whole path/,
    'folder:~other/x': /not a whole path/,
    'folder:/srv/../etc': /goes up/,
    'folder:/srv/*': /wildcards/,
    'app:': /name is missing/,
    'example.com': /kind is missing/,
    'https://example.com': /bare URL/,
    'site:example.com': /kind is missing/,
  };
  for (const [text, why] of Object.entries(unfit)) {
    expect([text, parseResourceRule(text, home)]).toMatchObject([text, { why: expect.stringMatching(why) }]);
  }
});

test('only whole paths are paths', () => {
  expect(expandHome('~/a', home)).toBe('/home/me/a');
  expect(expandHome('a', home)).toBeNull();
  expect(expandHome('/a\0b', home)).toBeNull();
});
