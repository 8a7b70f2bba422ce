import { parentPort } from 'node:worker_threads';
import {
  type DetailedError,
  policySetTextToParts,
  policyToJson,
  preparsePolicySet,
  preparseSchema,
  type StatefulAuthorizationCall,
  statefulIsAuthorized,
  validate,
} from '@cedar-policy/cedar-wasm/nodejs';
import type {
  CedarAnswer,
  CedarQuery,
  EngineReply,
  EngineRequest,
  LoadAnswer,
  LoadedPolicyText,
  LoadProblem,
  PolicyText,
} from './engine-messages.ts';

// Cedar lives in a worker of its own: an instance that has thrown can be broken for every later call, and an endless
// evaluation can be ended only by ending its thread. The worker holds one policy set and keeps no other state.

const schemaName = 'schema';
const policySetId = 'policies';

const port = parentPort;
if (port === null) throw new Error('the policy worker runs as a worker thread only');
port.on('message', (request: EngineRequest) => port.postMessage(answer(request)));

function answer(request: EngineRequest): EngineReply {
  try {
    if (request.kind === 'load') return load(request.schema, request.texts);
    return { kind: 'decided', answer: decide(request.query) };
  } catch (error) {
    return { kind: 'threw', message: String(error) };
  }
}

function decide(query: CedarQuery): CedarAnswer {
  // Cedar's own types want mutable arrays; the call does not write into them.
  const call = {
    ...query,
    preparsedSchemaName: schemaName,
    preparsedPolicySetId: policySetId,
    validateRequest: true,
  } as unknown as StatefulAuthorizationCall;
  const said = statefulIsAuthorized(call);
  if (said.type === 'failure') return { type: 'failure', errors: said.errors.map(({ message }) => message) };
  const { decision, diagnostics } = said.response;
  const errors = diagnostics.errors.map(({ policyId, error }) => `${policyId}: ${error.message}`);
  return { type: 'success', decision, reason: diagnostics.reason, errors };
}

function load(schema: string, texts: readonly PolicyText[]): LoadAnswer {
  const parsedSchema = preparseSchema(schemaName, schema);
  if (parsedSchema.type === 'failure') {
    return { kind: 'invalid', problems: problemsOf('schema.cedarschema', schema, 0, parsedSchema.errors) };
  }
  const read = texts.map(policiesOf);
  const problems = [...read.flatMap((one) => one.problems)];
  const policies = read.flatMap((one) => one.policies);
  if (problems.length === 0) problems.push(...duplicates(policies), ...invalid(schema, policies, texts));
  if (problems.length > 0) return { kind: 'invalid', problems };
  const parsed = preparsePolicySet(policySetId, { staticPolicies: textsById(policies) });
  if (parsed.type === 'failure')
    return { kind: 'invalid', problems: problemsOf('policies', '', 0, parsed.errors) };
  warmUp();
  return { kind: 'loaded', policies };
}

// The first decision compiles a good part of the engine, which takes as long as a decision may take in all. What it
// decides does not matter; it names nothing that exists.
function warmUp(): void {
  const nothing = { type: 'LocalAgent::Agent', id: '' };
  statefulIsAuthorized({
    principal: nothing,
    action: { type: 'LocalAgent::Action', id: '' },
    resource: nothing,
    context: {},
    preparsedSchemaName: schemaName,
    preparsedPolicySetId: policySetId,
    validateRequest: false,
    entities: [],
  });
}

type ReadText = { readonly policies: readonly LoadedPolicyText[]; readonly problems: readonly LoadProblem[] };

function policiesOf({ file, text, forbidsOnly }: PolicyText): ReadText {
  const parts = policySetTextToParts(text);
  if (parts.type === 'failure') return { policies: [], problems: problemsOf(file, text, 0, parts.errors) };
  const problem = (part: string, message: string): ReadText => ({
    policies: [],
    problems: [{ file, line: lineAt(text, startOf(part, text)), message }],
  });
  const [template] = parts.policy_templates;
  if (template !== undefined)
    return problem(template, 'A policy template (?principal, ?resource) has no use here.');
  const read = parts.policies.map((part): ReadText => {
    const parsed = policyToJson(part);
    if (parsed.type === 'failure') {
      return { policies: [], problems: problemsOf(file, text, startOf(part, text), parsed.errors) };
    }
    const { effect, annotations = {} } = parsed.json;
    const id = annotations['id'];
    if (id === undefined || id === '') return problem(part, 'The policy needs a name of its own: @id("…").');
    if (forbidsOnly && effect === 'permit') {
      return problem(
        part,
        `"${id}" permits; rules of this kind can only forbid. Permits stand in policy.yaml.`,
      );
    }
    const title = annotations['title'] ?? `The rule "${id}" does not allow this on {resource}.`;
    const fix = annotations['fix'] ?? `The rule stands in ${file}.`;
    const words = annotations['words'] ?? title.replaceAll('{resource}', 'the site');
    return { policies: [{ id, file, effect, words, title, fix, text: part }], problems: [] };
  });
  return { policies: read.flatMap((one) => one.policies), problems: read.flatMap((one) => one.problems) };
}

function duplicates(policies: readonly LoadedPolicyText[]): readonly LoadProblem[] {
  const files = new Map<string, string>();
  return policies.flatMap(({ id, file }) => {
    const other = files.get(id);
    files.set(id, file);
    return other === undefined
      ? []
      : [{ file, line: null, message: `The name "${id}" is taken already, in ${other}.` }];
  });
}

// Warnings count: a rule that can never apply protects nothing, and whoever wrote it believes that it does.
function invalid(
  schema: string,
  policies: readonly LoadedPolicyText[],
  texts: readonly PolicyText[],
): readonly LoadProblem[] {
  const said = validate({
    schema,
    policies: { staticPolicies: textsById(policies) },
    validationSettings: { mode: 'strict' },
  });
  if (said.type === 'failure') return problemsOf('policies', '', 0, said.errors);
  // The validator tells the same mistake once for each action that the rule could be about.
  const told = new Set<string>();
  const first = [...said.validationErrors, ...said.validationWarnings].filter(({ policyId, error }) => {
    const place = `${policyId} ${error.sourceLocations?.[0]?.start ?? ''}`;
    return !told.has(place) && told.add(place);
  });
  return first.flatMap(({ policyId, error }) => {
    const policy = policies.find(({ id }) => id === policyId);
    if (policy === undefined) return problemsOf('policies', '', 0, [error]);
    const whole =
      texts.find(({ file, text }) => file === policy.file && text.includes(policy.text))?.text ?? '';
    return problemsOf(policy.file, whole, startOf(policy.text, whole), [error]);
  });
}

function textsById(policies: readonly LoadedPolicyText[]): Record<string, string> {
  return Object.fromEntries(policies.map(({ id, text }) => [id, text]));
}

function problemsOf(
  file: string,
  text: string,
  offset: number,
  errors: readonly DetailedError[],
): readonly LoadProblem[] {
  return errors.map(({ message, help, sourceLocations }) => {
    const start = sourceLocations?.[0]?.start;
    const expected = sourceLocations?.[0]?.label ?? null;
    const words = [message, expected, help].filter((part) => part !== null && part !== undefined).join('; ');
    return { file, line: start === undefined ? null : lineAt(text, offset + start), message: `${words}.` };
  });
}

function startOf(part: string, text: string): number {
  return Buffer.byteLength(text.slice(0, Math.max(0, text.indexOf(part))));
}

// Cedar counts bytes of UTF-8.
function lineAt(text: string, offset: number): number {
  return Buffer.from(text).subarray(0, Math.max(0, offset)).toString().split('\n').length;
}
