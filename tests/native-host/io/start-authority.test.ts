import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { authorityEntry, startAuthority } from '../../../native-host/io/start-authority.ts';
import { type DataFolder, dataFolder, fakeAuthority } from '../../fakes/data-folder.ts';

let folder: DataFolder;
beforeEach(() => {
  folder = dataFolder();
});
afterEach(() => folder.remove());

test('the authority lies beside the program that asks, built or not', () => {
  expect(authorityEntry('file:///a/native-host/relay.ts')).toBe('/a/native-host/main.ts');
  expect(authorityEntry('file:///a/dist/host/relay.mjs')).toBe('/a/dist/host/main.mjs');
});

test('one that finds another at work gives way', async () => {
  const first = startAuthority(folder.paths, fakeAuthority);
  await folder.noted('started');
  const second = startAuthority(folder.paths, fakeAuthority);
  for (let waited = 0; waited < 5_000 && second.ended() === null; waited += 20) await pause(20);
  expect(second.ended()).toBe('gave-way');
  expect(first.ended()).toBe(null);
});
