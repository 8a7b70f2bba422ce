import { expect, test } from 'vitest';
import { groupActs } from '../../../entrypoints/sidepanel/approval-groups.ts';
import type { Bucket } from '../../../shared/actions.ts';

const act = (bucket: Bucket, resource: string, rule: string, count = 1) => ({
  text: `${bucket} something`,
  bucket,
  resource,
  rule,
  count,
});

test('the gravest acts come first, whatever the order of the plan', () => {
  const acts = [act('read', 'r', ''), act('write', 'r', ''), act('admin', 'r', ''), act('delete', 'r', '')];
  expect(groupActs(acts).map((group) => group.bucket)).toEqual(['delete', 'admin', 'write', 'read']);
});

test('repeated acts count as often as they are done, and each rule is named once', () => {
  const [group] = groupActs([
    act('write', 'a', 'asks', 3),
    act('write', 'b', 'asks', 2),
    act('write', 'b', ''),
  ]);
  expect(group).toMatchObject({ count: 6, rules: ['asks'], resource: null });
});

test('a place that all acts share is named once', () => {
  const [group] = groupActs([act('write', 'a', 'x'), act('write', 'a', 'y')]);
  expect(group?.resource).toBe('a');
});
