import { expect, test } from 'vitest';
import { asksToAct, asksToChange } from '../../../native-host/agent/asks-to-act.ts';

test.each([
  'Fill in the form on https://forms.test with my name',
  'Please book the cheapest slot',
  'Find the cheapest slot and book it',
  'Download the report of May',
  'Change the time zone to Oslo, then undo it.',
  'Go to shop.test and order two chairs',
  'Bitte buche den billigsten Termin',
])('"%s" asks for something to be done', (objective) => {
  expect(asksToAct(objective)).toBe(true);
});

test.each([
  'How high is the tallest mountain in Africa, in metres and feet?',
  'How do I change the time zone in Debian?',
  'Which of these three is the cheapest to buy?',
  'Compare the prices of two chairs',
  'List three free museums in Vienna that are open on Mondays',
  'What do people think of the new order form?',
])('"%s" asks for something to be known', (objective) => {
  expect(asksToAct(objective)).toBe(false);
});

test('what reading can do is an act and no change', () => {
  const both = (objective: string) => [asksToAct(objective), asksToChange(objective)];
  expect(both('Reconcile the two lists of invoices')).toEqual([true, false]);
  expect(both('Reconcile the two lists and pay what is due')).toEqual([true, true]);
  expect(both('Book the cheapest slot')).toEqual([true, true]);
  expect(both('Who booked the slot?')).toEqual([false, false]);
});
