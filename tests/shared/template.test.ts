import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { stepScriptJsonSchema } from '../../shared/step-script.ts';
import { isLoop, Template, templateJsonSchema, toolStepsOf } from '../../shared/template.ts';

const step = { id: 'look', title: 'Look', tool: 'get_text', buckets: ['read'] };
const small = {
  id: 'small',
  version: '1.0.0',
  title: 'S',
  description: '',
  sites: ['https://a.example'],
  steps: [step],
};

test('what is left out has its documented default', () => {
  const { steps, review, parameters, output } = Template.parse(small);
  expect(steps[0]).toMatchObject({ args: {}, timeout_ms: 60_000, on_failure: 'abort' });
  expect([review, parameters, output]).toEqual([{ state: 'draft' }, {}, {}]);
});

test.each([
  { ...small, extra: 1 },
  { ...small, id: 'Small' },
  { ...small, version: '1.0' },
  { ...small, sites: [] },
  { ...small, steps: [] },
  { ...small, steps: [{ ...step, buckets: [] }] },
  { ...small, steps: [{ ...step, buckets: ['admin', 'root'] }] },
  { ...small, steps: [{ ...step, timeout_ms: 1 }] },
  { ...small, steps: [{ ...step, for_each: { max: 1 } }] },
  { ...small, steps: [{ id: 'a', title: 'A', for_each: { max: 1001 }, steps: [step] }] },
  {
    ...small,
    steps: [
      {
        id: 'a',
        title: 'A',
        for_each: { max: 1 },
        steps: [{ id: 'b', title: 'B', for_each: { max: 1 }, steps: [step] }],
      },
    ],
  },
])('what does not fit is refused (%#)', (template) => {
  expect(Template.safeParse(template).success).toBe(false);
});

test('nested steps are listed in their place', () => {
  const loop = { id: 'all', title: 'All', for_each: { max: 2 }, steps: [{ ...step, id: 'inner' }] };
  const { steps } = Template.parse({ ...small, steps: [step, loop] });
  expect(steps.map(isLoop)).toEqual([false, true]);
  expect(toolStepsOf(steps).map(({ step: one, path }) => [one.id, path.join('.')])).toEqual([
    ['look', 'steps.0'],
    ['inner', 'steps.1.steps.0'],
  ]);
});

test('the JSON schema says what a template needs', () => {
  const schema = templateJsonSchema();
  expect(schema['required']).toEqual(['id', 'version', 'title', 'description', 'sites', 'steps']);
  expect(JSON.stringify(schema)).toContain('"for_each"');
});

// To publish a change: write what the functions give to the files and format them.
test.each([
  ['template.schema.json', templateJsonSchema],
  ['step-script.schema.json', stepScriptJsonSchema],
])('the published %s is the one that is used', (name, schema) => {
  const file = new URL(`../../templates/schema/${name}`, import.meta.url);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(schema());
});
