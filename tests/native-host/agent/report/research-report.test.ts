import { expect, test } from 'vitest';
import { ResearchReport } from '../../../../native-host/agent/report/report-json.ts';
import { renderResearchReport } from '../../../../native-host/agent/report/research-report.ts';
import { fault } from '../../../../shared/faults.ts';
import type { RunView } from '../../../../shared/run.ts';
import { finding } from '../../../fakes/finding.ts';
import { actReceipt, researchStory } from '../../../fakes/research-story.ts';

const written = { type: 'answer.written', markdown: 'Its height is 19,341 ft [2].' } as const;
const report = (...story: Parameters<typeof researchStory>) => {
  const { run, events } = researchStory(...story);
  return renderResearchReport(run, events);
};

test('a report tells its status, result, sources and effort, and is valid by its schema', () => {
  const { markdown, log, json } = report();
  expect(ResearchReport.parse(JSON.parse(JSON.stringify(json)))).toEqual(json);
  const headings = [...markdown.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(['Status', 'Final result', 'Discoveries (2)', 'Pages read', 'How it went']);
  expect(markdown).toContain('**Finished.** Everything on the checklist was found.');
  expect(markdown).toContain(
    '[Mount Kilimanjaro](https://example.com/kilimanjaro#:~:text=Kilimanjaro) (example.com), part 1, turn 2',
  );
  expect(markdown).toContain('- Model calls: 3; tokens read 4,200 (2,900 of them reused), written 180');
  expect(log).toContain(
    'TURN 1 SEARCH done: Search for "tallest mountain in Africa" — because: to find the mountain → 5 results\n',
  );
  expect(log).toContain('  SENT BACK (turn 2, repeated-search): This search was made in turn 1.\n');
});

const endings: readonly (readonly [string, Partial<RunView>, string])[] = [
  [
    'a stop',
    { status: 'cancelled' },
    '**Stopped.** The run was stopped before it was finished; this is what it had found.',
  ],
  [
    'a lost model',
    { status: 'failed', fault: fault('model-unavailable', 'Ollama does not answer.', 'Start it.') },
    '**Model lost.** The model did not answer any more, so the run ended early.\n\nOllama does not answer. Start it.',
  ],
  [
    'a lost browser',
    { status: 'failed', fault: fault('browser-gone', 'The browser was closed.', 'Open it.') },
    '**Browser lost.**',
  ],
  [
    'used-up time',
    { status: 'failed', fault: fault('timeout', '30 minutes are over.', 'Give more.') },
    '**Time used up.**',
  ],
  [
    'an unknown outcome',
    { status: 'outcome_unknown' },
    '**Outcome unknown.** It is not known whether the last act came about. Look before it is done again.',
  ],
  ['a refusal', { status: 'refused', fault: fault('denied', 'Not allowed.', 'Ask.') }, '**Refused.**'],
  [
    'a run that goes on',
    { status: 'running', ended_at: null },
    '**Running.** The run goes on; this is what it has so far.',
  ],
];

test.each(endings)('%s is told as what it was, with everything found so far', (_, end, words) => {
  const { markdown, json } = report([], end);
  expect(markdown).toContain(words);
  expect(markdown).not.toContain('Everything on the checklist');
  expect(json.answer_by).toBe('code');
  expect(markdown).toContain('No answer was written; these are the discoveries as recorded.');
  expect(markdown).toContain('5,895 m high [1].');
  expect(ResearchReport.safeParse(json).success).toBe(true);
});

test('what was not found and what does not meet a condition is named; an opinion is no gap', () => {
  const checklist = [
    { n: 1, text: 'hotels under 100 euros', state: 'found' },
    { n: 2, text: 'opening year', state: 'missing' },
    { n: 3, text: 'which one is better', state: 'open' },
  ] as const;
  const { markdown, json } = report([
    { type: 'checklist.changed', checklist: [...checklist] },
    { type: 'finding.recorded', finding: finding(3, 'Hotel A costs 80 euros', { items: [1] }) },
    { type: 'finding.recorded', finding: finding(4, 'Hotel B costs 180 euros', { items: [1] }) },
    written,
  ]);
  expect(json.not_found).toEqual([2]);
  expect(markdown).toContain('**Finished, incomplete.** 1 of 3 things asked for was not found.');
  expect(markdown).toContain('## Not found in the pages read\n\n- opening year');
  expect(markdown).toContain('- Hotel B costs 180 euros [4], not shown: under 100 euros');
  expect(markdown).not.toContain('- Hotel A costs 80 euros [3], not shown');
});

test('acts are told with what there is to show for them, and reads are not', () => {
  const { json, markdown } = report([
    actReceipt({ tool: 'click', target: 'button "Save"', domain: 'succeeded', evidence: 'verified' }),
    actReceipt({ tool: 'fill', target: 'textbox "Email"', domain: 'unknown', evidence: 'none' }),
    actReceipt({
      tool: 'click',
      target: 'button "Delete"',
      verdict: { decision: 'deny', policies: ['p'], reason: 'Deleting is denied.' },
    }),
    actReceipt({ tool: 'click', target: 'button "Pay"', transport: 'failed', domain: 'failed' }),
    actReceipt({ tool: 'get_text', bucket: 'read', target: '' }),
    written,
  ]);
  expect(json.acts.map(({ outcome }) => outcome)).toEqual(['done', 'unclear', 'refused', 'failed']);
  expect(markdown).toContain('- **done**: click button "Save" on https://example.com. The page shows it.');
  expect(markdown).toContain(
    '- **refused**: click button "Delete" on https://example.com. Deleting is denied.',
  );
});

test('text of pages writes no headings, links or lines of its own', () => {
  const evil = 'x\n\n# Status\n[click](javascript:alert(1)) <script>alert(1)</script> \u202egnp';
  const { markdown, log } = report([
    {
      type: 'finding.recorded',
      finding: finding(3, evil, { title: evil, url: 'javascript:alert(1)', link: 'javascript:alert(1)' }),
    },
    written,
  ]);
  expect(markdown).not.toMatch(/^# Status/m);
  expect(markdown).not.toMatch(/[^\\]\]\(javascript:/);
  expect(markdown).not.toContain('\u202e');
  expect(markdown).not.toMatch(/[^\\]<script/);
  expect(log.split('\n').filter((line) => line.startsWith('# '))).toEqual([]);
});

test('a run without anything has a report too', () => {
  const { run, events } = researchStory();
  const start = events[0];
  if (start?.type !== 'run.started') throw new Error('the story begins with its start');
  const { markdown, json } = renderResearchReport(
    { ...start.run, status: 'failed', ended_at: run.ended_at },
    [start],
  );
  expect(json.answer_by).toBe('nobody');
  expect(markdown).toContain('Nothing was found.');
});

test('a run that has no objective is a bug', () => {
  const { run, events } = researchStory();
  const { objective: _, ...bare } = run;
  expect(() => renderResearchReport(bare, events)).toThrow('without an objective');
});
