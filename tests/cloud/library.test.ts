import { expect, test } from 'vitest';
import { readLibrary } from '../../cloud/library.ts';
import { fakeStore, library } from './fake-store.ts';

test('the library is read whole, and what is wrong with it is named', async () => {
  expect(await readLibrary(fakeStore({ 'library/index.json': library }))).toHaveLength(4);
  const wrong = JSON.stringify({ schema: 'localagent.library/1', templates: [{ id: 'a' }] });
  await expect(readLibrary(fakeStore({ 'library/index.json': wrong }))).rejects.toThrow(
    'templates[0].version',
  );
  await expect(readLibrary(fakeStore({ 'library/index.json': 'no JSON' }))).rejects.toThrow(
    'library/index.json:',
  );
  await expect(readLibrary(fakeStore())).rejects.toMatchObject({ name: 'LibraryUnreadable' });
});
