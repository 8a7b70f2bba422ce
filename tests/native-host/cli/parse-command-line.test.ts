import { expect, test } from 'vitest';
import { CommandError } from '../../../native-host/cli/command-error.ts';
import { commands } from '../../../native-host/cli/commands/index.ts';
import { parseCommandLine } from '../../../native-host/cli/parse-command-line.ts';

const parse = (...words: string[]) => parseCommandLine(words, commands);

function errorOf(...words: string[]): CommandError {
  try {
    parse(...words);
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

test('a command line is read into its command, values and flags', () => {
  const line = parse('run', '--template', 'a', '--param', 'x=1', '--param=y=--2', '--headless', '--json');
  if (line.kind !== 'run') throw new Error(line.kind);
  const { command, invocation, quiet } = line;
  expect([
    command.name,
    quiet,
    invocation.json,
    invocation.flag('headless'),
    invocation.flag('headed'),
  ]).toEqual(['run', false, true, true, false]);
  expect(invocation.text('template')).toBe('a');
  expect(invocation.texts('param')).toEqual(['x=1', 'y=--2']);
  expect(invocation.text('out')).toBeNull();
});

test.each([
  [['rnu'], 'There is no command "rnu".', 'Did you mean run?'],
  [['run', '--tempalte', 'x'], 'There is no option "--tempalte".', 'Did you mean --template?'],
  [['secrets', 'lst'], 'There is no "secrets" command "lst".', 'Did you mean list?'],
  [
    ['secrets'],
    'What to do is missing: set, list, remove, import, rotate, unlock.',
    'localagent secrets --help',
  ],
  [['secrets', 'set'], 'NAME is missing.', 'localagent secrets --help'],
  [['secrets', 'list', '--site', 'domain:example.com'], '--site does not belong here.', '--help'],
  [['secrets', 'remove', 'a', 'b'], '"b" is one word too many.', '--help'],
  [['run', '--template'], '--template needs a value.', 'Write --template ID'],
  [['run', '--template', '--json'], '--template needs a value.', '--template=--json'],
  [['run', '--headless=yes'], '--headless takes no value', 'Write --headless alone.'],
  [['run', '--out', 'a', '--out', 'b'], '--out is given twice.', 'Give it once.'],
  [['run', '--__proto__', 'a'], 'There is no option "--__proto__".', 'localagent run --help'],
  [['xyzzy'], 'There is no command "xyzzy".', 'See localagent --help.'],
])('%j is wrong usage with the nearest name or the way to the help', (words, what, remedy) => {
  const error = errorOf(...words);
  expect(error.exit).toBe(2);
  expect(error.what).toContain(what);
  expect(error.remedy).toContain(remedy);
  expect(error.where).not.toBe('');
});

test('help and version are asked for in every usual way', () => {
  for (const words of [[], ['--help'], ['-h'], ['help']]) {
    expect(parse(...words)).toEqual({ kind: 'help', command: null });
  }
  expect(parse('run', '--help')).toMatchObject({ kind: 'help', command: { name: 'run' } });
  expect(parse('help', 'doctor')).toMatchObject({ kind: 'help', command: { name: 'doctor' } });
  expect(parse('--version')).toEqual({ kind: 'version', json: false });
});

test('every command is named once, has a summary, and its file is named after it or its pair', () => {
  const names = commands.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { summary } of commands) expect(summary).not.toBe('');
});
