import { expect, test } from 'vitest';
import { attachmentHeaders } from '../../../../entrypoints/background/driver/served-as-file.ts';

const typed = (type: string, disposition?: string) => [
  { name: 'Content-Type', value: type },
  ...(disposition === undefined ? [] : [{ name: 'content-disposition', value: disposition }]),
];

test('what a viewer would show becomes an attachment and keeps the name that the server gave it', () => {
  expect(attachmentHeaders(200, typed('application/pdf', 'inline; filename="a.pdf"'))).toEqual([
    { name: 'Content-Type', value: 'application/pdf' },
    { name: 'Content-Disposition', value: 'attachment; filename="a.pdf"' },
  ]);
  expect(attachmentHeaders(200, typed('image/png'))?.at(-1)?.value).toBe('attachment');
});

test.each([
  ['a page', 200, typed('text/html; charset=utf-8')],
  ['a page in XML', 200, typed(' Application/XHTML+xml')],
  ['an answer without a type', 200, []],
  ['an error', 404, typed('application/json')],
  ['a redirect', 302, typed('text/plain')],
  ['an attachment', 200, typed('text/csv', 'Attachment; filename=x.csv')],
])('%s is left as it is', (_what, status, headers) => {
  expect(attachmentHeaders(status, headers)).toBeNull();
});
