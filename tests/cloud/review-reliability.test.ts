import { expect, test } from 'vitest';
import type { RunFacts } from '../../cloud/optimise.ts';
import { ReviewedTemplate } from '../../cloud/review-checks.ts';
import { judgeReliability } from '../../cloud/review-reliability.ts';

const template = (selector: unknown) =>
  ReviewedTemplate.parse({
    ...{ id: 't', version: '1.0.0', sites: ['https://a.example.com'] },
    steps: [
      { id: 'open', args: { selector } },
      { id: 'read', args: {} },
    ],
  });
const run = (number: number, to: string | null, ok = true): RunFacts => ({
  ...{ run_id: `run-${String(number).padStart(3, '0')}`, template: 't', version: '1.0.0', ok },
  steps: [{ id: 'open', ok, alternate: 0, repaired_to: to, place: 'selector' }],
});
const runs = (count: number, to: string | null, ok = true, from = 0) =>
  Array.from({ length: count }, (_, at) => run(from + at, to, ok));
const judge = (facts: readonly RunFacts[], to: unknown = ['#new', '#old']) =>
  judgeReliability(template('#old'), template(to), facts);

test('runs hold that used a selector which the new version has too', () => {
  expect(judge([...runs(4, '#new'), ...runs(2, null, true, 4)])).toMatchObject({
    runs: 6,
    held: 6,
    passes: true,
  });
});

test('four runs are too few; of the last ten, eight must hold', () => {
  expect(judge(runs(4, '#new')).passes).toBe(false);
  expect(judge([...runs(8, '#new'), ...runs(2, '#other', true, 8)]).passes).toBe(true);
  expect(judge([...runs(7, '#new'), ...runs(3, '#new', false, 7)]).passes).toBe(false);
});

test('only the last ten count, in the order of their runs', () => {
  const facts = [...runs(10, '#new', true, 10), ...runs(10, '#other', true, 0)];
  expect(judge(facts)).toMatchObject({ runs: 10, held: 10 });
});

test('a selector that was taken away does not hold where it was used', () => {
  expect(judge(runs(6, null), '#new')).toMatchObject({ held: 0, passes: false });
});

test('where no selector was changed, nothing has to be replayed', () => {
  expect(judgeReliability(template('#old'), template('#old'), [])).toMatchObject({ passes: true });
});
