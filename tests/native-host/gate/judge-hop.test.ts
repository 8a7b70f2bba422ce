import { expect, test } from 'vitest';
import { allow, deny, GateRig } from '../../fakes/gate-rig.ts';

const asked = { caller_id: 'c1', from: 'https://shop.example/cart', to: 'https://evil.test/x' };
const receiptsOf = (rig: GateRig) =>
  rig.rows.filter(({ event }) => event === 'denied').map(({ detail }) => detail['receipt']);

test('a caller that the gate let nothing through for is told nothing', async () => {
  const rig = new GateRig();
  expect(await rig.gate.judgeHop(asked)).toMatchObject({ ok: false, fault: { code: 'denied' } });
  await rig.call('click', { page: 't1', selector: 'text=Save' });
  expect(await rig.gate.judgeHop(asked)).toMatchObject({ ok: true });
  rig.gate.forget('c1');
  expect(await rig.gate.judgeHop(asked)).toMatchObject({ ok: false });
});

test('an address is judged as a navigation of the very caller, and nothing is approved beforehand', async () => {
  const rig = new GateRig();
  await rig.call('click', { page: 't1', selector: 'text=Save' });
  await rig.gate.judgeHop(asked);
  expect(rig.questions.at(-1)).toMatchObject({
    caller: { kind: 'client', id: 'c1' },
    tool: 'navigate',
    bucket: 'read',
    resource: { kind: 'site', url: 'https://evil.test/x' },
    granted: false,
  });
});

test('what is denied is recorded with both addresses; what would be asked is denied, too', async () => {
  const rig = new GateRig();
  await rig.call('click', { page: 't1', selector: 'text=Save' });
  for (const verdict of [deny, { ...deny, decision: 'ask' as const }]) {
    rig.verdict = () => verdict;
    expect(await rig.gate.judgeHop(asked)).toMatchObject({ ok: true, value: { allowed: false } });
    expect(receiptsOf(rig).at(-1)).toMatchObject({
      tool: 'navigate',
      resource: 'origin:https://evil.test',
      domain: 'blocked',
      verdict: {
        decision: 'deny',
        policies: ['test.deny'],
        reason: expect.stringMatching(/shop\.example\/cart led to https:\/\/evil\.test\/x; nothing was sent/),
      },
    });
  }
  rig.verdict = () => allow;
  const rows = rig.rows.length;
  expect(await rig.gate.judgeHop(asked)).toMatchObject({ value: { allowed: true, covers: 'url' } });
  expect(rig.rows).toHaveLength(rows);
});

test('the permit says whether everything may be opened, and under which version of the rules', async () => {
  const judge = { judge: async () => allow, hops: () => ({ reach: 'free' as const, version: 'v1' }) };
  const rig = new GateRig({ judge });
  await rig.call('click', { page: 't1', selector: 'text=Save' });
  const permit = rig.sent.find(({ method }) => method === 'tool.act')?.params['permit'];
  expect(permit).toMatchObject({ hops: { free: true, version: 'v1' } });
});
