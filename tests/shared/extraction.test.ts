import { expect, test } from 'vitest';
import { ExtractionField, ExtractionPlan, fieldsMax, jobFolder } from '../../shared/extraction.ts';

const from = '{{steps.found.text}}';
const screenshot = '{{steps.shot}}';

test.each([
  [{ source: 'dom_local', from }],
  [{ source: 'screenshot_cloud', screenshot, description: 'the sum' }],
  [{ source: 'derived_cloud', formula: 'a + b' }],
  [{ source: 'both', from, screenshot }],
  [{ source: 'both', from, screenshot, wins: 'screenshot' }],
])('%j is a field', (field) => {
  expect(ExtractionField.safeParse(field).success).toBe(true);
});

test.each([
  [{ source: 'dom_local' }, 'of source dom_local needs "from"'],
  [{ source: 'dom_local', from, screenshot }, 'means nothing for dom_local'],
  [{ source: 'screenshot_cloud' }, 'of source screenshot_cloud needs "screenshot"'],
  [{ source: 'screenshot_cloud', screenshot, wins: 'local' }, 'means nothing for screenshot_cloud'],
  [{ source: 'derived_cloud', from }, 'of source derived_cloud needs "formula"'],
  [{ source: 'both', from }, 'of source both needs "screenshot"'],
  [{ source: 'both', screenshot }, 'of source both needs "from"'],
])('%j is refused: %s', (field, message) => {
  const parsed = ExtractionField.safeParse(field);
  expect(parsed.error?.issues.map((issue) => issue.message)).toContain(message);
});

test('a plan has a bounded number of fields, each with a name that a formula can use', () => {
  const many = Array.from({ length: fieldsMax + 1 }, (_, at) => [`f${at}`, { source: 'dom_local', from }]);
  expect(ExtractionPlan.safeParse(Object.fromEntries(many)).success).toBe(false);
  expect(ExtractionPlan.safeParse({ 'Net sum': { source: 'dom_local', from } }).success).toBe(false);
});

test('the folder of a job is one folder, whatever the job is called', () => {
  expect(jobFolder('demo-1-2')).toBe('jobs/demo-1-2/');
  expect(jobFolder('../../a b')).toBe('jobs/______a_b/');
});
