import { expect, test } from 'vitest';
import { ResearchReport } from '../../../../native-host/agent/report/report-json.ts';
import { renderResearchReport } from '../../../../native-host/agent/report/research-report.ts';
import { researchStory } from '../../../fakes/research-story.ts';

test('a report tells its status, result, sources and effort, and is valid by its schema', () => {
  const { run, events } = researchStory();
  const { markdown, log, json } = renderResearchReport(run, events);
  expect(ResearchReport.parse(json)).toEqual(json);
  for (const heading of [
    '## Status',
    '## Final result',
    '## Discoveries (2)',
    '## Pages read',
    '## How it went',
  ]) {
    expect(markdown).toContain(heading);
  }
  expect(log).toContain('TURN 1 SEARCH');
});
