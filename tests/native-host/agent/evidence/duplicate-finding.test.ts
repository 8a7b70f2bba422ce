import { expect, test } from 'vitest';
import { duplicateOf } from '../../../../native-host/agent/evidence/duplicate-finding.ts';
import { finding } from '../../../fakes/finding.ts';

const known = [
  finding(1, 'Kilimanjaro is 5,895 m high.'),
  finding(2, 'The museum in Lyon is open on Mondays.'),
  finding(3, 'The park is not free for visitors.'),
];

test.each([
  ['Kilimanjaro is 5,895 m high', 1],
  ['KILIMANJARO is 5895 metres high!', 1],
  ['The height of Kilimanjaro is 5 895 m', 1],
  ['On Mondays the museum in Lyon is open', 2],
  ['Open on Mondays: the museum in Lyon', 2],
])('%j repeats finding %i', (text, n) => {
  expect(duplicateOf(text, known)?.n).toBe(n);
});

test.each([
  ['Kilimanjaro is 5,199 m high.'],
  ['Mount Kenya is 5,895 m high.'],
  ['The museum in Paris is open on Mondays.'],
  ['The park is free for visitors.'],
  ['The park may not be free for visitors.'],
  ['Something else altogether'],
  [''],
])('%j is a finding of its own', (text) => {
  expect(duplicateOf(text, known)).toBeNull();
});
