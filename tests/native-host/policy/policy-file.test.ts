import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parsePolicyObject, parsePolicyText } from '../../../native-host/policy/policy-file.ts';
import { root } from '../../house/source-tree.ts';

const problemsOf = (text: string) => {
  const read = parsePolicyText(text, 'policy.yaml', '/home/me');
  return read.ok ? [] : read.problems.map(({ line, message }) => `${line}: ${message}`);
};

test('the documented example is read', () => {
  const text = `
version: 1
read:   { mode: allow-all }
write:  { mode: allow-list, resources: ["domain:example.com", "origin:http://127.0.0.1:8931", "folder:~/Reports"], approve: true }
delete: { mode: allow-all, approve: true }
admin:
  mode: deny-all
  tools:
    download: { mode: allow-all, approve: true }
`;
  const read = parsePolicyText(text, 'policy.yaml', '/home/me');
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  expect([...read.layer.keys()]).toEqual(['read', 'write', 'delete', 'admin']);
  expect(read.layer.get('write')?.listed.map(({ key }) => key)).toContain('folder:/home/me/Reports');
  expect(read.layer.get('admin')?.tools.get('download')).toMatchObject({ mode: 'allow-all', approve: true });
});

test('each mistake is told with its line and what to do', () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['', /^1: The file is empty/],
    ['version: 2\n', /^1: "version" must be 1/],
    [
      'version: 1\nrites: {mode: allow-all}\n',
      /^2: "rites" is not a known key here. Known are version, read/,
    ],
    ['version: 1\nread:\n  mode: allow\n', /^3: "read.mode" must be allow-all, deny-all/],
    ['version: 1\nread:\n  approve: true\n', /^2: "read.mode" must be/],
    ['version: 1\nread:\n  mode: allow-all\n  aprove: true\n', /^4: "aprove".*Known are mode.*tools/],
    ['version: 1\nread: {mode: allow-list}\n', /^2: .*needs "resources"/],
    ['version: 1\nread: {mode: allow-all, resources: []}\n', /^2: .*no meaning/],
    ['version: 1\nread: {mode: deny-all, approve: true}\n', /^2: .*nothing to approve/],
    ['version: 1\nread: {mode: allow-list, resources: [], except: []}\n', /^2: .*block-list only/],
    [
      'version: 1\nread:\n  mode: allow-list\n  resources:\n    - domain:a.test\n    - domain:co.uk\n',
      /^6: "domain:co.uk".*public suffix/,
    ],
    [
      'version: 1\nread: {mode: block-list, resources: [], except: ["domain:a.test"]}\n',
      /^2: .*exact origins/,
    ],
    [
      'version: 1\nadmin:\n  mode: deny-all\n  tools:\n    downlod: {mode: allow-all}\n',
      /^5: "downlod" is no tool.*download, evaluate_script/,
    ],
    ['version: 1\nread: {mode: deny-all}\nread: {mode: allow-all}\n', /^3: This is not valid YAML/],
    ['version: 1\nread: {mode: [\n', /: This is not valid YAML/],
    ['version: 1\nread: &a {mode: deny-all}\nwrite: *a\n', /^1: Anchors/],
    ['- '.repeat(20_000), /^1: The file nests too deeply/],
    ['just text', /not of the type object/],
  ];
  for (const [text, message] of cases) {
    expect([text.slice(0, 200), problemsOf(text)[0]]).toEqual([
      text.slice(0, 200),
      expect.stringMatching(message),
    ]);
  }
});

test('managed storage is read in the same form, and its problems name the path', () => {
  expect(parsePolicyObject({ version: 1, admin: { mode: 'deny-all' } }, 'managed').ok).toBe(true);
  const read = parsePolicyObject(
    { version: 1, write: { mode: 'allow-list', resources: ['domain:com'] } },
    'managed',
  );
  expect(read).toMatchObject({
    ok: false,
    problems: [{ file: 'managed', line: null, message: /^write.resources.0: / }],
  });
});

const orders =
  'version: 1\norganisation: Example Ltd\ndisabled: true\ndisabled_reason: Incident 12\n' +
  `trusted_template_keys: ["${'A'.repeat(43)}="]\n`;

test("an organisation's orders are read from its file, and are unknown in a person's", () => {
  const read = parsePolicyText(orders, 'policy.yaml', '/home/me', 'organisation');
  expect(read.ok && read.orders).toEqual({
    name: 'Example Ltd',
    disabled: true,
    reason: 'Incident 12',
    templateKeys: [`${'A'.repeat(43)}=`],
  });
  expect(problemsOf(orders)[0]).toMatch(/^2: "organisation" is not a known key here/);
  const short = parsePolicyText(
    'version: 1\ntrusted_template_keys: [short]\n',
    'p.yaml',
    '/h',
    'organisation',
  );
  expect(short).toMatchObject({ ok: false, problems: [{ line: 2 }] });
});

test("the browser's schema of managed storage names exactly what is read from it", () => {
  const Schema = z.object({ properties: z.record(z.string(), z.object({}).loose()) });
  const file = readFileSync(join(root, 'public', 'managed-schema.json'), 'utf8');
  const known = Object.keys(Schema.parse(JSON.parse(file)).properties);
  const refused = parsePolicyObject({ version: 1, x: 1 }, 'managed');
  const told = refused.ok ? '' : (refused.problems[0]?.message ?? '');
  for (const key of known) expect(told).toContain(key);
  expect(
    told
      .match(/Known are ([^.]*)\./)?.[1]
      ?.split(', ')
      .sort(),
  ).toEqual(known.sort());
});
