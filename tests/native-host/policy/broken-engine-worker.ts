import { parentPort } from 'node:worker_threads';
import {
  checkParsePolicySet,
  type StatefulAuthorizationCall,
  statefulIsAuthorized,
} from '@cedar-policy/cedar-wasm/nodejs';
import type { CedarAnswer, EngineReply } from '../../../native-host/policy/engine-messages.ts';

// The real worker of the policy engine, whose n-th decision goes wrong in one way: `?fault=KIND&at=N` behind its address.
// With `poison` the engine's own memory is broken first, by what breaks it: brackets nested too deeply.

const asked = new URL(import.meta.url).searchParams;
const kind = asked.get('fault') ?? '';
const at = Number(asked.get('at') ?? '1');
const allowed: CedarAnswer = { type: 'success', decision: 'allow', reason: ['x'], errors: [] };
const decided = (change: object): unknown => ({ kind: 'decided', answer: { ...allowed, ...change } });

const instead: Readonly<Record<string, () => unknown>> = {
  throws: () => ({ kind: 'threw', message: 'memory access out of bounds' }),
  fails: () => ({ kind: 'decided', answer: { type: 'failure', errors: ['no such action'] } }),
  errs: () => decided({ errors: ['forbid b: attribute not found'] }),
  'no-reason': () => decided({ reason: [] }),
  'odd-decision': () => decided({ decision: 'perhaps' }),
  garbage: () => ({ kind: 'decided', answer: null }),
  'wrong-kind': () => ({ kind: 'loaded', policies: [] }),
  silent: () => null,
  dies: () => process.exit(3),
  poison: () => {
    poison();
    return afterPoison();
  },
};

const port = parentPort;
if (port === null) throw new Error('the policy worker runs as a worker thread only');
const post = port.postMessage.bind(port);
let decisions = 0;
port.postMessage = (reply: EngineReply) => {
  if (reply.kind !== 'loaded' && reply.kind !== 'invalid') decisions += 1;
  const fault = instead[kind];
  if (fault === undefined || decisions !== at || reply.kind === 'loaded') return post(reply);
  const wrong = fault();
  if (wrong !== null) post(wrong);
};

function poison(): void {
  const nested = `${'('.repeat(400)}true${')'.repeat(400)}`;
  try {
    checkParsePolicySet({ staticPolicies: `permit(principal, action, resource) when { ${nested} };` });
  } catch {
    // What follows shows whether the engine was broken by it.
  }
}

/** What the broken engine itself says next. */
function afterPoison(): unknown {
  const nothing = { type: 'LocalAgent::Agent', id: '' };
  const action = { type: 'LocalAgent::Action', id: 'click' };
  const call: StatefulAuthorizationCall = {
    ...{ principal: nothing, action, resource: nothing, context: {}, entities: [] },
    ...{ preparsedSchemaName: 'schema', preparsedPolicySetId: 'policies', validateRequest: true },
  };
  try {
    const said = statefulIsAuthorized(call);
    return { kind: 'decided', answer: { type: 'failure', errors: [JSON.stringify(said)] } };
  } catch (error) {
    return { kind: 'threw', message: String(error) };
  }
}

await import('../../../native-host/policy/engine-worker.ts');
