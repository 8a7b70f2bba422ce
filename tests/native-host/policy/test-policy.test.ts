import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { explainUnderFile, testPolicy } from '../../../native-host/policy/test-policy.ts';
import { policiesFolder, policyPlaces, question, workerUrl } from './policy-rig.ts';

// The engine is started several times here, which takes long on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const tools = { policiesFolder, workerUrl };
const places = policyPlaces({
  'p.yaml': 'version: 1\nwrite: {mode: allow-all}\n',
  'other.yaml': 'version: 1\nwrite: {mode: deny-all}\n',
  'machine.yaml': 'version: 1\nwrite: {mode: allow-all, approve: true}\n',
  'extra.cedar': '@id("no-fill") forbid (principal, action == LocalAgent::Action::"fill", resource);',
  'bad.yaml': 'version: 1\nwrite: {mode: nothing}\n',
  'cases.yaml': `version: 1
policy: p.yaml
organisation: machine.yaml
overlays: [extra.cedar]
cases:
  - {case: the organisation asks, tool: click, url: "https://a.test", expect: ask, by: organisation.machine.write.approve}
  - {case: the overlay denies, tool: fill, url: "https://a.test", expect: deny, by: no-fill}
  - {case: wrong, tool: click, url: "https://a.test", expect: allow}
  - {case: right for another reason, tool: click, url: "https://a.test", expect: ask, by: write.approve}
  - {tool: click, bucket: admin, expect: deny}
`,
  'bad.cases.yaml': 'version: 1\npolicy: bad.yaml\ncases: [{tool: click, expect: ask}]\n',
  'none.cases.yaml': 'version: 1\npolicy: none.yaml\ncases: [{tool: click, expect: ask}]\n',
});
afterAll(() => places.remove());
const at = (name: string) => join(places.root, name);

test('each case is judged under the policies that its file names, and a wrong one is told with rule and reason', async () => {
  const tested = await testPolicy(at('cases.yaml'), null, tools);
  if (!tested.ok) throw new Error(JSON.stringify(tested.problems));
  expect(tested.outcomes.map(({ ok, line, decided }) => [ok, line, decided])).toEqual([
    [true, 6, 'ask'],
    [true, 7, 'deny'],
    [false, 8, 'ask'],
    [false, 9, 'ask'],
    [false, 10, 'no answer'],
  ]);
  expect(tested.outcomes[2]).toMatchObject({
    name: 'wrong',
    policies: ['organisation.machine.write.approve'],
    reason: expect.stringContaining('as your organisation asks'),
  });
});

test('another policy takes the place of the one that the file names', async () => {
  const tested = await testPolicy(at('cases.yaml'), at('other.yaml'), tools);
  expect(tested.ok && tested.outcomes[0]).toMatchObject({ ok: false, decided: 'deny' });
});

test('a policy that is not valid or not there is told, and no case is judged', async () => {
  expect(await testPolicy(at('bad.cases.yaml'), null, tools)).toMatchObject({
    ok: false,
    problems: [{ file: at('bad.yaml'), line: 2 }],
  });
  expect(await testPolicy(at('none.cases.yaml'), null, tools)).toMatchObject({
    ok: false,
    problems: [{ file: at('none.yaml'), line: null }],
  });
});

test('one question is explained under one file alone', async () => {
  expect(await explainUnderFile(question(), at('other.yaml'), tools)).toMatchObject({
    ok: true,
    explanation: {
      verdict: { decision: 'deny', policies: ['write.deny-all'] },
      deciding: [{ id: 'write.deny-all' }],
    },
  });
  expect(await explainUnderFile(question(), at('bad.yaml'), tools)).toMatchObject({ ok: false });
});
