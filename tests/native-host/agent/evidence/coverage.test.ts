import { expect, test } from 'vitest';
import { makeChecklist } from '../../../../native-host/agent/evidence/checklist.ts';
import { coverage, gapClaimHolds } from '../../../../native-host/agent/evidence/coverage.ts';
import { finding } from '../../../fakes/finding.ts';

const objective = 'Height of the tallest mountain in Africa in metres and feet';
const items = makeChecklist(
  ['height of the tallest mountain in Africa in metres', 'height in feet'],
  objective,
);
const high = finding(1, 'Kilimanjaro is the tallest mountain in Africa, 5,895 metres high', { items: [1] });

test('an item whose words and unit the finding that names it shows is found', () => {
  const { decided, undecided } = coverage(items, [high], objective);
  expect(decided.map(({ state }) => state)).toEqual(['found', 'open']);
  expect(undecided).toEqual([2]);
});

test('without findings nothing is found and nothing to be asked', () => {
  expect(coverage(items, [], objective)).toEqual({ decided: items, undecided: [] });
});

test('a claimed gap whose words are all in the findings is none', () => {
  const [first, second] = items;
  expect(first && gapClaimHolds(first, [high])).toBe(false);
  expect(second && gapClaimHolds(second, [high])).toBe(true);
});
