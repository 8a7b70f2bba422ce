import { expect, test } from 'vitest';
import { graphqlBucket } from '../../shared/graphql-operation.ts';

test.each([
  '{ orders { id } }',
  'query Q($a: Int = 1) @x { mutation { id } }',
  '# mutation\nquery { a(text: "} mutation {") }',
  'query { a(text: """\n} mutation { \\""" """) } fragment F on T { b }',
])('a query is a read: %s', (query) => {
  expect(graphqlBucket(query)).toBe('read');
});

test.each([
  'mutation { pay }',
  'query A { a } mutation B { pay }',
  'query { a } # }\nmutation { pay }',
  'subscription { a }',
  '{ a } } mutation { pay }',
  'query { a(text: "x\\") } mutation { pay }',
  'query { a ',
  'query { a } \u0000',
  '"""x""" mutation { pay }',
  '',
])('whatever may change something, or cannot be read, is a write: %s', (query) => {
  expect(graphqlBucket(query)).toBe(query === '' ? 'read' : 'write');
});
