import { expect, test } from 'vitest';
import { countAsked } from '../../../../native-host/agent/evidence/count-asked.ts';

test.each([
  ['Find three cafés in Lisbon', 3],
  ['List 3 museums in Larkstadt that are free', 3],
  ['the top 5 Python libraries', 5],
  ['Name the ten longest rivers of Europe', 10],
  ['at least four hotels near the station', 4],
  ['Finde drei Laptops unter 800 €', 3],
  ['Nenne mir zwei Museen in Wien', 2],
  ['trois musées gratuits à Paris', 3],
  ['cuatro hoteles en Madrid', 4],
  ['a couple of quiet cafés', 2],
  ['Give me a dozen recipes', 12],
])('%j asks for %i', (text, count) => {
  expect(countAsked(text)).toBe(count);
});

test.each([
  ['hotels under 50 euros'],
  ['What does the iPhone 15 cost?'],
  ['Python 3 tutorials'],
  ['the height of Kilimanjaro in metres'],
  ['events in 2024'],
  ['open after 18 hours'],
  ['museums free on 2 May'],
  ['a trail of 12 km'],
  ['between 3 and 5 stars'],
  ['once a week'],
  ['One of the best cafés'],
  [''],
])('%j asks for no number of things', (text) => {
  expect(countAsked(text)).toBeNull();
});
