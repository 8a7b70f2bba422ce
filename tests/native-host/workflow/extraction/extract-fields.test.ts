import { expect, test } from 'vitest';
import {
  addressOf,
  extractFields,
  type Ran,
} from '../../../../native-host/workflow/extraction/extract-fields.ts';
import { readFromPage, readFromPart, readWithMendedSelector } from '../../../../shared/confidence.ts';
import { valueIn } from '../shipped.ts';
import { compiled, head, picture, plan, table } from './place.ts';

const ran = (more: Partial<Ran> = {}): Ran => ({
  template: plan.template,
  scope: { steps: { found: table, shot: picture } },
  mended: new Map(),
  pictures: null,
  ...more,
});
const sent = {
  step_id: 'shot',
  fields: ['gross', 'due'],
  key: 'jobs/j/k.png',
  sha256: 'a'.repeat(64),
  bytes: 9,
  url: null,
  masked: 0,
};

test('a value read here has page, step, selector, row and column, and the page is told without query', () => {
  expect(extractFields(ran())['gross']).toEqual({
    source: 'both',
    value: '10.00',
    confidence: readFromPage,
    provenance: [
      {
        kind: 'page',
        url: 'https://portal.example.com/reports',
        step_id: 'found',
        selector: '#results',
        row: 1,
        column: 'Gross',
      },
    ],
    note: 'compared with the picture in the cloud: this run sends no pictures',
  });
});

test('at home what the cloud reads or computes is told as such, and has no value', () => {
  const { due, discount } = extractFields(ran());
  expect(due).toMatchObject({
    value: null,
    confidence: null,
    note: 'read in the cloud: this run sends no pictures',
  });
  expect(discount).toMatchObject({
    value: null,
    note: 'computed in the cloud, as gross - due: this run was not sent there',
  });
});

test('of a job the note says what is done in the cloud, and where a picture is missing', () => {
  expect(extractFields(ran({ pictures: [sent] }))['due']?.note).toBe('read in the cloud');
  expect(extractFields(ran({ pictures: [] }))['due']?.note).toBe(
    'read in the cloud, but no picture was taken',
  );
});

test('a mended selector and a table that is not whole make a value less sure, and a mended one is what is told', () => {
  const mended = extractFields(ran({ mended: new Map([['found.selector', '#other']]) }))['gross'];
  expect(mended).toMatchObject({ confidence: readWithMendedSelector, provenance: [{ selector: '#other' }] });
  const partly = { found: { ...table, complete: false } };
  expect(extractFields(ran({ scope: { steps: partly } }))['rows']?.confidence).toBe(readFromPart);
});

test('a step that was not needed gives no value, with why', () => {
  expect(extractFields(ran({ scope: { steps: {} } }))['rows']).toMatchObject({
    value: null,
    confidence: null,
    note: 'nothing was found where the template says',
  });
});

test('what a loop gathers is told by the step that it was read with', () => {
  const loop = `  - id: pages
    title: P
    for_each: { max: 2, collect: { rows: "{{steps.page.rows}}" } }
    steps: [{ id: page, title: P, tool: extract_table, buckets: [read] }]
extraction: { all: { source: dom_local, from: "{{steps.pages.rows}}" } }
`;
  const { template } = valueIn(compiled(head + loop));
  const steps = { pages: { rounds: 2, rows: [1, 2] }, page: { ...table, rows: [2] } };
  expect(extractFields(ran({ template, scope: { steps } }))['all']).toMatchObject({
    value: [1, 2],
    provenance: [{ step_id: 'page', url: 'https://portal.example.com/reports', row: null }],
  });
});

test('only pages of the web have an address', () => {
  expect([addressOf('https://a.example/x?token=1#y'), addressOf('file:///etc/x'), addressOf(3)]).toEqual([
    'https://a.example/x',
    null,
    null,
  ]);
});
