import { expect, test } from 'vitest';
import { unrecorded } from '../../../../native-host/browser/profile-record.ts';
import { commands } from '../../../../native-host/cli/commands/index.ts';
import { parseCommandLine } from '../../../../native-host/cli/parse-command-line.ts';
import type { HostParts } from '../../../../native-host/cli/parts.ts';
import type { OwnProfiles } from '../../../../native-host/cli/profile/own-profiles.ts';
import { failed, fault, ok } from '../../../../shared/faults.ts';
import { commandContext } from '../../../fakes/command-context.ts';

function profilesOf(tooOld: boolean) {
  const did: unknown[] = [];
  const own = {
    record: { ...unrecorded, signed_in_at: '2026-06-01T00:00:00.000Z' },
    loginTooOld: tooOld,
    loginDaysMax: 7,
  };
  const profiles: OwnProfiles = {
    checkedName: ok,
    get: () => ok(own),
    set: (name, manner) => {
      did.push(['set', name, manner]);
      return ok(own);
    },
    signedIn: (name) => {
      did.push(['signed in', name]);
      return ok(own);
    },
    clone: (from, to) => {
      did.push(['clone', from, to]);
      return ok(null);
    },
    remove: (name) => failed(fault('not-found', `There is no profile "${name}".`, 'See the list.')),
    isInUse: () => false,
  };
  return { did, profiles };
}

async function run(
  words: readonly string[],
  more: Partial<HostParts> = {},
  interrupted = new AbortController(),
) {
  const line = parseCommandLine(['profile', ...words], commands);
  if (line.kind !== 'run') throw new Error(line.kind);
  const { did, profiles } = profilesOf(words[0] === 'list');
  const connect = async () => failed(fault('not-found', 'none', ''));
  const context = commandContext(
    { connect, profiles, profileNames: () => ['work'], ...more },
    { interrupted: interrupted.signal },
  );
  const end = await line.command.run(line.invocation, context).then(
    (code) => ({ code, remedy: '' }),
    (error) => ({ code: error.exit, remedy: `${error.what} ${error.remedy}` }),
  );
  return { ...end, did, ...context.terminal };
}

test('a log-in that is too old is told in the list', async () => {
  const { code, printed } = await run(['list']);
  expect(code).toBe(0);
  expect(printed.join('\n')).toMatch(/work .*2026-06-01, too long ago: localagent profile login/);
});

test('language, zone and size are fixed, and what makes no sense is refused by its option', async () => {
  const fixed = await run([
    'set',
    'work',
    '--locale',
    'de-DE',
    '--zone',
    'machine',
    '--viewport',
    '1280x800',
  ]);
  const viewport = { width: 1280, height: 800 };
  expect(fixed.did).toEqual([['set', 'work', { locale: 'de-DE', time_zone: null, viewport }]]);
  for (const [option, value] of [
    ['--locale', 'german'],
    ['--zone', 'Mars'],
    ['--viewport', 'large'],
  ]) {
    const wrong = await run(['set', 'work', option ?? '', value ?? '']);
    expect(wrong).toMatchObject({ code: 2, did: [], remedy: expect.stringContaining(option ?? '') });
  }
  expect(await run(['set', 'work'])).toMatchObject({ code: 2, did: [] });
});

const windowOf =
  (closed: Promise<void>, calls: unknown[]): HostParts['openWindow'] =>
  async (profile, url) => {
    calls.push([profile, url]);
    return ok({ profile, notes: [], closed, close: async () => void calls.push('closed') });
  };

test('a person signs in until the window is closed', async () => {
  const calls: unknown[] = [];
  const openWindow = windowOf(Promise.resolve(), calls);
  const { code, did, said } = await run(['login', 'work', '--url', 'https://example.com'], { openWindow });
  expect([code, did]).toEqual([0, [['signed in', 'work']]]);
  expect(calls).toEqual([['work', 'https://example.com'], 'closed']);
  expect(said.join(' ')).toContain('for 7 days');
});

test('Ctrl+C ends it without a log-in', async () => {
  const interrupted = new AbortController();
  interrupted.abort();
  const openWindow = windowOf(new Promise(() => undefined), []);
  expect(await run(['login', 'work'], { openWindow }, interrupted)).toMatchObject({ code: 130, did: [] });
});

test('a profile is cloned, and one that is not there is not removed', async () => {
  expect((await run(['clone', 'work', 'copy'])).did).toEqual([['clone', 'work', 'copy']]);
  expect((await run(['remove', 'other'])).remedy).toContain('There is no profile "other".');
});
