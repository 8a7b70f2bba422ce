import type { Plan } from '../../../../native-host/workflow/compile.ts';
import type { Result } from '../../../../shared/faults.ts';
import { compileText, valueIn } from '../shipped.ts';

/** A template that reads a table, takes a picture, and has a plan with a field of every source. */
export const head = `id: slips
version: 1.0.0
title: Slips
description: For tests.
sites: ["https://portal.example.com"]
steps:
  - { id: found, title: Read the table, tool: extract_table, args: { selector: "#results" }, buckets: [read] }
  - { id: shot, title: Picture the slip, tool: screenshot, args: { selector: img }, buckets: [read] }
`;

export const fields = `extraction:
  rows: { source: dom_local, from: "{{steps.found.rows}}" }
  gross: { source: both, from: "{{steps.found.cells.0.1.text}}", screenshot: "{{steps.shot}}" }
  due: { source: screenshot_cloud, screenshot: "{{steps.shot}}", description: the amount }
  discount: { source: derived_cloud, formula: gross - due }
`;

export const compiled = (text: string): Result<Plan> => compileText(text);

export const plan: Plan = valueIn(compiled(head + fields));

export const table = {
  url: 'https://portal.example.com/reports?query=secret#top',
  columns: ['Number', 'Gross'],
  rows: [{ Number: 'ST-1', Gross: '10.00' }],
  cells: [[{ text: 'ST-1' }, { text: '10.00' }]],
  complete: true,
};

export const picture = {
  url: 'https://portal.example.com/reports/ST-1',
  image: Buffer.from('a picture').toString('base64'),
  mime: 'image/png',
  width: 1,
  height: 1,
  scale: 1,
  size_bytes: 9,
  masked: 2,
};

export const stored = {
  key: 'jobs/j-1/run/0000-shot.png',
  uri: 's3://b/k',
  bytes: 9,
  sha256: 'a'.repeat(64),
  state: 'stored',
  link: null,
};
