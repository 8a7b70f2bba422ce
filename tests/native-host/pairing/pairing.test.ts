import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StartError } from '../../../native-host/io/start-error.ts';
import { codeMs, lockMs, Pairing, type PairingWish } from '../../../native-host/pairing/pairing.ts';
import { temporaryFolder } from '../../fakes/temporary-folder.ts';

const anything = { tools: null, sites: null, read_only: false };
const wish: PairingWish = { name: 'Editor', scope: anything, days: 1 };

function made() {
  const path = join(temporaryFolder(), 'mcp-clients.json');
  const clock = { now: 1_000_000 };
  const start = () => new Pairing(path, () => clock.now);
  return { path, clock, start };
}

function codeOf(pairing: Pairing): string {
  const offered = pairing.offer(wish);
  if (!offered.ok) throw new Error(offered.fault.message);
  return offered.value.code;
}

test('the right code gives a token once, kept as a digest in a private file, and it is good after a restart', () => {
  const { path, start } = made();
  const pairing = start();
  const code = codeOf(pairing);
  const paired = pairing.exchange(code.toLowerCase(), 'x');
  if (!paired.ok) throw new Error(paired.fault.message);
  const { token, client } = paired.value;
  expect(client.name).toBe('Editor');
  expect(pairing.exchange(code, 'x').ok).toBe(false);
  expect(readFileSync(path, 'utf8')).not.toContain(token);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const again = start();
  expect(again.holder(token)?.id).toBe(client.id);
  expect(again.holder(`${token}x`)).toBeNull();
});

test('five wrong codes over five connections and three restarts close pairing for five minutes, for the right one too', () => {
  const { clock, start } = made();
  let pairing = start();
  for (let wrong = 0; wrong < 5; wrong += 1) {
    if (wrong > 1) pairing = start();
    expect(pairing.lockedMs).toBe(0);
    codeOf(pairing);
    expect(pairing.exchange('0000-0000', 'x').ok).toBe(false);
    clock.now += 1_000;
  }
  expect(pairing.offer(wish).ok).toBe(false);
  expect(start().lockedMs).toBe(lockMs - 1_000);
  clock.now += lockMs - 1_001;
  expect(start().exchange('0000-0000', 'x').ok).toBe(false);
  clock.now += 1;
  const open = start();
  expect(open.exchange(codeOf(open), 'x').ok).toBe(true);
});

test('the right code is refused while it is locked, and wrong, late, used and locked all sound alike', () => {
  const { clock, start } = made();
  const pairing = start();
  const faults: unknown[] = [];
  const refuse = (code: string) => {
    const answer = pairing.exchange(code, 'x');
    if (answer.ok) throw new Error('a code was accepted');
    faults.push(answer.fault);
  };
  const late = codeOf(pairing);
  clock.now += codeMs;
  refuse(late);
  const right = codeOf(pairing);
  for (let wrong = 0; wrong < 4; wrong += 1) refuse('0000-0000');
  refuse(right);
  expect(new Set(faults.map((one) => JSON.stringify(one))).size).toBe(1);
});

test('a new code voids the one before', () => {
  const pairing = made().start();
  const first = codeOf(pairing);
  const second = codeOf(pairing);
  expect(pairing.exchange(first, 'x').ok).toBe(false);
  expect(pairing.exchange(second, 'x').ok).toBe(true);
});

test('a token ends with its time, or when it is revoked, which is told at once', () => {
  const { clock, start } = made();
  const pairing = start();
  const tokens = [1, 2].map(() => {
    const paired = pairing.exchange(codeOf(pairing), 'x');
    if (!paired.ok) throw new Error('not paired');
    return paired.value;
  });
  const [one, two] = tokens;
  if (one === undefined || two === undefined) throw new Error('two were paired');
  const told: string[] = [];
  pairing.onRevoked((id) => told.push(id));
  expect(pairing.revoke(one.client.id)).toBe(true);
  expect(pairing.revoke(one.client.id)).toBe(false);
  expect(told).toEqual([one.client.id]);
  expect([pairing.holder(one.token), pairing.isActive(one.client.id)]).toEqual([null, false]);
  expect(start().holder(one.token)).toBeNull();
  expect(pairing.holder(two.token)).not.toBeNull();
  clock.now += 24 * 60 * 60_000;
  expect(pairing.holder(two.token)).toBeNull();
});

test('a file that others can read, or that was damaged, keeps the host from starting', () => {
  const { path, start } = made();
  start().exchange('0000-0000', 'x');
  expect(existsSync(path)).toBe(true);
  chmodSync(path, 0o644);
  expect(start).toThrow(StartError);
  chmodSync(path, 0o600);
  writeFileSync(path, '{}');
  expect(start).toThrow(StartError);
});

test('a clock that was years ahead when it locked does not lock for years', () => {
  const { clock, start } = made();
  clock.now = 4_000_000_000_000;
  const pairing = start();
  for (let wrong = 0; wrong < 5; wrong += 1) pairing.exchange('0000-0000', 'x');
  clock.now = 1_000_000;
  expect(start().lockedMs).toBe(lockMs);
});
