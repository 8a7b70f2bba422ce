import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  policySetTextToParts,
  preparsePolicySet,
  preparseSchema,
  type StatefulAuthorizationCall,
  statefulIsAuthorized,
} from '@cedar-policy/cedar-wasm/nodejs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileRules, organisationsRules, personsRules } from '../../../native-host/policy/compile.ts';
import { parsePolicyObject } from '../../../native-host/policy/policy-file.ts';
import { policyRequest } from '../../../native-host/policy/request.ts';
import { policiesFolder, question } from './policy-rig.ts';
import {
  type ModelCall,
  type ModelPolicy,
  type ModelRule,
  modelVerdict,
  places,
  ruleTexts,
} from './reference-model.ts';

const read = (name: string): string => readFileSync(join(policiesFolder, name), 'utf8');
const always = policySetTextToParts(read('always.cedar'));
const alwaysParts = always.type === 'success' ? always.policies : [];

const list = fc.subarray(ruleTexts);
const rule: fc.Arbitrary<ModelRule> = fc.oneof(
  fc.record({ mode: fc.constant('allow-all' as const), approve: fc.boolean() }),
  fc.constant({ mode: 'deny-all' as const }),
  fc.record({ mode: fc.constant('allow-list' as const), resources: list, approve: fc.boolean() }),
  fc.record({
    mode: fc.constant('block-list' as const),
    resources: list,
    except: fc.subarray(ruleTexts.filter((text) => text.startsWith('origin:'))),
    approve: fc.boolean(),
  }),
);
const bucket = (...names: readonly string[]) =>
  fc
    .tuple(rule, fc.dictionary(fc.constantFrom(...names), rule, { maxKeys: 2 }))
    .map(([whole, tools]) => ({ ...whole, tools }));
const policy: fc.Arbitrary<ModelPolicy> = fc.record(
  {
    read: bucket('get_text', 'screenshot'),
    write: bucket('click', 'fill'),
    delete: bucket('click'),
    admin: bucket('download', 'evaluate_script'),
  },
  { requiredKeys: [] },
);
const act = fc.constantFrom(
  ...([
    ['get_text', 'read'],
    ['screenshot', 'read'],
    ['click', 'write'],
    ['press_key', 'write'],
    ['click', 'delete'],
    ['download', 'admin'],
    ['evaluate_script', 'admin'],
  ] as const),
);
const place = fc.constantFrom(...(Object.keys(places) as (keyof typeof places)[])); // keys of a const object
const call: fc.Arbitrary<ModelCall> = fc
  .tuple(act, place, fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean())
  .map(([[tool, of], where, unattended, granted, accepted, tainted]) => ({
    ...{ tool, bucket: of, place: where, unattended, granted, accepted, tainted },
  }));
const defaults: ModelPolicy = {
  read: { mode: 'allow-all' },
  write: { mode: 'allow-all', approve: true },
  delete: { mode: 'allow-all', approve: true },
  admin: { mode: 'deny-all', tools: { download: { mode: 'allow-all', approve: true } } },
};

function layer(value: ModelPolicy) {
  const parsed = parsePolicyObject({ version: 1, ...value }, 'model');
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.layer;
}

test('2,000 random calls under 400 random policies are judged as the reference model judges them', () => {
  expect(preparseSchema('schema', read('schema.cedarschema')).type).toBe('success');
  const property = fc.property(
    policy,
    policy,
    fc.array(call, { minLength: 5, maxLength: 5 }),
    (person, organisation, calls) => {
      const rules = [
        ...organisationsRules(layer(organisation), 'machine'),
        ...personsRules(layer(person), layer(defaults)),
      ];
      const { policies, lists } = compileRules(rules);
      const texts = [
        ...alwaysParts.map((text, index) => [`a${index}`, text]),
        ...policies.map(({ id, text }) => [id, text]),
      ];
      expect(preparsePolicySet('policies', { staticPolicies: Object.fromEntries(texts) }).type).toBe(
        'success',
      );
      for (const one of calls)
        expect([one, cedarVerdict(one, lists)]).toEqual([
          one,
          modelVerdict(person, defaults, organisation, one),
        ]);
    },
  );
  fc.assert(property, { seed: 20_261_130, numRuns: 400 });
}, 60_000);

function cedarVerdict(one: ModelCall, lists: Parameters<typeof policyRequest>[1]): 'allow' | 'ask' | 'deny' {
  const request = policyRequest(
    question({
      ...{ tool: one.tool, bucket: one.bucket, granted: one.granted, tainted: one.tainted },
      caller: { kind: 'job', id: 'job', unattended: one.unattended },
      resource: { kind: 'site', url: one.place },
      template: { id: 't', version: '1.0.0', reviewed: true, accepted: one.accepted },
    }),
    lists,
  );
  if (!request.ok) return 'deny';
  const decide = (approved: boolean): boolean => {
    const query = {
      ...request.queryFor(approved),
      preparsedSchemaName: 'schema',
      preparsedPolicySetId: 'policies',
    };
    // Cedar's types want mutable arrays, which the call does not write into.
    const said = statefulIsAuthorized({
      ...query,
      validateRequest: true,
    } as unknown as StatefulAuthorizationCall);
    if (said.type === 'failure' || said.response.diagnostics.errors.length > 0)
      throw new Error(JSON.stringify(said));
    expect(said.response.diagnostics.reason).not.toEqual([]);
    return said.response.decision === 'allow';
  };
  if (decide(one.granted)) return 'allow';
  return decide(true) && !one.unattended ? 'ask' : 'deny';
}
