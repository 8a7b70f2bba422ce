import { expect, test } from 'vitest';
import type { PanelLink } from '../../../entrypoints/sidepanel/panel-link.ts';
import {
  addPasskey,
  answerWithPasskey,
  type BrowserPasskeys,
} from '../../../entrypoints/sidepanel/passkey.ts';
import { fault } from '../../../shared/faults.ts';

const yes = { approval_id: '7b7d7d7e-0000-4000-8000-000000000001', answer: 'approved' } as const;
const demand = { challenge: 'Y2g', credentials: ['aWQ'] };
const proof = { credential_id: 'aWQ', client_data: 'Yw', authenticator_data: 'YQ', signature: 'cw' };
const made = { credential_id: 'aWQ', public_key: 'aw', client_data: 'Yw', authenticator_data: 'YQ' };

function panel(answers: readonly unknown[], over: Partial<BrowserPasskeys> = {}) {
  const asked: unknown[] = [];
  const signed: unknown[] = [];
  const left = [...answers];
  const link: PanelLink = {
    // A prepared answer stands for whatever type the method has.
    call: async (method, params) => {
      asked.push([method, params]);
      return left.shift() as never;
    },
    retry: () => {},
    seen: () => {},
    close: () => {},
  };
  const passkeys: BrowserPasskeys = {
    prove: async (over) => {
      signed.push(over);
      return proof;
    },
    make: async () => made,
    ...over,
  };
  return { asked, signed, link, passkeys };
}
const counted = { ok: true, value: { counted: true } };
const wanted = { ok: false, fault: fault('denied', 'Takes a passkey.', 'Use it.', { passkey: demand }) };

test('a yes that takes a passkey is given again with one, and any other is given once', async () => {
  const plain = panel([counted]);
  expect(await answerWithPasskey(plain.link, yes, plain.passkeys)).toEqual(counted);
  expect(plain.asked).toEqual([['approval.answer', yes]]);
  const grave = panel([wanted, counted]);
  expect(await answerWithPasskey(grave.link, yes, grave.passkeys)).toEqual(counted);
  expect(grave.signed).toEqual([demand]);
  expect(grave.asked[1]).toEqual(['approval.answer', { ...yes, passkey: proof }]);
});

test('a dialog that the person closes approves nothing, and says so', async () => {
  const closed = { prove: () => Promise.reject(new Error('NotAllowed')) };
  const { link, passkeys, asked } = panel([wanted], closed);
  expect(await answerWithPasskey(link, yes, passkeys)).toMatchObject({
    ok: false,
    fault: { code: 'denied', message: 'The passkey was not used: NotAllowed' },
  });
  expect(asked).toHaveLength(1);
});

test('the first passkey is added as it is, another is let in by one that is there', async () => {
  const look = (passkeys: readonly unknown[]) => ({
    ok: true,
    value: { mode: 'delete_admin', challenge: 'Y2g', passkeys },
  });
  const first = panel([look([]), { ok: true, value: { passkeys: 1 } }]);
  await addPasskey(first.link, first.passkeys);
  expect(first.asked[1]).toEqual(['passkey.add', { made }]);
  const next = panel([look([{ credential_id: 'aWQ', added_at: '' }]), { ok: true, value: { passkeys: 2 } }]);
  await addPasskey(next.link, next.passkeys);
  expect(next.signed).toEqual([demand]);
  expect(next.asked[1]).toEqual(['passkey.add', { made, proof }]);
});
