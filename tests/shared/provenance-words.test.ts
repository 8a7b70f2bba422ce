import { expect, test } from 'vitest';
import { provenanceWords } from '../../shared/provenance-words.ts';

const page = { kind: 'page', url: 'https://a.example/reports', step_id: 'found' } as const;

test('where a value is from is told as far as it is known', () => {
  expect(provenanceWords({ ...page, selector: '#results', row: 1, column: 'Gross' })).toBe(
    'https://a.example/reports, row 1, column Gross, #results, step found',
  );
  expect(provenanceWords({ ...page, url: null, selector: null, row: null, column: null })).toBe('step found');
  expect(
    provenanceWords({ kind: 'picture', url: page.url, step_id: 'slip', key: 'jobs/a/s.png', sha256: '' }),
  ).toBe('https://a.example/reports, picture of step slip');
  expect(provenanceWords({ kind: 'computed', formula: 'a - b', of: ['a', 'b'] })).toBe('a - b');
});
