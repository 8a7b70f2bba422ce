import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  originOfItem,
  safeFileName,
  shownUrl,
} from '../../../../entrypoints/background/driver/download-join.ts';

const item = { url: 'https://a.example/get', finalUrl: 'https://cdn.example/r.csv' };

test('a download belongs to the page whose telling has its address, near in time', () => {
  const begun = { tabId: 3, url: item.finalUrl, filename: 'r.csv', at: 1000 };
  expect(originOfItem(item, 1200, [begun], [])).toMatchObject({ tabId: 3, filename: 'r.csv' });
  expect(originOfItem(item, 9000, [begun], [])).toBeNull();
  expect(originOfItem(item, 1200, [{ ...begun, url: 'https://a.example/other' }], [])).toBeNull();
});

test('a download in a tab of its own belongs to the page that opened the tab', () => {
  const opening = { openerTabId: 4, url: item.url, at: 1000 };
  expect(originOfItem(item, 900, [], [opening])).toMatchObject({ tabId: 4, filename: null });
  expect(originOfItem({ url: '', finalUrl: '' }, 900, [], [{ ...opening, url: '' }])).toBeNull();
});

test.each([
  ['report.csv', 'report.csv'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\temp\\a:b?.txt', 'a_b_.txt'],
  ['evil\u202Efdp.exe', 'evil_fdp.exe'],
  ['...hidden. . ', 'hidden'],
  ['CON.txt', '_CON.txt'],
  ['', 'download'],
  ['/', 'download'],
])('%s is filed as %s', (name, safe) => {
  expect(safeFileName(name)).toBe(safe);
});

test('no name has a folder, a control character or more than 200 characters, and an ending stays', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (name) => {
      const safe = safeFileName(name);
      expect(safe).toMatch(/^[^\\/<>:"|?*\p{Cc}]{1,200}$/u);
      expect(['.', '..']).not.toContain(safe);
    }),
    { seed: 1 },
  );
  expect(safeFileName(`${'x'.repeat(300)}.csv`)).toMatch(/^x{196}\.csv$/);
});

test('of a data: address only what it says of itself is told', () => {
  expect(shownUrl('data:text/csv;base64,QUJD')).toBe('data:text/csv;base64,…');
  expect(shownUrl('https://a.example/x?y=1')).toBe('https://a.example/x?y=1');
});
