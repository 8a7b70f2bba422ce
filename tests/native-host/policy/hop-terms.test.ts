import { expect, test } from 'vitest';
import { organisationsRules, personsRules } from '../../../native-host/policy/compile.ts';
import { hopReach } from '../../../native-host/policy/hop-terms.ts';
import { type PolicyLayer, parsePolicyText } from '../../../native-host/policy/policy-file.ts';

function layer(text: string): PolicyLayer {
  const read = parsePolicyText(`version: 1\n${text}`, 'policy.yaml', '/home/me');
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.layer;
}
const person = (text: string) => personsRules(layer(text), layer('read: {mode: deny-all}'));

test('only plain allow-all rules make every address free', () => {
  expect(hopReach(person('read: {mode: allow-all}'), false)).toBe('free');
  expect(hopReach(person('read: {mode: allow-all, approve: true}'), false)).toBe('origin');
  expect(hopReach(person('read: {mode: block-list, resources: []}'), false)).toBe('origin');
  expect(hopReach(person('write: {mode: allow-all}'), false)).toBe('origin');
  expect(hopReach([], false)).toBe('origin');
});

test('a rule for navigate alone is what counts for navigating', () => {
  const listed = '{navigate: {mode: allow-list, resources: ["domain:a.test"]}}';
  expect(hopReach(person(`read: {mode: allow-all, tools: ${listed}}`), false)).toBe('origin');
  expect(hopReach(person('read: {mode: deny-all, tools: {navigate: {mode: allow-all}}}'), false)).toBe(
    'free',
  );
});

test('an organisation takes the freedom away, and never gives it', () => {
  const block = organisationsRules(
    layer('read: {mode: block-list, resources: ["domain:a.test"]}'),
    'machine',
  );
  const all = organisationsRules(layer('read: {mode: allow-all}'), 'machine');
  expect(hopReach([...block, ...person('read: {mode: allow-all}')], false)).toBe('origin');
  expect(hopReach(all, false)).toBe('origin');
});

test('rules of an organisation’s own in Cedar may look at the path, so each address is judged', () => {
  expect(hopReach(person('read: {mode: allow-all}'), true)).toBe('url');
});
