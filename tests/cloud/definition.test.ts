import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { definition, handlerNames, resourceName } from '../../cloud/definition.ts';

const cloud = join(import.meta.dirname, '../../cloud');
const Resource = z.looseObject({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
});
const deployment = z
  .object({ Resources: z.record(z.string(), Resource) })
  .parse(parseDocument(readFileSync(join(cloud, 'template.yaml'), 'utf8'), { logLevel: 'silent' }).toJS());

test('the state machine that is deployed is the one that the code makes', async () => {
  await expect(definition()).toMatchFileSnapshot('../../cloud/state-machine.asl.json');
});

test('the deployment has a function for every handler, and fills in every name that the state machine leaves open', () => {
  const functions = Object.entries(deployment.Resources).filter(
    ([, { Type, Properties }]) =>
      Type === 'AWS::Serverless::Function' && Properties['Handler'] !== 'intake.handler',
  );
  expect(functions.map(([name]) => name).sort()).toEqual(
    handlerNames.map((name) => `${resourceName(name)}Function`).sort(),
  );
  const open = new Set([...definition().matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name));
  const filled = deployment.Resources['Requests']?.Properties['DefinitionSubstitutions'];
  expect(Object.keys(z.record(z.string(), z.unknown()).parse(filled)).sort()).toEqual([...open].sort());
});

test('no role of the deployment may do everything, anywhere', () => {
  const text = readFileSync(join(cloud, 'template.yaml'), 'utf8');
  expect(text).not.toMatch(
    /Action:\s*['"]?\*|Resource:\s*['"]?\*['"]?\s*$|s3:\*|states:\*|AdministratorAccess/m,
  );
});
