import { expect, test } from 'vitest';
import { CommandError } from '../../../../native-host/cli/command-error.ts';
import { mcp } from '../../../../native-host/cli/commands/mcp.ts';
import { parseCommandLine } from '../../../../native-host/cli/parse-command-line.ts';
import { commandContext } from '../../../fakes/command-context.ts';

async function errorOf(...words: string[]): Promise<CommandError> {
  const line = parseCommandLine(['mcp', ...words], [mcp]);
  if (line.kind !== 'run') throw new Error(line.kind);
  const error = await line.command.run(line.invocation, commandContext({})).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof CommandError) return error;
  throw new Error(`no CommandError: ${String(error)}`);
}

test('a misspelt group of tools is told with the one that was meant', async () => {
  const error = await errorOf('--tools', 'more,patern');
  expect([error.exit, error.what]).toEqual([
    2,
    'There is no group of tools "patern". Did you mean "pattern"?',
  ]);
  expect(error.remedy).toBe('The groups are: core, more, pattern, all.');
});

test('a port is a number, and only HTTP has one', async () => {
  expect((await errorOf('--http', '--port', '70000')).what).toBe('"70000" is no port.');
  expect((await errorOf('--http', '--port', 'x')).exit).toBe(2);
  expect((await errorOf('--port', '4000')).remedy).toContain('--http');
});
