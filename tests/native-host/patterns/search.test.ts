import { expect, test } from 'vitest';
import { passwordField } from '../../../native-host/patterns/pattern.ts';
import { search } from '../../../native-host/patterns/search.ts';
import { notFound } from '../workflow/fake-calls.ts';
import { faultOf, valueIn } from '../workflow/shipped.ts';
import { fakePage, filled, usual } from './fake-page.ts';

test('field and filters are filled in one call, then the form is sent', async () => {
  const page = fakePage((tool, args) => (tool === 'fill' ? filled(args) : usual(tool)));
  const args = {
    query: 'Account',
    field: 'label=Text',
    filters: [{ selector: 'label=Period', value: '2026-06' }],
    submit: 'role=button[name="Search"]',
    results: 'role=status',
  };
  expect(valueIn(await search.run(args, page))).toEqual({ searched: true });
  expect(page.made.map(({ tool }) => tool)).toEqual(['fill', 'click', 'wait']);
});

test('without a field, the search field of the page is found, and Enter sends', async () => {
  const page = fakePage((tool, args) => {
    if (tool === 'fill') return filled(args);
    return args['selector'] === 'role=searchbox' ? notFound() : usual(tool);
  });
  expect(valueIn(await search.run({ query: 'x' }, page))['searched']).toBe(true);
  expect(page.made.find(({ tool }) => tool === 'press_key')?.args).toMatchObject({
    key: 'Enter',
    selector: 'input[type="search"]',
  });
});

test('a field that does not keep its value stops the search before it is sent', async () => {
  const page = fakePage((tool, args) => (tool === 'fill' ? filled(args, false) : usual(tool)));
  const problem = faultOf(await search.run({ query: 'x', field: '#q', submit: '#go' }, page));
  expect(problem.code).toBe('not-actionable');
  expect(page.made.map(({ tool }) => tool)).toEqual(['fill']);
});

test('a sign-in form in place of the search says that the session has ended', async () => {
  const page = fakePage((tool, args) => (args['selector'] === passwordField ? usual(tool) : notFound()));
  const problem = faultOf(await search.run({ query: 'x', field: '#q' }, page));
  expect(problem.message).toContain('the session has ended');
});
