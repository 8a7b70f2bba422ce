import { expect, test } from 'vitest';
import {
  checkSelectors,
  selectorPlaces,
  withOneSelector,
} from '../../../native-host/workflow/selector-places.ts';
import { tools } from '../../../shared/tools/index.ts';

function tool(name: string) {
  const found = tools.get(name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

const args = {
  field: ['label="Search"', '#q'],
  query: ['this', 'is no selector'],
  filters: [{ selector: ['label="Month"', '#m'], value: 'x' }],
};

test('selectors are found wherever the schema has them, and nothing else is taken for one', () => {
  expect(selectorPlaces(tool('search'), args).map(({ place, choices }) => [place, ...choices])).toEqual([
    ['field', 'label="Search"', '#q'],
    ['filters.0.selector', 'label="Month"', '#m'],
  ]);
  expect(selectorPlaces(tool('navigate'), { url: 'https://a.example.com' })).toEqual([]);
});

test('the first choice takes the place of a list, unless another is named for it', () => {
  const one = withOneSelector(tool('search'), args, new Map([['filters.0.selector', '#month']]));
  expect(one).toEqual({
    field: 'label="Search"',
    query: ['this', 'is no selector'],
    filters: [{ selector: '#month', value: 'x' }],
  });
});

test('a selector that cannot be read, and a list without one, are told with their place', () => {
  const wrong = {
    field: ['label="Search"', 'role='],
    filters: [{ selector: [], value: 'x' }],
    submit: '{{parameters.b}}',
  };
  const problems = checkSelectors(tool('search'), wrong);
  expect(problems.map(({ path }) => path.join('.'))).toEqual(['field.1', 'filters.0.selector']);
  expect(problems[0]?.message).toContain('cannot be read');
});
