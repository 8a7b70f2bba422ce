import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addUnasked } from '../../../native-host/policy/add-unasked.ts';
import { parsePolicyText } from '../../../native-host/policy/policy-file.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const entry = { tool: 'click', site: 'origin:https://shop.example' };

test('without a file one is made that says nothing else, private to the person', () => {
  const path = join(temporaryFolder(), 'policy.yaml');
  expect(addUnasked(path, entry).ok).toBe(true);
  const read = parsePolicyText(readFileSync(path, 'utf8'), path);
  expect(read).toMatchObject({ ok: true, unasked: [{ tool: 'click', site: { key: entry.site } }] });
  expect(read.ok && read.layer.size).toBe(0);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test('comments and rules stay, and the same approval is not written twice', () => {
  const path = join(temporaryFolder(), 'policy.yaml');
  writeFileSync(path, '# mine\nversion: 1\nwrite: { mode: allow-all, approve: true } # always ask\n');
  addUnasked(path, entry);
  addUnasked(path, { ...entry, tool: 'fill' });
  addUnasked(path, entry);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain('# mine');
  expect(text).toContain('# always ask');
  expect(text.match(/tool: click/g)).toHaveLength(1);
  expect(text.match(/tool: fill/g)).toHaveLength(1);
});

test.each([
  ['a domain is wider than an origin', { ...entry, site: 'domain:shop.example' }],
  ['a tool that only reaches beyond the page', { ...entry, tool: 'evaluate_script' }],
  ['no tool at all', { ...entry, tool: 'nothing' }],
])('what is no exact origin or no plain tool is not written: %s', (_what, wrong) => {
  const path = join(temporaryFolder(), 'policy.yaml');
  writeFileSync(path, 'version: 1\n');
  expect(addUnasked(path, wrong).ok).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('version: 1\n');
});

test('a file that is not valid is left as it is', () => {
  const path = join(temporaryFolder(), 'policy.yaml');
  writeFileSync(path, 'version: 1\nwrites: 3\n');
  expect(addUnasked(path, entry).ok).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe('version: 1\nwrites: 3\n');
});
