import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPolicyCases } from '../../../native-host/policy/policy-cases.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

function read(text: string, folder = temporaryFolder()) {
  const file = join(folder, 'a.cases.yaml');
  writeFileSync(file, text);
  return readPolicyCases(file);
}

test('cases are read with their lines, and files beside them', () => {
  const text =
    'version: 1\npolicy: p.yaml\noverlays: [o.cedar]\ncases:\n  - {tool: click, expect: ask}\n  - {tool: wait, expect: allow}\n';
  const folder = temporaryFolder();
  const result = read(text, folder);
  expect(result).toMatchObject({
    ok: true,
    value: { policy: join(folder, 'p.yaml'), organisation: null, overlays: [join(folder, 'o.cedar')] },
  });
  expect(result.ok && result.value.cases.map(({ line, case: { tool } }) => [line, tool])).toEqual([
    [5, 'click'],
    [6, 'wait'],
  ]);
});

test('a mistake is told with its line', () => {
  expect(read('version: 1\ncases:\n  - tool: click\n    expect: perhaps\n')).toMatchObject({
    ok: false,
    problems: [{ line: 4, message: expect.stringContaining('cases.0.expect') }],
  });
  expect(read('version: 1\ncases:\n  - {tool: click, expect: ask, colour: red}\n')).toMatchObject({
    problems: [{ line: 3, message: expect.stringContaining('colour') }],
  });
  expect(read('version: 1\ncases: [\n')).toMatchObject({
    ok: false,
    problems: [{ file: expect.any(String) }],
  });
  expect(read('version: 1\ncases: []\n')).toMatchObject({ ok: false });
  expect(readPolicyCases(join(temporaryFolder(), 'none.yaml'))).toMatchObject({
    problems: [{ message: expect.stringContaining('cannot be read') }],
  });
});
