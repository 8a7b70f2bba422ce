import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { schemaToJson } from '@cedar-policy/cedar-wasm/nodejs';
import { expect, test } from 'vitest';
import { Bucket } from '../../shared/actions.ts';
import { tools } from '../../shared/tools/index.ts';
import { policiesFolder } from '../native-host/policy/policy-rig.ts';

function declaredActions() {
  const parsed = schemaToJson(readFileSync(join(policiesFolder, 'schema.cedarschema'), 'utf8'));
  if (parsed.type === 'failure') throw new Error(JSON.stringify(parsed.errors));
  const actions = parsed.json['LocalAgent']?.actions ?? {};
  return new Map(
    Object.entries(actions).map(([name, { memberOf = [] }]) => [name, memberOf.map(({ id }) => id).sort()]),
  );
}

test('the schema has one action for each tool, in the group of every bucket that the tool can have', () => {
  const declared = declaredActions();
  const groups = Bucket.options.map((bucket): [string, string[]] => [bucket, []]);
  const acts = [...tools.values()].map(({ name, buckets }): [string, string[]] => [
    name,
    [...buckets].sort(),
  ]);
  const byName = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
    a < b ? -1 : 1;
  expect([...declared].sort(byName)).toEqual([...groups, ...acts].sort(byName));
});
