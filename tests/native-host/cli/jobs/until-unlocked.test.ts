import { expect, test } from 'vitest';
import { createUnlockGate } from '../../../../native-host/cli/jobs/until-unlocked.ts';
import { failed, fault, ok } from '../../../../shared/faults.ts';
import { ClientAuthority } from '../../../fakes/client-authority.ts';

type Mode = 'passphrase' | 'keychain' | 'file';

function gateOf(mode: Mode, given: string | null, opensAfter = Number.POSITIVE_INFINITY) {
  let looks = 0;
  let now = 0;
  let isOpen = false;
  const logged: string[] = [];
  const authority = new ClientAuthority({
    'secret.state': () => {
      looks += 1;
      return { mode, locked: !isOpen && mode !== 'file' && looks <= opensAfter };
    },
    'secret.unlock': ({ passphrase }: { passphrase: string }) => {
      if (passphrase !== 'right') throw new Error('the fake opens for one passphrase');
      isOpen = true;
      return {};
    },
  });
  const stop = new AbortController();
  const gate = createUnlockGate({
    desk: { joined: async () => (mode === 'file' && given === 'gone' ? gone : ok(authority)) },
    passphrase: () => given,
    log: (event, facts) => void logged.push([event, facts['why']].filter(Boolean).join(': ')),
    now: () => now,
    sleep: async (ms) => {
      now += ms;
      if (now > 700_000) stop.abort();
    },
  });
  return { gate, logged, stop };
}
const gone = failed(fault('internal', 'LocalAgent did not start.', 'Run: localagent doctor'));

test('secrets that are not locked are waited for by nobody', async () => {
  const { gate, logged, stop } = gateOf('file', null);
  await gate.until(stop.signal);
  expect([logged, gate.waitingFor()]).toEqual([[], null]);
});

test('a credential of the service opens them', async () => {
  const { gate, logged, stop } = gateOf('passphrase', 'right');
  await gate.until(stop.signal);
  expect([logged, gate.waitingFor(), stop.signal.aborted]).toEqual([[], null, false]);
});

test('else it says how to unlock, waits, and goes on when somebody has', async () => {
  const { gate, logged, stop } = gateOf('passphrase', null, 5);
  await gate.until(stop.signal);
  expect(logged).toEqual([expect.stringContaining('localagent secrets unlock'), 'worker.ready']);
  expect(gate.waitingFor()).toBeNull();
});

test('a keychain that stays locked, or LocalAgent not starting, is told again every ten minutes and ends with the worker', async () => {
  for (const [mode, given, words] of [
    ['keychain', null, 'keychain'],
    ['file', 'gone', 'localagent doctor'],
  ] as const) {
    const { gate, logged, stop } = gateOf(mode, given);
    await gate.until(stop.signal);
    expect(logged).toEqual(Array(2).fill(expect.stringContaining(words)));
    expect(gate.waitingFor()).toContain(words);
  }
});
