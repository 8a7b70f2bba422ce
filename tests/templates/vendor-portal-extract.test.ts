import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { patterns } from '../../native-host/patterns/index.ts';
import { compile } from '../../native-host/workflow/compile.ts';
import { parseTemplate } from '../../native-host/workflow/parse-template.ts';
import { valueIn } from '../native-host/workflow/shipped.ts';

const file = 'templates/vendor-portal-extract.yaml';
const loaded = valueIn(parseTemplate(readFileSync(file, 'utf8'), file, patterns));
const parameters = { portal_url: 'https://portal.example.com', username: 'me', period: '2026-06' };

test('it is reviewed, reads, and acts on its own site alone', () => {
  expect(loaded.template.review.state).toBe('reviewed');
  const plan = valueIn(
    compile(
      loaded,
      { parameters, options: { out: null, name_pattern: null } },
      { patterns, folderOf: (text) => text, now: () => Date.UTC(2026, 6, 1) },
    ),
  );
  expect([...new Set(plan.calls.map(({ bucket }) => bucket))].sort()).toEqual(['read', 'write']);
  expect([...new Set(plan.calls.map(({ resource }) => resource))]).toEqual([
    'origin:https://portal.example.com',
  ]);
});

test('what its plan names is what it reads: four values of the table, one of them pictured, and one computed', () => {
  const fields = Object.entries(loaded.template.extraction ?? {});
  expect(Object.fromEntries(fields.map(([name, { source }]) => [name, source]))).toEqual({
    number: 'dom_local',
    net: 'dom_local',
    vat: 'dom_local',
    gross: 'both',
    difference: 'derived_cloud',
  });
  expect(loaded.template.output).toEqual({});
});
