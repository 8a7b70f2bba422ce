import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { proposeVersion } from '../../cloud/propose-version.ts';

const text = `# Orders.
id: t
version: 1.0.9
steps:
  - id: loop
    steps:
      - { id: open, tool: click, args: { selector: ['#a', '#b', '#c'] } } # the button
  - { id: find, tool: search, args: { field: '#f', query: words, filters: [{ selector: '#p', value: x }] } }
review: { state: reviewed, signature: abc }
`;
const advice = { ...{ step: 'open', runs: 9, failed: 0, prefer: null, adopt: null, place: null } };

test('the alternate that wins comes first, and the version is a draft', () => {
  const proposed = proposeVersion(text, [{ ...advice, prefer: 2 }]);
  const { version, steps, review } = parse(proposed?.text ?? '');
  expect(steps[0].steps[0].args.selector).toEqual(['#c', '#a', '#b']);
  expect([version, review]).toEqual(['1.0.10', { state: 'draft' }]);
  expect(proposed?.text).toContain('# the button');
});

test('a repair that recurs is put at the place that it was made for', () => {
  const proposed = proposeVersion(text, [
    { ...advice, step: 'find', adopt: '#q', place: 'filters.0.selector' },
  ]);
  expect(parse(proposed?.text ?? '').steps[1].args).toEqual({
    ...{ field: '#f', query: 'words', filters: [{ selector: ['#q', '#p'], value: 'x' }] },
  });
});

test.each([
  ['nothing is advised', [advice]],
  ['the step is not there', [{ ...advice, step: 'gone', prefer: 1 }]],
  ['the place of a repair is not known', [{ ...advice, step: 'find', adopt: '#q' }]],
  ['what is advised is so already', [{ ...advice, adopt: '#a', place: 'selector' }]],
])('where %s, nothing is proposed', (_what, all) => {
  expect(proposeVersion(text, all)).toBeNull();
});
