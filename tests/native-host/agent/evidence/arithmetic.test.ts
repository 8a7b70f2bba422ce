import { expect, test } from 'vitest';
import { withoutConversion, workedOut } from '../../../../native-host/agent/evidence/arithmetic.ts';
import { finding } from '../../../fakes/finding.ts';

const findings = [
  finding(1, 'Kilimanjaro is 5,895 m high.'),
  finding(2, 'Mount Kenya is 5,199 m high.'),
  finding(3, 'Café Luz: coffee costs 2 euros'),
  finding(4, 'Café Sol: coffee costs 3.50 euros'),
  finding(5, 'The Etosha pan is 120 km long.'),
];

test.each([
  ['Kilimanjaro is 696 m higher than Mount Kenya.', [1, 2]],
  ['Mount Kenya is 696 m lower than Kilimanjaro.', [2, 1]],
  ['Kilimanjaro is higher than Mount Kenya.', [1, 2]],
  ['Café Sol costs 1.50 euros more than Café Luz.', [4, 3]],
  ['Café Luz is cheaper than Café Sol.', [3, 4]],
  ['Café Luz is the cheapest of these.', [3, 4]],
])('%s follows from the findings', (sentence, numbers) => {
  expect(workedOut(sentence, findings)?.map(({ n }) => n)).toEqual(numbers);
});

test.each([
  ['Kilimanjaro is 697 m higher than Mount Kenya.'],
  ['Kilimanjaro is 696 ft higher than Mount Kenya.'],
  ['Mount Kenya is higher than Kilimanjaro.'],
  ['Kilimanjaro is not higher than Mount Kenya.'],
  ['Mount Meru is 696 m lower than Kilimanjaro.'],
  ['Café Sol is the cheapest of these.'],
  ['Café Luz is the cheapest café in Lisbon.'],
  ['Café Luz is cheaper than Kilimanjaro.'],
  ['Kilimanjaro is higher than the Etosha pan.'],
  ['Together they cost 5.50 euros.'],
])('%s does not', (sentence) => {
  expect(workedOut(sentence, findings)).toBeNull();
});

test('a sum is that of all the findings given', () => {
  expect(workedOut('Together they cost 5.50 euros.', findings.slice(2, 4))).toHaveLength(2);
  expect(workedOut('Together they cost 6.50 euros.', findings.slice(2, 4))).toBeNull();
});

test.each([
  ['Kilimanjaro is 5,895 m (19,341 ft) high.', 'Kilimanjaro is 5,895 m high.'],
  ['It weighs 2 kg (about 4.4 lb).', 'It weighs 2 kg.'],
  ['The film lasts 2 hours (120 minutes).', 'The film lasts 2 hours.'],
])('%s says the same number twice', (sentence, shorter) => {
  expect(withoutConversion(sentence)).toBe(shorter);
});

test.each([
  ['Kilimanjaro is 5,895 m (19,431 ft) high.'],
  ['It weighs 2 kg (about 4.9 lb).'],
  ['It costs 20 euros (22 dollars).'],
  ['It opened in 1973 (50 years ago).'],
  ['Kilimanjaro (in Tanzania) is 5,895 m high.'],
])('%s does not', (sentence) => {
  expect(withoutConversion(sentence)).toBeNull();
});
