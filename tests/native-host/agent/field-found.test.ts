import { expect, test } from 'vitest';
import { fieldFound } from '../../../native-host/agent/field-found.ts';

const shown = [
  'Order 4711\nAmount due:  EUR 1.250,00',
  '{ "name": "The \\"Old\\" Mill", "note": "first\\nsecond", "qty": 12 }',
];

test.each([
  ['4711', 'string', '4711'],
  ['amount due', 'string', 'amount due'],
  ['Amount due: EUR', 'string', 'Amount due: EUR'],
  ['The "Old" Mill', 'string', 'The "Old" Mill'],
  ['first second', 'string', 'first second'],
  ['12', 'number', 12],
  ['1.250,00', 'number', 1250],
  // A part of a number is another number, and a part of a word another word.
  ['471', 'number', null],
  ['250,00', 'number', null],
  ['mount', 'string', null],
  ['1', 'number', null],
  ['twelve', 'number', null],
  ['Mallory', 'string', null],
  ['  ', 'string', null],
  ['4711', 'date', null],
] as const)('%j as %s is %j', (said, type, wanted) => {
  expect(fieldFound(said, type, shown)).toBe(wanted);
});
