import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  policySetTextToParts,
  preparsePolicySet,
  preparseSchema,
  type StatefulAuthorizationCall,
  statefulIsAuthorized,
} from '@cedar-policy/cedar-wasm/nodejs';
import { compileRules, organisationsRules, personsRules } from '../../../native-host/policy/compile.ts';
import { parsePolicyObject } from '../../../native-host/policy/policy-file.ts';
import { policyRequest } from '../../../native-host/policy/request.ts';
import { policiesFolder, question } from './policy-rig.ts';
import type { ModelCall, ModelPolicy } from './reference-model.ts';

// Policies compiled and asked as the host does it, in this thread, so that many thousand fit into a test.

const read = (name: string): string => readFileSync(join(policiesFolder, name), 'utf8');
const always = policySetTextToParts(read('always.cedar'));
if (always.type === 'failure') throw new Error('always.cedar is not valid');
const alwaysTexts = always.policies.map((text, index) => [`always-${index}`, text] as const);
const schema = preparseSchema('schema', read('schema.cedarschema'));
if (schema.type === 'failure') throw new Error('the schema is not valid');

export type Layers = {
  readonly person: ModelPolicy;
  readonly defaults: ModelPolicy;
  readonly organisations: readonly ModelPolicy[];
  /** Cedar texts of an organisation, beside its files. */
  readonly overlays?: readonly string[];
};
export type Decision = 'allow' | 'ask' | 'deny';

function layer(value: ModelPolicy) {
  const parsed = parsePolicyObject({ version: 1, ...value }, 'model');
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.layer;
}

/** Puts a policy into force, in place of the one before, and gives what answers calls under it. */
export function cedarUnder({ person, defaults, organisations, overlays = [] }: Layers) {
  const rules = [
    ...organisations.flatMap((one, index) => organisationsRules(layer(one), `o${index}`)),
    ...personsRules(layer(person), layer(defaults)),
  ];
  const { policies, lists } = compileRules(rules);
  const texts = [
    ...alwaysTexts,
    ...overlays.map((text, index) => [`overlay-${index}`, text] as const),
    ...policies.map(({ id, text }) => [id, text] as const),
  ];
  const parsed = preparsePolicySet('policies', { staticPolicies: Object.fromEntries(texts) });
  if (parsed.type === 'failure') throw new Error(JSON.stringify(parsed.errors));
  return (call: ModelCall): Decision => verdict(call, lists);
}

function verdict(one: ModelCall, lists: Parameters<typeof policyRequest>[1]): Decision {
  const request = policyRequest(
    question({
      ...{ tool: one.tool, bucket: one.bucket, granted: one.granted, tainted: one.tainted },
      sources: one.tainted ? ['https://evil.test'] : [],
      caller: { kind: one.program ? 'mcp' : 'workflow', id: 'caller', unattended: one.unattended },
      resource: { kind: 'site', url: one.place },
      template: { id: 't', version: '1.0.0', reviewed: true, accepted: one.accepted },
    }),
    lists,
  );
  if (!request.ok) return 'deny';
  if (isAllowed(request.queryFor(one.granted))) return 'allow';
  return isAllowed(request.queryFor(true)) && !one.unattended ? 'ask' : 'deny';
}

function isAllowed(query: object): boolean {
  const call = {
    ...query,
    preparsedSchemaName: 'schema',
    preparsedPolicySetId: 'policies',
    validateRequest: true,
    // Cedar's types want mutable arrays, which the call does not write into.
  } as unknown as StatefulAuthorizationCall;
  const said = statefulIsAuthorized(call);
  if (said.type === 'failure') throw new Error(JSON.stringify(said.errors));
  const { decision, diagnostics } = said.response;
  if (diagnostics.errors.length > 0) throw new Error(`an answer with errors: ${JSON.stringify(diagnostics)}`);
  if (diagnostics.reason.length === 0) throw new Error('an answer that no policy decided');
  return decision === 'allow';
}
