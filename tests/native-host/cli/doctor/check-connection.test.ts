import { expect, test } from 'vitest';
import { checkConnection } from '../../../../native-host/cli/doctor/check-connection.ts';
import { failed, fault, ok } from '../../../../shared/faults.ts';
import { ClientAuthority } from '../../../fakes/client-authority.ts';
import { collected } from '../../../fakes/collected.ts';

const profile = {
  name: 'work',
  browser_name: 'Chromium',
  browser_version: '156',
  extension_version: '0.1.0',
  connected_at: '',
  pages: 1,
};
const status = (changes: object) => ({
  host_version: '0.1.0',
  policy_error: null,
  switched_off: null,
  policies_in_the_way: [],
  ledger_read_only: false,
  profiles: [],
  ...changes,
});
const probe = {
  profile: 'work',
  boot_id: 'b',
  extension_version: '0.1.0',
  attach: 'ok',
  attach_error: '',
  screenshot_error: '',
  round_trip_ms: 3.2,
};

async function look(statusChanges: object, probed: object = probe) {
  const authority = new ClientAuthority({
    'status.get': () => status(statusChanges),
    'client.probe': () => probed,
  });
  return collected(checkConnection({ connect: async () => ok(authority) }));
}

test('a connected browser answers a real round trip', async () => {
  expect(await look({ profiles: [profile] })).toMatchObject([
    { check: 'authority', state: 'ok' },
    { check: 'round-trip.work', state: 'ok', sentence: 'answers in 3 ms through extension 0.1.0.' },
  ]);
});

test('errors of attach and screenshot are told by the policy behind them', async () => {
  const probed = {
    ...probe,
    attach: 'failed',
    attach_error: 'Cannot attach to this target.',
    screenshot_error: 'Something new.',
  };
  expect((await look({ profiles: [profile] }, probed)).slice(2)).toMatchObject([
    { check: 'round-trip.work.attach', state: 'problem', policy: 'DeveloperToolsAvailability' },
    {
      check: 'round-trip.work.screenshot',
      policy: null,
      sentence: 'cannot take pictures of pages: Something new.',
    },
  ]);
});

test('an invalid policy, a ledger that cannot be written and a missing browser are told', async () => {
  const found = await look({ policy_error: 'line 3', ledger_read_only: true });
  expect(found.map(({ check, state }) => `${check} ${state}`)).toEqual([
    'authority ok',
    'policy-in-force problem',
    'ledger-writing problem',
    'connection note',
  ]);
});

test('an authority that cannot start says why', async () => {
  const broken = failed(fault('bad-arguments', 'The key file is missing.', 'Restore it.'));
  const found = await collected(checkConnection({ connect: async () => broken }));
  expect(found).toMatchObject([
    { state: 'problem', sentence: 'The key file is missing.', remedy: 'Restore it.' },
  ]);
});
