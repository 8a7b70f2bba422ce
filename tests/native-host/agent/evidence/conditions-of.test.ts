import { expect, test } from 'vitest';
import { conditionsOf } from '../../../../native-host/agent/evidence/conditions-of.ts';
import { breaksCondition, holdsCondition } from '../../../../native-host/agent/evidence/holds-condition.ts';
import { finding } from '../../../fakes/finding.ts';

const first = (text: string) => {
  const [condition] = conditionsOf(text);
  if (condition === undefined) throw new Error(`no condition in ${text}`);
  return condition;
};

test.each([
  [
    'hotels under 100 euros',
    { kind: 'amount', text: 'under 100 euros', comparison: 'less', value: 100, unit: '€' },
  ],
  ['hotels below $80', { kind: 'amount', text: 'below $80', comparison: 'less', value: 80, unit: '$' }],
  ['Laptops mit mindestens 16 GB', { kind: 'amount', comparison: 'at_least', value: 16, unit: 'gb' }],
  ['des hôtels à moins de 90 €', { kind: 'amount', comparison: 'less', value: 90, unit: '€' }],
  ['hoteles por menos de 90 euros', { kind: 'amount', comparison: 'less', value: 90, unit: '€' }],
  ['hikes no more than 12 km long', { kind: 'amount', comparison: 'at_most', value: 12, unit: 'km' }],
  ['films made after 2015', { kind: 'date', comparison: 'more', year: 2015 }],
  ['the report of 2026', { kind: 'date', comparison: 'is', year: 2026 }],
  ['shops open after 18:00', { kind: 'time', text: 'after 18:00', comparison: 'more', minutes: 1080 }],
  ['museums that are free on Sundays', { kind: 'free', on: 'Sundays' }],
  ['kostenlose Museen, also kostenlos', { kind: 'free', on: null }],
  ['its height in feet', { kind: 'unit', unit: 'ft' }],
  ['die Höhe in Metern', { kind: 'unit', unit: 'm' }],
])('%j sets a condition', (text, condition) => {
  expect(first(text)).toMatchObject(condition);
});

test.each([
  ['three cafés in Lisbon'],
  ['iPhone 15 or 16'],
  ['the best free slot'],
  ['chapter 4 of the book'],
  [''],
])('%j sets none', (text) => {
  expect(conditionsOf(text)).toEqual([]);
});

test.each([
  ['hotels under 100 euros', 'Hotel A costs 80 €', 'holds'],
  ['hotels under 100 euros', 'Hotel A costs 100 €', 'breaks'],
  ['hotels under 100 euros', 'Hotel A costs 80 dollars', 'silent'],
  ['hotels under 100 euros', 'Hotel A has a pool', 'silent'],
  ['hikes under 12 km', 'The trail is 9,000 m long', 'holds'],
  ['hikes under 12 km', 'The trail is 8 miles long', 'breaks'],
  ['films made after 2015', 'It was made in 2019', 'holds'],
  ['shops open after 18:00', 'open until 20:00', 'holds'],
  ['shops open after 18:00', 'open until 8 pm', 'holds'],
  ['shops open after 18:00', 'open until 17:30', 'breaks'],
  ['museums free on Sundays', 'Museum A: free on Sundays', 'holds'],
  ['museums free on Sundays', '6 € on Sundays, free on Tuesdays', 'breaks'],
  ['museums free on Sundays', 'Museum B: 9 € on all days', 'breaks'],
  ['museums free on Sundays', 'Museum C has old clocks', 'silent'],
  ['its height in feet', 'It is 19,341 ft high', 'holds'],
  ['its height in feet', 'It is 5,895 m high', 'silent'],
])('%j: %j %s', (text, said, wanted) => {
  const one = finding(1, said);
  const is = holdsCondition(first(text), [one])
    ? 'holds'
    : breaksCondition(first(text), one)
      ? 'breaks'
      : 'silent';
  expect(is).toBe(wanted);
});
