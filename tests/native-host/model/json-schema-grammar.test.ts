import { expect, test } from 'vitest';
import { z } from 'zod';
import { actionNames, actionSchema } from '../../../native-host/agent/action.ts';
import { grammarOf } from '../../../native-host/model/json-schema-grammar.ts';

const rootOf = (schema: object): string | undefined => grammarOf({ ...schema })?.split('\n')[0];

test.each([
  [{ type: 'string' }, 'root ::= text'],
  [{ type: 'string', maxLength: 20 }, 'root ::= "\\"" char{0,20} "\\""'],
  [{ type: 'string', maxLength: 4_000 }, 'root ::= text'],
  [{ enum: ['SEARCH', 3] }, 'root ::= ("\\"SEARCH\\"" | "3")'],
  [{ const: 'say "hi"' }, 'root ::= "\\"say \\\\\\"hi\\\\\\"\\""'],
  [{ type: 'integer' }, 'root ::= integer'],
  [{ type: 'integer', minimum: 1 }, 'root ::= positive'],
  [{ type: 'integer', minimum: 1, maximum: 9_999 }, 'root ::= ("0" | [1-9] [0-9]{0,3})'],
  [{ type: ['string', 'null'] }, 'root ::= (text | null)'],
  [{ anyOf: [{ type: 'boolean' }, { type: 'number' }] }, 'root ::= (boolean | number)'],
  [{ type: 'array', items: { type: 'integer' } }, 'root ::= "[" (r0 (comma r0){0,})? "]"'],
  [{ type: 'array', items: { type: 'integer' }, maxItems: 5 }, 'root ::= "[" (r0 (comma r0){0,4})? "]"'],
  [
    { type: 'array', items: { type: 'integer' }, minItems: 2, maxItems: 3 },
    'root ::= "[" r0 (comma r0){1,2} "]"',
  ],
])('%j is %s', (schema, root) => {
  expect(rootOf(schema)?.trimEnd()).toBe(root);
});

test('keys that must be there come first, the others may be left out', () => {
  const schema = z.strictObject({ query: z.string().optional(), action: z.enum(['SEARCH', 'FINISH']) });
  const lines = grammarOf(z.toJSONSchema(schema))?.split('\n') ?? [];
  expect(lines[0]).toBe('root ::= "{" r1 (comma r0)? "}"');
  expect(lines).toContain('r0 ::= "\\"query\\"" colon text');
  expect(lines).toContain('r1 ::= "\\"action\\"" colon ("\\"SEARCH\\"" | "\\"FINISH\\"")');
});

test('an object of which every key may be left out begins with any of them', () => {
  const schema = z.strictObject({ a: z.string().optional(), b: z.string().optional() });
  expect(rootOf(z.toJSONSchema(schema))).toBe('root ::= "{" (r0 (comma r1)? | r1)? "}"');
});

test.each([{ $ref: '#/x' }, { type: 'object', properties: { a: { type: 'tuple' } } }, {}])(
  'what it does not know is left to the reader of the answer: %j',
  (schema) => {
    expect(grammarOf({ ...schema })).toBeNull();
  },
);

test('what runs ask for in each of their turns is a grammar', () => {
  const grammar = grammarOf(actionSchema(actionNames, true).json) ?? '';
  expect(grammar.split('\n')[0]).toMatch(/^root ::= "\{" r\d+ comma r\d+ comma r\d+ \(comma r\d+\)\?/);
});
