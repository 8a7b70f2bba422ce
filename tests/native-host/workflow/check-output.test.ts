import { expect, test } from 'vitest';
import { checkOutputSchema, outputFault } from '../../../native-host/workflow/check-output.ts';
import { Template } from '../../../shared/template.ts';

function template(output_schema: Record<string, unknown>): Template {
  return Template.parse({
    id: 'small',
    version: '1.0.0',
    title: 'Small',
    description: 'For tests.',
    sites: ['https://a.example.com'],
    steps: [{ id: 'look', title: 'Look', tool: 'get_text', buckets: ['read'] }],
    output: { total: '{{steps.look.tokens}}' },
    output_schema,
  });
}

const schema = { type: 'object', properties: { total: { type: 'number', minimum: 1 } }, required: ['total'] };

test('an output that fits its schema is no fault, and one that does not is told by its place', () => {
  expect(outputFault(template(schema), { total: 3 })).toBeNull();
  expect(outputFault(template(schema), { total: '3' })?.message).toContain('total: ');
  expect(outputFault(template(schema), { total: 0 })?.message).toContain('total: ');
  expect(outputFault(template(schema), {})?.message).toContain('total: ');
});

test('a schema that cannot be checked, or asks for what the output never gives, is a mistake of the template', () => {
  expect(checkOutputSchema(template(schema))).toEqual([]);
  expect(checkOutputSchema(template({ type: 'nonsense' }))).toHaveLength(1);
  expect(checkOutputSchema(template({ ...schema, required: ['total', 'sum'] }))).toHaveLength(2);
});
