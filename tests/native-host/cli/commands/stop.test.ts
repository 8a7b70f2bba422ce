import { expect, test } from 'vitest';
import { commands } from '../../../../native-host/cli/commands/index.ts';
import { parseCommandLine } from '../../../../native-host/cli/parse-command-line.ts';
import { failed, fault, ok } from '../../../../shared/faults.ts';
import { ClientAuthority } from '../../../fakes/client-authority.ts';
import { commandContext } from '../../../fakes/command-context.ts';
import { fakeTerminal } from '../../../fakes/terminal.ts';

async function run(words: readonly string[], running = true) {
  const line = parseCommandLine(words, commands);
  if (line.kind !== 'run') throw new Error(line.kind);
  const authority = new ClientAuthority({
    'run.cancel': ({ run_id }: { run_id: string }) => ({ cancelled: run_id === 'r1' }),
    'work.stop': () => ({ runs: 2, calls: 1 }),
    'run.pause': ({ run_id }: { run_id: string }) => ({ paused: run_id === 'r1' }),
    'run.resume': ({ run_id }: { run_id: string }) => ({ resumed: run_id === 'r1' }),
  });
  const terminal = fakeTerminal();
  const connect = async () => (running ? ok(authority) : failed(fault('not-found', 'none', '')));
  const code = await line.command.run(line.invocation, commandContext({ connect }, { terminal }));
  return { code, told: terminal.printed.join('\n'), asked: authority.calls.map(({ method }) => method) };
}

test('one run, or all that goes on, is stopped, and LocalAgent stays', async () => {
  expect(await run(['stop', 'r1'])).toMatchObject({ code: 0, asked: ['run.cancel'] });
  expect(await run(['stop', 'r9'])).toMatchObject({ code: 1, told: 'No run r9 goes on.' });
  expect(await run(['stop', 'all'])).toEqual({
    code: 0,
    asked: ['work.stop'],
    told: 'Stopped: 2 runs, 1 other calls.',
  });
});

test('a run is taken over and handed back by its name', async () => {
  expect(await run(['pause', 'r1'])).toMatchObject({ code: 0, asked: ['run.pause'] });
  expect((await run(['pause', 'r9'])).code).toBe(1);
  expect(await run(['resume', 'r1'])).toMatchObject({ code: 0, told: 'The run r1 goes on.' });
  expect((await run(['resume', 'r9'])).code).toBe(1);
});

test('where nothing runs, nothing is started to be stopped', async () => {
  const { code, asked, told } = await run(['stop', 'all'], false);
  expect([code, asked]).toEqual([0, []]);
  expect(told).toContain('does not run');
});
