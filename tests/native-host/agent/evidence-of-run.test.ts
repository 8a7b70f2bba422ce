import { expect, test } from 'vitest';
import { evidenceOfRun } from '../../../native-host/agent/evidence-of-run.ts';
import type { PaperWeb } from './fake-web.ts';
import { assignmentOf, inTurn, refusals, runOnPaper } from './scripted-run.ts';

// Goal: the recorded fact objective with what code really proves, within the bounds that are promised for it.

const objective = 'What is the height of the tallest mountain in Africa, in metres and feet?';
const url = 'https://en.encyclopedia.test/wiki/Mount_Kilimanjaro';
const filler =
  'The mountain has three volcanic cones, of which one may become active again, and its glaciers shrink. ';
const web: PaperWeb = {
  search: {
    text: 'results',
    results: [
      {
        title: 'Mount Kilimanjaro - Encyclopedia',
        url,
        snippet: 'Mount Kilimanjaro is a dormant volcano in Tanzania and the tallest mountain in Africa.',
      },
      ...Array.from({ length: 6 }, (_, n) => ({
        title: `Climbing the highest mountain, part ${n}`,
        url: `https://climb${n}.test/kilimanjaro/guide`,
        snippet:
          'Our guide of the best routes to the roof of Africa, with prices, dates and what to bring along for the way.',
      })),
    ],
  },
  [url]: {
    title: 'Mount Kilimanjaro',
    text: [
      'Mount Kilimanjaro is a dormant volcano in Tanzania. It is the tallest mountain in Africa: 5,895 m (19,341 ft) above sea level.',
      ...Array.from({ length: 40 }, () => filler.repeat(3)),
    ].join('\n\n'),
    links: Array.from(
      { length: 60 },
      (_, n) => [`https://en.encyclopedia.test/wiki/Mountain_${n}`, `Mountain of Africa ${n}`] as const,
    ),
  },
};
const search = {
  found: [],
  action: 'SEARCH',
  why: 'I have to find it.',
  query: 'tallest mountain in Africa height metres feet',
  checklist: [
    'height of the tallest mountain in Africa in metres',
    'height of the tallest mountain in Africa in feet',
  ],
};
const open = { found: [], action: 'NAVIGATE', why: 'An encyclopedia has it.', link: 1 };
const sentence = 'It is the tallest mountain in Africa: 5,895 m (19,341 ft) above sea level.';
const finish = { found: [{ text: sentence, items: [1, 2] }], action: 'FINISH', why: 'Both are found.' };

test('the fact objective takes at most 4 turns, 6 calls and 3,000 tokens that no cache can hold', async () => {
  const told = await runOnPaper(
    assignmentOf(objective),
    web,
    (_prompt, { purpose }, call) => {
      if (purpose === 'cover') return { covered: [1, 2], by: { 1: [1], 2: [1] } };
      if (purpose === 'write') return `${sentence.slice(0, -1)} [1].`;
      return [search, open, finish][call - 1];
    },
    { evidence: evidenceOfRun },
  );
  expect(refusals(told)).toEqual([]);
  expect(told.ending.status).toBe('succeeded');
  expect(told.view.checklist.map(({ state }) => state)).toEqual(['found', 'found']);
  expect(told.view.answer).toBe(
    'From “Mount Kilimanjaro”: It is the tallest mountain in Africa: 5,895 m (19,341 ft) above sea level [1].',
  );
  expect(told.view.turns.length).toBeLessThanOrEqual(4);
  expect(told.requests.length).toBeLessThanOrEqual(6);
  const fresh = told.requests.map(({ messages }, at) => {
    const before = told.requests[at - 1]?.messages ?? [];
    const isNew = messages.filter(({ content }, index) => before[index]?.content !== content);
    return isNew.reduce((sum, { content }) => sum + content.length / 4 + 4, 0);
  });
  expect(fresh.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(3_000);
});

test('a number that the page does not say is neither recorded nor reported', async () => {
  const wrong = {
    ...finish,
    found: [{ text: 'It is the tallest mountain in Africa: 5,985 m above sea level.', items: [1] }],
  };
  const told = await runOnPaper(
    assignmentOf(objective),
    web,
    inTurn(search, open, wrong, wrong, { found: [], action: 'FINISH', why: '', missing: [1, 2] }),
    { evidence: evidenceOfRun },
  );
  expect(told.view.findings).toEqual([]);
  expect(told.view.answer).toBeNull();
  expect(told.ending.status).toBe('failed');
});
