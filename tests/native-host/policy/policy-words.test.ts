import { expect, test } from 'vitest';
import { fixOf, shownRule, subjectOf, titlesOf } from '../../../native-host/policy/policy-words.ts';

const scope = { source: 'policy.yaml', bucket: 'write', tool: null, setApart: [] } as const;
const spec = { mode: 'allow-all', approve: false, resources: [], listed: [], except: [] } as const;

test('a rule is told in one sentence', () => {
  expect(shownRule('write', scope, spec).words).toBe(
    'Writing is allowed everywhere. It asks first on private, numeric and unencrypted addresses.',
  );
  expect(shownRule('admin', { ...scope, bucket: 'admin' }, { ...spec, mode: 'block-list' }).words).toMatch(
    /It asks first when a program proposes it\.$/,
  );
  expect(shownRule('write', { ...scope, source: 'organisation' }, spec).words).toBe(
    'Writing is allowed everywhere.',
  );
  const resources = ['domain:a.test', 'origin:http://b.test:1', 'folder:~/c', 'domain:d.test'];
  const listed = { ...spec, mode: 'allow-list', approve: true, resources } as const;
  expect(shownRule('write', { ...scope, setApart: ['click'] }, listed).words).toBe(
    'Writing is allowed only on a.test, http://b.test:1, ~/c and 1 more, after you approve it (other rules for: click).',
  );
  expect(shownRule('write', scope, { ...spec, mode: 'allow-list' }).words).toBe(
    'Writing is allowed only on nothing.',
  );
});

test('a tool is called by its title, and by its bucket too when it has several', () => {
  expect(subjectOf({ bucket: 'admin', tool: 'download' })).toBe('“Download a file”');
  expect(subjectOf({ bucket: 'delete', tool: 'click' })).toBe('“Click” (delete)');
});

test('the way out depends on whose rule it is', () => {
  expect(fixOf(scope, 'allow-list')).toBe(
    'To allow it, add "{rule}" to the resources of “write” in {policy_file}.',
  );
  expect(fixOf({ ...scope, source: 'organisation' }, 'allow-list')).toMatch(/administrator/);
  expect(fixOf({ ...scope, source: 'default' }, 'approve')).toMatch(/new installation.*\{policy_file\}/);
  expect(titlesOf({ ...scope, source: 'organisation' })['deny-all']).toMatch(/by your organisation/);
});
