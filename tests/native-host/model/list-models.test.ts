import { expect, test } from 'vitest';
import { listModels } from '../../../native-host/model/list-models.ts';
import { place } from './place-of-models.ts';
import { means, serverSetting, settings } from './rigged-models.ts';

const cloud = place('cloud', ['large'], { remote: true });
const here = place('here', ['small', 'tiny:latest', 'org/deep']);

test('the list has what was found, this machine first, and says of the others why not', async () => {
  const found = await listModels(means({ sources: [cloud, here] }));
  expect(found.models.map(({ source, info }) => `${source.provider}/${info.name}`)).toEqual([
    'here/small',
    'here/tiny:latest',
    'here/org/deep',
    'cloud/large',
  ]);
  expect(found.tried).toContainEqual({
    provider: 'ollama',
    place: 'http://127.0.0.1:9',
    trouble: 'nothing listens there',
  });
});

test('a key is not sent in the open, nor without its being there', async () => {
  const servers = [
    ...settings.servers,
    serverSetting('open', 'http://models.example.com/v1', { keys: ['env:KEY'] }),
    serverSetting('unset', 'https://models.example.com/v1', { keys: ['env:NOT_SET'] }),
  ];
  const { tried } = await listModels(means({ settings: { ...settings, servers }, env: { KEY: 'k' } }));
  const trouble = (name: string) => tried.find(({ provider }) => provider === name)?.trouble;
  expect(trouble('open')).toBe('a key is not sent without encryption');
  expect(trouble('unset')).toBe('the variable NOT_SET is not set');
});
