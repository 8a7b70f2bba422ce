import { expect, test } from 'vitest';
import {
  bearerOf,
  type GuardedRequest,
  isToken,
  refuseRequest,
} from '../../../native-host/mcp/http-guard.ts';

const token = 'T'.repeat(43);
const good = {
  host: '127.0.0.1:4000',
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
} as const;

function statusOf(headers: GuardedRequest['headers'], method = 'POST', url = '/mcp'): number | null {
  const request = { method, url, headers };
  const bearer = bearerOf(request);
  const isKnown = bearer !== null && isToken(bearer, token);
  return refuseRequest(request, { port: 4000, isKnown })?.status ?? null;
}

test('a program with the token is let in, by either name of this machine', () => {
  expect(statusOf(good)).toBeNull();
  expect(statusOf({ ...good, host: 'localhost:4000' })).toBeNull();
  expect(statusOf({ ...good, 'content-type': 'application/json; charset=utf-8' })).toBeNull();
  expect(statusOf({ ...good, 'sec-fetch-site': 'none' })).toBeNull();
  expect(statusOf({ ...good, authorization: `bearer ${token}` })).toBeNull();
  expect(statusOf(good, 'POST', '/mcp?session=work')).toBeNull();
  expect(statusOf({ host: good.host, authorization: good.authorization }, 'DELETE')).toBeNull();
});

test.each([
  ['a name that only leads here', { host: 'rebound.example:4000' }],
  ['another port', { host: '127.0.0.1:4001' }],
  ['no port', { host: '127.0.0.1' }],
  ['no host', { host: undefined }],
  ['two hosts', { host: ['127.0.0.1:4000', 'x'] }],
  ['a foreign page', { origin: 'https://evil.example' }],
  ['a page of nowhere', { origin: 'null' }],
  ['a page of this very address', { origin: 'http://127.0.0.1:4000' }],
  ['a page that hides its origin', { 'sec-fetch-site': 'cross-site' }],
])('a request with %s is refused before its token is looked at', (_what, headers) => {
  expect(statusOf({ ...good, ...headers })).toBe(403);
  expect(statusOf({ ...good, ...headers, authorization: undefined })).toBe(403);
});

test.each([
  [undefined],
  [`Bearer ${'t'.repeat(43)}`],
  [`Bearer ${token}x`],
  [`Bearer ${token.slice(1)}`],
  [`Basic ${token}`],
  [token],
  ['Bearer '],
  [`Bearer ${token}, Bearer ${token}`],
])('the token must be there, whole and as a bearer: %s', (authorization) => {
  expect(statusOf({ ...good, authorization })).toBe(401);
});

test('only the methods, the path and the type of MCP are served', () => {
  expect(statusOf(good, 'OPTIONS')).toBe(405);
  expect(statusOf(good, 'PUT')).toBe(405);
  expect(statusOf(good, 'POST', '/')).toBe(404);
  expect(statusOf(good, 'POST', '/mcp/../mcp')).toBe(404);
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    '',
    undefined,
  ]) {
    expect(statusOf({ ...good, 'content-type': type })).toBe(415);
  }
});

test('a code may be brought without a token, and by the same rules: no page, no other method, no other type', () => {
  const { host, 'content-type': type } = good;
  const code = { host, 'content-type': type };
  expect(statusOf(code, 'POST', '/pair')).toBeNull();
  expect(statusOf({ ...code, origin: 'https://evil.example' }, 'POST', '/pair')).toBe(403);
  expect(statusOf({ ...code, host: 'rebound.example:4000' }, 'POST', '/pair')).toBe(403);
  expect(statusOf({ ...code, 'sec-fetch-site': 'cross-site' }, 'POST', '/pair')).toBe(403);
  expect(statusOf(code, 'GET', '/pair')).toBe(405);
  expect(statusOf(code, 'OPTIONS', '/pair')).toBe(405);
  expect(statusOf({ host, 'content-type': 'text/plain' }, 'POST', '/pair')).toBe(415);
});
