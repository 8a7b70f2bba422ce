import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeName, splitName } from '../../../native-host/files/safe-name.ts';

test.each([
  ['../../etc/passwd', '-..-etc-passwd'],
  ['a\\b:c*d?.csv', 'a-b-c-d-.csv'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['NUL', '_NUL'],
  ['com1.report.csv', '_com1.report.csv'],
  ['trailing. . ', 'trailing'],
  ['...', 'file'],
  ['e\u0301t\u00e9.csv', '\u00e9t\u00e9.csv'],
  ['発注書 №1.csv', '発注書 №1.csv'],
])('%j becomes %j', (given, safe) => {
  expect(safeName(given)).toBe(safe);
});

test('a name of any length is cut to what a disk takes, between characters, and keeps its extension', () => {
  expect(safeName(`${'x'.repeat(300)}.csv`)).toBe(`${'x'.repeat(196)}.csv`);
  const cut = safeName(`${'発'.repeat(100)}.pdf`);
  expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(200);
  expect(splitName(cut)).toEqual({ stem: expect.stringMatching(/^発+$/), extension: '.pdf' });
});

test('no name names a folder, hides, or holds what cannot be seen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const safe = safeName(name);
      expect(safe).not.toMatch(/[/\\\u0000-\u001f\u202a-\u202e]|^\.|^$|[. ]$/);
      expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(201);
    }),
  );
});
