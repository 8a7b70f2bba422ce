import { expect, test } from 'vitest';
import { failed, fault, ok } from '../../../shared/faults.ts';
import { examplePage, GateRig, outcome } from '../../fakes/gate-rig.ts';

const auth = { username: 'clerk', password: 'secret:clerk' };
const reached = ok(outcome({ status: 200, http_error: false, redirects: [] }, { verified: true }));

test('a navigation that signs in is a write that uses a secret, released for the address that is gone to', async () => {
  const released: (readonly string[])[] = [];
  const rig = new GateRig({
    secrets: {
      reveal(...asked) {
        released.push(asked);
        return ok('pw');
      },
    },
  });
  rig.answers.act = () => reached;
  const url = 'https://files.example/private/list';
  const { receipt } = await rig.call('navigate', { page: 't1', url, auth });
  expect(receipt).toMatchObject({ bucket: 'write', fault: null });
  expect(rig.questions).toMatchObject([
    { bucket: 'write', secret_used: true, resource: { kind: 'site', url } },
  ]);
  expect(released).toEqual([['clerk', 'https://files.example', 'https://files.example']]);
  expect(rig.sent.at(-1)?.params).toMatchObject({ secrets: { clerk: 'pw' }, args: { auth } });
  expect(JSON.stringify(rig.rows)).not.toContain('"pw"');
});

test('without auth a navigation reads and uses no secret', async () => {
  const rig = new GateRig();
  rig.answers.act = () => reached;
  await rig.call('navigate', { page: 't1', url: 'https://files.example/' });
  expect(rig.questions).toMatchObject([{ bucket: 'read', secret_used: false }]);
  expect(rig.sent.at(-1)?.params['secrets']).toEqual({});
});

test('a secret that is bound elsewhere sends nothing', async () => {
  const rig = new GateRig({
    secrets: { reveal: () => failed(fault('denied', 'Bound elsewhere.', 'Set it anew.')) },
  });
  const { receipt } = await rig.call('navigate', { page: 't1', url: 'https://files.example/', auth });
  expect(receipt.fault?.code).toBe('denied');
  expect(rig.sent.map(({ method }) => method)).toEqual(['tool.prepare']);
});

test.each([
  ['a password in clear', { url: examplePage.url, auth: { ...auth, password: 'pw' } }],
  ['auth without an address to give it to', { action: 'reload', auth }],
])('%s is turned down', async (_what, args) => {
  const rig = new GateRig();
  const { receipt } = await rig.call('navigate', { page: 't1', ...args });
  expect(receipt.fault?.code).toBe('bad-arguments');
  expect(rig.sent).toEqual([]);
});
