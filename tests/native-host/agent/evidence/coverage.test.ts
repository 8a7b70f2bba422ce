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

const one = (text: string) => [{ n: 1, text, state: 'open' as const }];
const verdict = (item: string, ...said: readonly string[]) => {
  const findings = said.map((text, at) => finding(at + 1, text, { items: [1] }));
  const { decided, undecided } = coverage(one(item), findings, item);
  return decided[0]?.state === 'found' ? 'found' : undecided.length > 0 ? 'asked' : 'open';
};

test.each([
  ['weight and price of the Bosun 40', 'The Bosun 40 weighs 1,480 g and costs 149 €', 'found'],
  ['weight and price of the Bosun 40', 'The Bosun 40 weighs 1,480 g', 'asked'],
  ['what speaks for a heat pump in an old house', 'Heat pump in an old house: worth it?', 'open'],
  ['the tallest mountain in Africa', 'The tallest mountain in Africa', 'open'],
  // What a page says of a deed has the words of the deed.
  ['set the mode of the thermostat to Away', 'The mode is Away.', 'asked'],
  ['the tallest mountain in Africa', 'Kilimanjaro is the tallest mountain in Africa', 'found'],
  ['the tallest mountain in Africa', 'Mount Kenya is the second tallest mountain in Africa', 'asked'],
  ['every step to replace the battery', 'Step 1 to replace the battery: switch it off', 'asked'],
  ['two cafés in Lisbon', 'Café Luz in Lisbon', 'open'],
  ['hotels in Rome under 100 euros', 'Hotel Sole in Rome costs 80 euros', 'found'],
  ['hotels in Rome under 100 euros', 'Hotel Sole in Rome costs 180 euros', 'open'],
  ['which of the two is better', 'Experts like the first for its light', 'found'],
  ['the year of the first ascent', 'The museum sells cakes', 'asked'],
])('%j with %j is %s', (item, said, wanted) => {
  expect(verdict(item, said)).toBe(wanted);
});

test('what is found or missing already stays so', () => {
  const items = [
    { n: 1, text: 'a', state: 'found' as const },
    { n: 2, text: 'b', state: 'missing' as const },
  ];
  expect(coverage(items, [finding(1, 'Something else', { items: [1, 2] })], 'a and b')).toEqual({
    decided: items,
    undecided: [],
  });
});
