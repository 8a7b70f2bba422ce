import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { openToken, sealToken, type TokenPayload } from '../../../native-host/code/token.ts';

const key = randomBytes(32);
const payload: TokenPayload = {
  v: 1,
  kid: '0'.repeat(16),
  jti: '1'.repeat(32),
  iat: 1,
  exp: 2,
  code: 'a'.repeat(64),
  ast: 'b'.repeat(64),
  calls: 'c'.repeat(64),
  targets: ['https://shop.example'],
  policy: 'd'.repeat(64),
  sess: 'c1',
  client: '',
  principal: 'client',
  surface: 'attended',
  limits: { fuel: 1, calls: 1, wall_ms: 1, bytes: 1 },
  appr: [],
  label: { taint: 'none', template: null },
};
const token = sealToken(payload, key);

test('a token opens with its key alone', () => {
  expect(openToken(token, key)).toEqual(payload);
  expect(openToken(token, randomBytes(32))).toBeNull();
});

test('any bit changed: not accepted', () => {
  const bytes = Buffer.from(token);
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(openToken(changed.toString('latin1'), key)).toBeNull();
  }
});

test('the same bytes in another spelling, another order or another version: not accepted', () => {
  const [body = '', seal = ''] = token.split('.');
  const others = [
    `${token}=`,
    ` ${token}`,
    `${token}\n`,
    `${body}.${seal}.`,
    `${body}..${seal}`,
    `${Buffer.from(body, 'base64url').toString('base64')}=.${seal}`,
    `${body}.${Buffer.from(seal, 'base64url').toString('hex')}`,
    body,
    `${body}.`,
    `.${seal}`,
    'x'.repeat(5_000),
  ];
  for (const other of others) expect(openToken(other, key)).toBeNull();
  const reordered = { ...payload, v: payload.v };
  const text = JSON.stringify(Object.fromEntries(Object.entries(reordered).reverse()));
  expect(openToken(`${Buffer.from(text).toString('base64url')}.${seal}`, key)).toBeNull();
});
