import { expect, test } from 'vitest';
import { findSecretForms } from '../../../native-host/secrets/find-secret-forms.ts';

const value = 'pé&+"w';
const planted = (bytes: Buffer) =>
  findSecretForms(Buffer.concat([Buffer.alloc(5, 0xff), bytes, Buffer.alloc(5, 0)]), [{ name: 's', value }]);

test.each([
  ['UTF-8', Buffer.from(value), 'text'],
  ['Latin-1', Buffer.from(value, 'latin1'), 'text'],
  ['URL-encoded', Buffer.from(encodeURIComponent(value)), 'text'],
  ['JSON-escaped', Buffer.from(JSON.stringify(value).slice(1, -1)), 'text'],
  ['HTML-encoded', Buffer.from('pé&amp;+&quot;w'), 'text'],
  ['base64', Buffer.from(Buffer.from(`ab${value}c`).toString('base64')), 'base64'],
  ['UTF-16', Buffer.from(value, 'utf16le'), 'utf16'],
  ['hex', Buffer.from(Buffer.from(value).toString('hex')), 'hex'],
])('a secret in %s is found in the bytes of a file', (_, bytes, form) => {
  expect(planted(bytes)).toEqual([{ name: 's', form, offset: expect.any(Number) }]);
});

test('the place is told in bytes, and what is not there is not found', () => {
  expect(planted(Buffer.from(value))[0]?.offset).toBe(5);
  expect(planted(Buffer.from('pé&+"v'))).toEqual([]);
});
