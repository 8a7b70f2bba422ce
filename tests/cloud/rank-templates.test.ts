import { expect, test } from 'vitest';
import { LibraryIndex } from '../../cloud/job-shapes.ts';
import { compareVersions, rankTemplates } from '../../cloud/rank-templates.ts';
import { library } from './fake-store.ts';

const entries = LibraryIndex.parse(JSON.parse(library)).templates;

test('the template whose words fit comes first, in its newest version', () => {
  const [first] = rankTemplates('Get me the account statement of our vendor portal', entries);
  expect(first?.entry).toMatchObject({ id: 'vendor-portal-report', version: '1.2.0' });
  expect(rankTemplates('where is it cheapest?', entries).map(({ entry }) => entry.id)).toEqual([
    'price-watch',
  ]);
});

test('a request that shares no word with any template fits none', () => {
  expect(rankTemplates('please water the plants', entries)).toEqual([]);
});

test('versions are compared by number, a release after its pre-releases', () => {
  const sorted = ['1.10.0', '1.9.2', '1.10.0-rc.1', '0.11.0'].sort(compareVersions);
  expect(sorted).toEqual(['0.11.0', '1.9.2', '1.10.0-rc.1', '1.10.0']);
});
