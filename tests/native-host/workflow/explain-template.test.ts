import { expect, test } from 'vitest';
import { patterns } from '../../../native-host/patterns/index.ts';
import { explainTemplate } from '../../../native-host/workflow/explain-template.ts';
import { Template } from '../../../shared/template.ts';
import { shippedTemplate } from './shipped.ts';

const explained = explainTemplate(shippedTemplate().template, patterns);
const step = (id: string) => explained.steps.find((one) => one.id === id);

test('a template is told by its sites, its secrets and its steps in order, loops with what is in them', () => {
  expect(explained.sites).toEqual(['<portal_url>']);
  expect(explained.secrets).toEqual(['password']);
  expect(explained.steps.map(({ number }) => number).slice(5, 10)).toEqual(['6', '6.1', '6.2', '6.3', '7']);
});

test('what a step can do is told from its arguments and with its kind', () => {
  expect(step('prepare')?.acts).toEqual([
    { words: 'Click button "Prepare report"', bucket: 'write' },
    { words: 'Answer a question of the page with yes', bucket: 'write' },
    { words: 'Wait', bucket: 'read' },
    { words: 'Read text', bucket: 'read' },
  ]);
  expect(step('download_csv')?.acts).toEqual([
    { words: 'Download with link "Download CSV"', bucket: 'admin' },
  ]);
});

test('conditions, loops and what follows a failure are told in words', () => {
  expect(step('filed_pdf')?.remarks).toEqual([
    'the run ends here if <found of filed_csv> is true and <found of filed_pdf> is true',
  ]);
  expect(step('listing')?.remarks).toEqual(['up to 50 times', 'until <result of turn_page> has no value']);
  expect(step('turn_page')?.remarks[0]).toBe('only if <count of next_page> is more than 0');
  expect(step('sign_out')?.remarks).toContain('if it fails, the run goes on without it');
});

test('that a model may look for what a step meant is told with the step', () => {
  const { template } = shippedTemplate();
  const steps = template.steps.map((one) =>
    one.id === 'open_reports' ? { ...one, on_failure: 'repair' as const } : one,
  );
  const told = explainTemplate(Template.parse({ ...template, steps }), patterns);
  expect(told.steps.find(({ id }) => id === 'open_reports')?.remarks).toContain(
    'if it does not find its control, a model may look for what it meant',
  );
});
