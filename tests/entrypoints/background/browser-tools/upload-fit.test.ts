import { expect, test } from 'vitest';
import { isAccepted, refuseUnfit } from '../../../../entrypoints/background/browser-tools/upload-fit.ts';

const csv = { name: 'List.CSV', mime_type: 'text/csv' };
const field = {
  kind: 'field',
  ref: 'e1',
  multiple: false,
  accept: '',
  disabled: false,
  folder: false,
} as const;

test.each([
  ['', true],
  ['.csv', true],
  ['.pdf, .csv', true],
  ['text/*', true],
  ['TEXT/CSV', true],
  ['*/*', true],
  ['.pdf', false],
  ['image/*', false],
  ['.sv', false],
])('accept=%j takes a CSV file: %j', (accept, taken) => {
  expect(isAccepted(accept, csv)).toBe(taken);
});

test.each([
  ['two files for a field of one', {}, [csv, csv], 'takes one file'],
  ['a type that it does not take', { accept: '.pdf' }, [csv], 'this type'],
  ['files for a disabled field', { disabled: true }, [csv], 'disabled'],
  ['files for a field of folders', { folder: true }, [csv], 'folders'],
  ['files for what is no field any more', { kind: 'other' as const }, [csv], 'gone'],
])('%s are refused before the page is given any', (_what, change, files, words) => {
  expect(() => refuseUnfit({ ...field, ...change }, files)).toThrow(words);
});

test('several files fit a field of several', () => {
  expect(() => refuseUnfit({ ...field, multiple: true, accept: '.csv' }, [csv, csv])).not.toThrow();
});
