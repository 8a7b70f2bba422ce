import { expect, test } from 'vitest';
import { folderProgram, showInFolder } from '../../../native-host/files/show-in-folder.ts';

test('each system has a program for it, which gets the path as one argument', () => {
  const path = '/home/anna/My "reports"; rm -rf/a.csv';
  expect(folderProgram('linux', path)).toEqual({
    program: 'xdg-open',
    args: ['/home/anna/My "reports"; rm -rf'],
  });
  expect(folderProgram('darwin', path)).toEqual({ program: 'open', args: ['-R', path] });
  expect(folderProgram('win32', path)).toEqual({ program: 'explorer.exe', args: [`/select,${path}`] });
});

test('a file that is gone is not shown', async () => {
  expect(await showInFolder('/nowhere/at/all.csv')).toMatchObject({
    ok: false,
    fault: { code: 'not-found' },
  });
});
