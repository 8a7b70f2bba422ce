import { expect, test } from 'vitest';
import { folderPath } from '../../../native-host/files/folder-path.ts';

test('folders are absolute, whatever way they are written', () => {
  expect(folderPath('~', '/home/anna')).toBe('/home/anna');
  expect(folderPath(' ~/R/../S ', '/home/anna')).toBe('/home/anna/S');
  expect(folderPath('R', '/home/anna')).toBe('/home/anna/R');
  expect(folderPath('/srv/../etc', '/home/anna')).toBe('/etc');
  expect(folderPath('~other', '/home/anna')).toBe('/home/anna/~other');
});
