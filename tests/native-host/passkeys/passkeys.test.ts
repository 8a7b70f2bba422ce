import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StartError } from '../../../native-host/io/start-error.ts';
import { passkeyOrigin } from '../../../native-host/passkeys/check-passkey.ts';
import { challengeOf, Passkeys } from '../../../native-host/passkeys/passkeys.ts';
import { FaultError } from '../../../shared/faults.ts';
import { PasskeyDemand } from '../../../shared/passkey.ts';
import type { ApprovalRequest } from '../../../shared/run.ts';
import { FakePasskey, type Told } from '../../fakes/passkey.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

function question(bucket: 'write' | 'delete' | 'admin', text = 'Click button "Delete" on https://a.example') {
  const act = { text, bucket, resource: 'origin:https://a.example', rule: 'It asks.', count: 1 };
  const times = { asked_at: '2026-11-30T12:00:00.000Z', expires_at: '2026-11-30T12:02:00.000Z' };
  const approval_id = '7b7d7d7e-0000-4000-8000-000000000001';
  return { approval_id, run_id: null, title: text, acts: [act], ...times } satisfies ApprovalRequest;
}

function made(mode: 'off' | 'delete_admin' = 'delete_admin') {
  const path = join(temporaryFolder(), 'passkeys.json');
  const at = { now: 1_800_000_000_000 };
  const open = () => new Passkeys({ path, mode, clock: () => at.now });
  return { path, at, open, passkeys: open(), key: new FakePasskey(passkeyOrigin) };
}

const faultOf = (work: () => void) => {
  try {
    work();
  } catch (error) {
    if (error instanceof FaultError) return error.fault;
    throw error;
  }
  return null;
};

test('deleting and admin acts take a proof over exactly their question, other acts and switched-off ones none', () => {
  const { passkeys, key, open, path } = made();
  expect(passkeys.add(key.make(passkeys.look().challenge), undefined)).toBe(1);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  passkeys.confirm(question('write'), undefined);
  made('off').passkeys.confirm(question('delete'), undefined);
  for (const bucket of ['delete', 'admin'] as const) {
    const asked = faultOf(() => passkeys.confirm(question(bucket), undefined));
    const demand = PasskeyDemand.parse(asked?.detail?.['passkey']);
    expect(demand).toEqual({ challenge: challengeOf(question(bucket)), credentials: [key.credentialId] });
    expect(asked?.code).toBe('denied');
    passkeys.confirm(question(bucket), key.sign(demand.challenge));
  }
  const other = key.sign(challengeOf(question('delete', 'Click button "Delete all" on https://a.example')));
  expect(faultOf(() => passkeys.confirm(question('delete'), other))?.message).toContain(
    'signs something else',
  );
  open().confirm(question('delete'), key.sign(challengeOf(question('delete'))));
});

test.each<[string, Told, string]>([
  ['another page', { origin: 'https://evil.example' }, 'made on another page'],
  ['another relying party', { relyingParty: 'evil.example' }, 'belongs to another page'],
  ['nobody verified', { flags: 1 }, 'not verified'],
  ['nobody there', { flags: 4 }, 'not verified'],
  ['another purpose', { type: 'webauthn.create' }, 'for something else'],
])('a proof from %s confirms nothing', (_what, told, words) => {
  const { passkeys, key } = made();
  passkeys.add(key.make(passkeys.look().challenge), undefined);
  const proof = key.sign(challengeOf(question('delete')), told);
  expect(faultOf(() => passkeys.confirm(question('delete'), proof))?.message).toContain(words);
});

test('a proof counts once, and only of a passkey that is kept, with every bit as it was signed', () => {
  const { passkeys, key } = made();
  passkeys.add(key.make(passkeys.look().challenge), undefined);
  const challenge = challengeOf(question('delete'));
  const proof = key.sign(challenge);
  passkeys.confirm(question('delete'), proof);
  expect(faultOf(() => passkeys.confirm(question('delete'), proof))?.message).toContain('old one');
  const stranger = new FakePasskey(passkeyOrigin).sign(challenge);
  expect(faultOf(() => passkeys.confirm(question('delete'), stranger))?.code).toBe('denied');
  const forged = { ...key.sign(challenge), signature: stranger.signature };
  expect(faultOf(() => passkeys.confirm(question('delete'), forged))?.message).toContain('signature');
  const fresh = Buffer.from(key.sign(challenge).authenticator_data, 'base64url');
  fresh.writeUInt32BE(99, 33);
  const raised = { ...key.sign(challenge), authenticator_data: fresh.toString('base64url') };
  expect(faultOf(() => passkeys.confirm(question('delete'), raised))?.message).toContain('signature');
});

test('without a passkey nothing of the kind is approved; a second one is let in by the first alone', () => {
  const { passkeys, key, at } = made();
  expect(faultOf(() => passkeys.confirm(question('delete'), undefined))?.hint).toContain('under Status');
  const { challenge } = passkeys.look();
  at.now += 10 * 60_000;
  expect(faultOf(() => passkeys.add(key.make(challenge), undefined))?.message).toContain('too long ago');
  passkeys.add(key.make(passkeys.look().challenge), undefined);
  const second = new FakePasskey(passkeyOrigin);
  const alone = passkeys.look().challenge;
  expect(faultOf(() => passkeys.add(second.make(alone), second.sign(alone)))?.code).toBe('denied');
  expect(faultOf(() => passkeys.add(second.make(alone), key.sign(alone)))?.message).toContain('too long ago');
  const together = passkeys.look().challenge;
  expect(passkeys.add(second.make(together), key.sign(together))).toBe(2);
});

test('a damaged file stops the start, and says what to do', () => {
  const { path, open } = made();
  writeFileSync(path, '{"version":2}', { mode: 0o600 });
  expect(open).toThrow(StartError);
});
