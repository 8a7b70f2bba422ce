import { expect, test } from 'vitest';
import { chooseMcpBrowser } from '../../../../native-host/cli/run/choose-mcp-browser.ts';
import { ok } from '../../../../shared/faults.ts';
import { ClientAuthority } from '../../../fakes/client-authority.ts';
import { commandContext } from '../../../fakes/command-context.ts';

const profile = (name: string) => ({
  name,
  browser_name: 'Chromium',
  browser_version: '156',
  extension_version: '0.1.0',
  connected_at: '',
  pages: 1,
});

/** Chooses while these profiles are connected, one list a look; the last one stays. */
async function choose(
  looks: readonly (readonly string[])[],
  wish: { profile?: string; before?: string } = {},
) {
  const launched: string[] = [];
  let look = 0;
  const authority = new ClientAuthority({
    'status.get': () => {
      const names = [...(looks[Math.min(look, looks.length - 1)] ?? []), ...launched];
      look += 1;
      return { profiles: names.map(profile) };
    },
  });
  const context = commandContext({
    launchKept: async (name) => {
      launched.push(name);
      return ok({ profile: name, notes: [], close: async () => undefined });
    },
  });
  const chosen = await chooseMcpBrowser(
    { profile: wish.profile ?? null, before: wish.before ?? null },
    authority,
    context,
  );
  return { chosen: chosen.ok ? chosen.value.profile : chosen.fault.code, launched };
}

test('the one browser that is connected is taken, and none is started', async () => {
  expect(await choose([['work']])).toEqual({ chosen: 'work', launched: [] });
  expect(await choose([['unattended']])).toEqual({ chosen: 'unattended', launched: [] });
});

test("beside the windowless browser of other sessions, the person's own is meant", async () => {
  expect(await choose([['unattended', 'work']])).toEqual({ chosen: 'work', launched: [] });
  expect(await choose([['home', 'unattended', 'work']])).toEqual({ chosen: 'bad-arguments', launched: [] });
});

test('where there is none, one is started that is there for every session', async () => {
  expect(await choose([[]])).toEqual({ chosen: 'unattended', launched: ['unattended'] });
});

test('a browser that was worked in before is waited for while it comes back', async () => {
  expect(await choose([[], ['unattended'], ['unattended', 'home', 'work']], { before: 'work' })).toEqual({
    chosen: 'work',
    launched: [],
  });
});
