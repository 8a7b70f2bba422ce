import { expect, test } from 'vitest';
import { explainExtraction } from '../../../../native-host/workflow/extraction/explain-extraction.ts';
import { plan } from './place.ts';

test('a plan is told field by field, with what leaves the machine', () => {
  const { extraction, leaves } = explainExtraction(plan.template, (text) => text);
  expect(extraction.map(({ field, words }) => `${field}: ${words}`)).toEqual([
    'rows: read here: {{steps.found.rows}}',
    'gross: read here: {{steps.found.cells.0.1.text}}; compared with what is read in the cloud, in a picture: ' +
      '{{steps.shot}}; where they differ, both are told and the page wins',
    'due: read in the cloud, in a picture: {{steps.shot}}',
    'discount: computed in the cloud: gross - due',
  ]);
  expect(leaves).toEqual([
    'the values of rows, gross, with the page and place of each',
    'the picture of step shot, for gross, due, with every field that holds a secret painted over',
  ]);
});

test('without a plan nothing is told', () => {
  const { extraction: _none, ...template } = plan.template;
  expect(explainExtraction(template, (text) => text)).toEqual({ extraction: [], leaves: [] });
});
