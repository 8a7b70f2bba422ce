import { expect, test } from 'vitest';
import {
  cedarString,
  compileRules,
  organisationsRules,
  personsRules,
} from '../../../native-host/policy/compile.ts';
import { type PolicyLayer, parsePolicyText } from '../../../native-host/policy/policy-file.ts';

function layer(text: string): PolicyLayer {
  const read = parsePolicyText(`version: 1\n${text}`, 'policy.yaml', '/home/me');
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return read.layer;
}
const idsOf = (text: string) =>
  compileRules(personsRules(layer(text), new Map())).policies.map(({ id }) => id);

test('ids are readable and tell file, bucket or tool, and mode', () => {
  expect(idsOf('read: {mode: allow-all}')).toEqual(['read.allow-all']);
  expect(idsOf('write: {mode: allow-list, resources: ["domain:a.test"], approve: true}')).toEqual([
    'write.allow-list',
    'write.allow-list.listed',
    'write.approve',
  ]);
  expect(idsOf('delete: {mode: deny-all, tools: {click: {mode: block-list, resources: []}}}')).toEqual([
    'delete.deny-all',
    'tool.click.delete.block-list',
    'tool.click.delete.block-list.private',
    'tool.click.delete.block-list.others',
  ]);
  const fallback = compileRules(personsRules(new Map(), layer('admin: {mode: deny-all}')));
  expect(fallback.policies.map(({ id }) => id)).toEqual(['default.admin.deny-all']);
});

test('a rule without a list does not reach local addresses, nor far-reaching acts of a program, by itself', () => {
  expect(idsOf('write: {mode: allow-all}')).toEqual(['write.allow-all', 'write.unnamed']);
  expect(idsOf('admin: {mode: allow-all}')).toEqual(['admin.allow-all', 'admin.unnamed', 'admin.program']);
  expect(idsOf('admin: {mode: block-list, resources: []}')).toEqual([
    'admin.block-list',
    'admin.block-list.private',
    'admin.block-list.others',
    'admin.program',
  ]);
  expect(idsOf('admin: {mode: allow-list, resources: ["domain:a.test"]}')).not.toContain('admin.program');
  const above = compileRules(organisationsRules(layer('write: {mode: allow-all}'), 'machine'));
  expect(above.policies).toEqual([]);
});

test('an organisation has no permits', () => {
  const rules = organisationsRules(
    layer('read: {mode: allow-all, approve: true}\nwrite: {mode: allow-list, resources: ["domain:a.test"]}'),
    'machine',
  );
  const { policies } = compileRules(rules);
  expect(policies.map(({ id, effect }) => [id, effect])).toEqual([
    ['organisation.machine.read.approve', 'forbid'],
    ['organisation.machine.write.allow-list', 'forbid'],
  ]);
});

test('a list of any length is one group, never one policy an entry', () => {
  const resources = Array.from({ length: 300 }, (_, index) => `"domain:d${index}.test"`).join(', ');
  const { policies, lists } = compileRules(
    personsRules(layer(`write: {mode: allow-list, resources: [${resources}]}`), new Map()),
  );
  expect(policies).toHaveLength(2);
  expect(lists.get('domain:d299.test')).toEqual(['write.domains']);
});

test('every policy carries a title and a fix for a person', () => {
  const { policies } = compileRules(personsRules(layer('read: {mode: allow-all}'), new Map()));
  expect(policies[0]?.text).toContain('@title("Reading on {resource} is allowed');
  expect(policies[0]?.text).toContain('@fix("The rule stands at');
});

test('text in a policy cannot leave its string', () => {
  expect(cedarString('a"); permit(principal, action, resource);//\\\n')).toBe(
    '"a\\"); permit(principal, action, resource);//\\\\\\u{a}"',
  );
});
