import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makeReport, RunReport } from '../../../native-host/runs/report.ts';
import { RunEvent } from '../../../shared/run.ts';
import { bodies, stamped, wholeRun } from './run-events.ts';

// The two files are the format: a change of them is a change for everyone who reads reports.
const frozen = (name: string): string =>
  readFileSync(new URL(`../../fixtures/report/${name}`, import.meta.url), 'utf8');

test('a whole run gives the frozen report, for people and for programs', async () => {
  const events = wholeRun();
  for (const event of events) RunEvent.parse(event);
  const report = makeReport(events);
  await expect(report.markdown).toMatchFileSnapshot('../../fixtures/report/refused.md');
  await expect(`${JSON.stringify(report.json, null, 2)}\n`).toMatchFileSnapshot(
    '../../fixtures/report/refused.json',
  );
  expect(RunReport.parse(JSON.parse(frozen('refused.json')))).toEqual(report.json);
});

test('a run that goes on has a report of what was done so far', () => {
  const { json, markdown } = makeReport(stamped(bodies().slice(0, 6)));
  expect(json.status).toBe('running');
  expect(json.missing).toEqual(['Not reached: "File it", "Sign out"']);
  expect(markdown).toContain('| 1 | Open the list | done (2×) |');
});

test('text of a page stays text: no headings, cells or links of its own', () => {
  const { markdown } = makeReport(wholeRun());
  expect(markdown).not.toMatch(/^# Not/m);
  expect(markdown).toContain('\\# Not a \\| heading \\<b\\>');
  expect(markdown).toContain('| a\\|b | 1 |');
});
