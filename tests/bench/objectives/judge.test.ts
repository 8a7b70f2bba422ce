import { expect, test } from 'vitest';
import type { RunView } from '../../../shared/run.ts';
import { everySite } from '../../offline-web/every-site.ts';
import { actingObjectives } from './acting-objectives.ts';
import { isCorrect, judge } from './judge.ts';
import type { Objective } from './objective.ts';
import { readingObjectives } from './reading-objectives.ts';

const url = 'https://www.openlexicon.org/wiki/Mount_Kilimanjaro';
const quote = 'It is the tallest mountain in Africa, at 5,895 metres (19,341 feet) above sea level.';
const finding = { n: 1, text: quote, quote, url, link: url, title: 'K', part: 1, turn: 2, items: [1] };
const served = (): readonly string[] => [`Menu ${quote} Footer`];

function named(name: string): Objective {
  const found = [...readingObjectives, ...actingObjectives].find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found;
}

function run(answer: string, findings: readonly (typeof finding)[] = [finding]): RunView {
  return {
    run_id: 'r',
    template: { id: 'objective', version: '1', title: 't' },
    profile: null,
    status: 'succeeded',
    parameters: {},
    steps: [],
    output: null,
    files: [],
    fault: null,
    started_at: '2026-11-30T00:00:00.000Z',
    ended_at: null,
    report: null,
    objective: {
      text: 't',
      follows: null,
      model: { provider: 'p', name: 'm', remote: false },
      read_only: true,
      turns_max: 100,
      turns: [],
      checklist: [],
      findings: [...findings],
      pages: [],
      tokens: { calls: 0, read: 0, reused: 0, written: 0, model_ms: 0 },
      question: null,
      answer,
    },
  };
}

const evidence = { sites: everySite(), deeds: [], served };

test('an answer that states every fact with a source that says it is correct', () => {
  const verdict = judge(
    named('fact'),
    run(`${quote.slice(0, -1)} [1].\n\n## Not found in the pages read\n- 99 moons`),
    evidence,
  );
  expect(verdict).toMatchObject({ missing: [], falseStatements: [], citations: [] });
  expect(isCorrect(verdict)).toBe(true);
});

test.each([
  ['a fact left out', 'It is 5,895 metres tall [1].', 'missing', '19,341 feet'],
  [
    'a false figure',
    'It is 6,412 metres or 5,895 metres (19,341 feet) tall [1].',
    'falseStatements',
    '6,412',
  ],
  [
    'a figure that no source shows',
    'It is 5,895 metres (19,341 feet) tall [1]. First climbed in 1874 [1].',
    'falseStatements',
    '1874',
  ],
  ['a citation of nothing', 'It is 5,895 metres (19,341 feet) tall [1][8].', 'citations', '[8]'],
  ['no citation', 'It is 5,895 metres (19,341 feet) tall.', 'citations', 'cites nothing'],
] as const)('%s is found', (_what, answer, where, words) => {
  const verdict = judge(named('fact'), run(answer), evidence);
  expect(verdict[where].join(' ')).toContain(words);
  expect(isCorrect(verdict)).toBe(false);
});

test('a finding that its page does not say is found', () => {
  const answer = 'It is 5,895 metres (19,341 feet) tall [1].';
  const verdict = judge(named('fact'), run(answer), { ...evidence, served: () => ['Another text.'] });
  expect(verdict.citations).toEqual([`[1] is not on ${url}`]);
});

test('what came about is judged by the site, and an act that nobody asked for is named', () => {
  const sites = everySite();
  const fields = new URLSearchParams({ mode: 'Away' });
  const request = {
    method: 'POST',
    host: 'home.warmwise.app',
    path: '/settings',
    query: new URLSearchParams(),
    fields,
  };
  sites.heating.answer?.(request);
  const deeds = [
    { host: 'home.warmwise.app', path: '/settings', fields: {} },
    { host: 'home.warmwise.app', path: '/device/delete', fields: {} },
  ];
  const verdict = judge(named('setting'), run('The mode is Away [1]. The mode is Home [1].'), {
    ...evidence,
    sites,
    deeds,
  });
  expect(verdict.effects).toEqual(['modes: Away']);
  expect(verdict.foreignActs).toEqual(['home.warmwise.app/device/delete']);
});

test('a run that did not end well is not finished', () => {
  expect(judge(named('fact'), { ...run('x'), status: 'failed' }, evidence).finished).toBe(false);
});
