import { expect, test } from 'vitest';
import {
  destination,
  reachOf,
  refuseRestricted,
} from '../../../../entrypoints/background/driver/restricted-target.ts';
import { FaultError } from '../../../../shared/faults.ts';

const id = 'icckocangaogbepcbleanjhnhhmdjhkk';

function codeOf(work: () => unknown): string {
  try {
    work();
    return 'passed';
  } catch (error) {
    if (error instanceof FaultError) return error.fault.code;
    throw error;
  }
}

test.each([
  'http://127.0.0.1:8080/',
  'https://example.com/a?b=chrome-extension://x',
  `https://example.com/?next=chrome-extension://${id}/sidepanel.html`,
  'HTTPS://EXAMPLE.COM',
])('%s is the web', (url) => {
  expect(reachOf(url, id)).toBe('web');
});

test.each([
  `chrome-extension://${id}/sidepanel.html`,
  `CHROME-EXTENSION://${id.toUpperCase()}/sidepanel.html`,
  `view-source:chrome-extension://${id}/sidepanel.html`,
  `blob:chrome-extension://${id}/6a6f`,
  `filesystem:chrome-extension://${id}/temporary/x`,
])('%s is our own page', (url) => {
  expect(reachOf(url, id)).toBe('own');
  expect(codeOf(() => refuseRestricted(url, id, ['blank', 'written']))).toBe('restricted-target');
});

test.each([
  'chrome://settings/',
  'chrome-extension://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/x.html',
  'view-source:https://example.com/',
  'file:///etc/passwd',
  'file://example.com/share',
  'data:text/html,<p>x',
  'blob:null/6a6f',
  'blob:file:///6a6f',
  'blob:blob:https://example.com/6a6f',
  'filesystem:https://example.com/temporary/x',
  'javascript:alert(1)',
  'devtools://devtools/bundled/x.html',
  'about:srcdoc',
  'about:version',
  'mailto:a@example.com',
  'ftp://example.com/',
  '',
  'not a url',
])('%s is out of reach', (url) => {
  expect(reachOf(url, id)).toBe('other');
  expect(codeOf(() => refuseRestricted(url, id, ['blank', 'written']))).toBe('restricted-target');
});

test('an empty page is in reach only where that is said', () => {
  expect(codeOf(() => refuseRestricted('about:blank', id, ['blank']))).toBe('passed');
  expect(codeOf(() => refuseRestricted('about:blank', id, []))).toBe('restricted-target');
});

test('a page that a web page has written itself is in reach only where that is said, and is no destination', () => {
  const written = 'blob:https://example.com/6a6f';
  expect(reachOf(written, id)).toBe('written');
  expect(codeOf(() => refuseRestricted(written, id, ['written']))).toBe('passed');
  expect(codeOf(() => refuseRestricted(written, id, ['blank']))).toBe('restricted-target');
  expect(codeOf(() => destination(written, id))).toBe('restricted-target');
});

test('a destination is given back as the browser will understand it', () => {
  expect(destination('https:example.com/a', id)).toBe('https://example.com/a');
  expect(destination('http://2130706433/', id)).toBe('http://127.0.0.1/');
  expect(codeOf(() => destination('https://user:pw@example.com/', id))).toBe('bad-arguments');
  expect(codeOf(() => destination('https://example.com@evil.test/', id))).toBe('bad-arguments');
  expect(codeOf(() => destination('example.com', id))).toBe('bad-arguments');
  expect(codeOf(() => destination('about:blank', id))).toBe('restricted-target');
});
