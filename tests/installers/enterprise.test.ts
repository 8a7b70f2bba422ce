import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { parsePolicyObject } from '../../native-host/policy/policy-file.ts';
import { hostName } from '../../shared/extension-id.ts';

const folder = new URL('../../installers/enterprise/', import.meta.url);
const Example = z.looseObject({
  NativeMessagingAllowlist: z.array(z.string()),
  '3rdparty': z.strictObject({ extensions: z.record(z.string(), z.unknown()) }),
});

test('the rules of the example are rules that LocalAgent accepts', () => {
  const example = Example.parse(JSON.parse(readFileSync(new URL('localagent-linux.json', folder), 'utf8')));
  expect(example.NativeMessagingAllowlist).toEqual([hostName]);
  const [rules] = Object.values(example['3rdparty'].extensions);
  expect(parsePolicyObject(rules, 'example')).toMatchObject({ ok: true });
});

test('every file that the guide names is there, and tells the same host', () => {
  const guide = readFileSync(new URL('README.md', folder), 'utf8');
  for (const [, name = ''] of guide.matchAll(/`(localagent-[\w.]+)`/g)) {
    expect(readFileSync(new URL(name, folder), 'utf8')).toContain(hostName);
  }
});
