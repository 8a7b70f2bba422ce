import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { CommandError } from '../../../../native-host/cli/command-error.ts';
import { secrets } from '../../../../native-host/cli/commands/secrets.ts';
import { parseCommandLine } from '../../../../native-host/cli/parse-command-line.ts';
import type { HostParts } from '../../../../native-host/cli/parts.ts';
import { createHostParts } from '../../../../native-host/cli/wiring/host-parts.ts';
import { ok } from '../../../../shared/faults.ts';
import { ClientAuthority } from '../../../fakes/client-authority.ts';
import { commandContext } from '../../../fakes/command-context.ts';
import { temporaryFolder } from '../../../fakes/temporary-folder.ts';
import { type FakeTerminal, fakeTerminal } from '../../../fakes/terminal.ts';

const passphrase = 'five plain random words here';
let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

/** A command over the real store of a data folder of its own. */
async function run(
  words: readonly string[],
  terminal: FakeTerminal,
  env: Readonly<Record<string, string>> = {},
  parts: Partial<HostParts> = {},
) {
  const host = createHostParts({ LOCALAGENT_HOME: home, ...env });
  const { openSecrets, parseSecrets } = host;
  const context = commandContext({ openSecrets, parseSecrets, ...parts }, { terminal });
  const line = parseCommandLine(['secrets', ...words], [secrets]);
  if (line.kind !== 'run') throw new Error('this is no command to run');
  return secrets.run(line.invocation, { ...context, env }).catch((error: unknown) => {
    if (error instanceof CommandError) return error.what;
    throw error;
  });
}

const told = (terminal: FakeTerminal) =>
  [...terminal.said, ...terminal.printed, ...terminal.warned, JSON.stringify(terminal.documents)].join('\n');

test('an import shows names and sites, never a value, and stores after a yes alone', async () => {
  const file = join(home, 'export.csv');
  writeFileSync(
    file,
    'url,username,password\nhttps://a.example,x,canary-one\nhttps://a.example,x,canary-one\nhttps://b.example,y,canary-two\n',
  );
  const no = fakeTerminal({ answers: ['n'] });
  expect(await run(['import', file], no)).toBe(0);
  expect(existsSync(join(home, 'secrets.json'))).toBe(false);
  const yes = fakeTerminal({ answers: ['y'] });
  expect(await run(['import', file, '--json'], yes)).toBe(0);
  expect(yes.documents[0]).toMatchObject({
    mode: 'file',
    secrets: [{ name: 'a.example.x', kind: 'text' }, { name: 'b.example.y' }],
  });
  expect(told(yes)).toContain('Line 3 is left out: the same stands in the file before');
  const again = fakeTerminal();
  await run(['import', file, '--yes'], again);
  expect(told(again)).toContain('the name is taken');
  const replaced = fakeTerminal();
  await run(['import', file, '--yes', '--replace'], replaced);
  expect(told(replaced)).toContain('2 imported');
  for (const terminal of [no, yes, again, replaced]) expect(told(terminal)).not.toContain('canary');
});

test('what cannot be read is refused without a word of it', async () => {
  const file = join(home, 'broken.csv');
  writeFileSync(file, 'a,b\n"canary-three\n');
  expect(await run(['import', file], fakeTerminal())).toBe('The file is no CSV with one header line.');
  expect(await run(['import', join(home, 'none.csv')], fakeTerminal())).toContain('cannot be read');
  writeFileSync(join(home, '.env'), 'KEY=canary-four\n');
  expect(await run(['import', join(home, '.env')], fakeTerminal())).toContain('says nothing of sites');
});

test('a passphrase is set, needed by every later command, and given to the LocalAgent that runs', async () => {
  await run(['set', 'a', '--site', 'domain:example.com'], fakeTerminal({ value: 'value-a' }));
  const rotated = fakeTerminal({ value: passphrase });
  expect(await run(['rotate', '--mode', 'passphrase'], rotated)).toBe(0);
  expect(told(rotated)).toContain('stolen disk');
  expect(told(rotated)).not.toContain(passphrase);
  const listed = fakeTerminal();
  await run(['list', '--json'], listed);
  expect(listed.documents[0]).toMatchObject({ mode: 'passphrase', locked: true });
  expect(await run(['remove', 'a'], fakeTerminal())).toBe('The secrets take a passphrase.');
  expect(
    await run(['rotate', '--mode', 'nowhere'], fakeTerminal(), { LOCALAGENT_PASSPHRASE: passphrase }),
  ).toContain('no mode');
  const authority = new ClientAuthority({ 'secret.unlock': () => ({}) });
  const connect = async () => ok(authority);
  await run(['unlock'], fakeTerminal({ value: passphrase }), {}, { connect });
  expect(authority.calls).toEqual([{ method: 'secret.unlock', params: { passphrase } }]);
  const typed = fakeTerminal({ interactive: true, value: passphrase });
  expect(await run(['remove', 'a'], typed)).toBe(0);
});
