import { expect, test, vi } from 'vitest';
import { PolicyEngine } from '../../../native-host/policy/engine.ts';
import type { CedarQuery } from '../../../native-host/policy/engine-messages.ts';
import { faultyWorkerUrl, workerUrl } from './policy-rig.ts';

// The engine is started several times here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const schema = `namespace LocalAgent {
  entity Agent; entity Site; type Context = { n: Long };
  action "click" appliesTo { principal: Agent, resource: Site, context: Context };
}`;
const permit = '@id("yes") permit (principal, action, resource);';
const uid = (type: string, id: string) => ({ type: `LocalAgent::${type}`, id });
const query = (n: number): CedarQuery => ({
  principal: uid('Agent', 'a'),
  action: uid('Action', 'click'),
  resource: uid('Site', 's'),
  context: { n },
  entities: [],
});
const text = (policies: string, forbidsOnly = false) => ({
  file: 'rules.cedar',
  text: policies,
  forbidsOnly,
});

async function started(policies: string, url = workerUrl, decisionMs = 2_000): Promise<PolicyEngine> {
  const start = await PolicyEngine.start({ workerUrl: url, schema, texts: [text(policies)], decisionMs });
  if (!start.ok) throw new Error(JSON.stringify(start.problems));
  return start.engine;
}

test('a decision names the policies that decided', async () => {
  const engine = await started(
    `${permit}\n@id("no") forbid (principal, action, resource) when { context.n > 5 };`,
  );
  expect(await engine.decide(query(1))).toEqual({ kind: 'allow', policies: ['yes'] });
  expect(await engine.decide(query(9))).toEqual({ kind: 'deny', policies: ['no'] });
  await engine.close();
  expect(await engine.decide(query(1))).toMatchObject({ kind: 'fault' });
});

test('a question that was decided before is not decided again, unless nothing could be concluded', async () => {
  const overflow =
    '@id("no") forbid (principal, action, resource) when { context.n + 9223372036854775807 > 0 };';
  const engine = await started(`${permit}\n${overflow}`);
  const first = await engine.decide(query(0));
  expect(await engine.decide({ ...query(0), context: { n: 0 } })).toBe(first);
  const fault = await engine.decide(query(1));
  expect(await engine.decide(query(1))).not.toBe(fault);
  await engine.close();
  expect(await engine.decide(query(0))).toMatchObject({ kind: 'fault' });
});

test('a forbid whose evaluation errs makes a fault, not an allow, and the engine goes on', async () => {
  const overflow =
    '@id("no") forbid (principal, action, resource) when { context.n + 9223372036854775807 > 0 };';
  const engine = await started(`${permit}\n${overflow}`);
  expect(await engine.decide(query(1))).toMatchObject({
    kind: 'fault',
    why: expect.stringMatching(/overflow/),
  });
  expect(await engine.decide(query(0))).toEqual({ kind: 'deny', policies: ['no'] });
  await engine.close();
});

test('a request that does not fit the schema is a fault', async () => {
  const engine = await started(permit);
  expect(await engine.decide({ ...query(1), action: uid('Action', 'fly') })).toMatchObject({ kind: 'fault' });
  expect(await engine.decide({ ...query(1), context: {} })).toMatchObject({ kind: 'fault' });
  expect(await engine.decide(query(1))).toMatchObject({ kind: 'allow' });
  await engine.close();
});

const engineFaults = [
  'hang',
  'throw',
  'die',
  'garbage',
  'silence',
  'errors',
  'no-reason',
  'odd-decision',
  'failure',
] as const;

test.each(engineFaults)('an engine that fails by "%s" denies every time and closes', async (fault) => {
  const engine = await started(permit, faultyWorkerUrl(fault), 20);
  for (let round = 0; round < 2; round += 1) {
    expect(await engine.decide(query(1))).toMatchObject({ kind: 'fault' });
  }
  await engine.close();
});

test('many decisions at once each get their own answer', async () => {
  const engine = await started(
    `${permit}\n@id("no") forbid (principal, action, resource) when { context.n > 49 };`,
  );
  const answers = await Promise.all(Array.from({ length: 100 }, (_, n) => engine.decide(query(n))));
  expect(answers.map(({ kind }) => kind)).toEqual(
    Array.from({ length: 100 }, (_, n) => (n > 49 ? 'deny' : 'allow')),
  );
  await engine.close();
});

test('rules that do not validate are told with file and line', async () => {
  const cases: readonly (readonly [string, number | null, RegExp])[] = [
    [`${permit}\n\n@id("x")\nforbid (principal, action, resource) when { context.nope };`, 4, /nope/],
    [`// ünïcode ü\n${permit}\nforbid (principal`, 3, /unexpected end/],
    [`${permit}\n@id("z") forbid (principal, action, resource) when { context.n == "a" };`, 2, /type/],
    [`${permit}\nforbid (principal, action, resource);`, 2, /@id/],
    [`${permit}\n@id("yes") forbid (principal, action, resource);`, null, /taken already/],
    ['@id("t") permit (principal == ?principal, action, resource);', 1, /template/],
    [`${permit}\nforbid (principal, action, resource)\nwhen { ${'('.repeat(10_000)}`, 3, /nests/],
    ['@id("never") forbid (principal, action, resource) when { resource is LocalAgent::Agent };', 1, /./],
  ];
  for (const [policies, line, message] of cases) {
    const start = await PolicyEngine.start({ workerUrl, schema, texts: [text(policies)] });
    expect([policies.slice(0, 150), start]).toMatchObject([
      policies.slice(0, 150),
      { ok: false, problems: [{ file: 'rules.cedar', line, message: expect.stringMatching(message) }] },
    ]);
  }
});

test('an overlay that permits is refused', async () => {
  const start = await PolicyEngine.start({ workerUrl, schema, texts: [text(permit, true)] });
  expect(start).toMatchObject({
    ok: false,
    problems: [{ line: 1, message: expect.stringMatching(/can only forbid/) }],
  });
});
