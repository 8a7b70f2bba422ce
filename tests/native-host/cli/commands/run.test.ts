import { expect, test } from 'vitest';
import { CommandError } from '../../../../native-host/cli/command-error.ts';
import { run, runOptions } from '../../../../native-host/cli/commands/run.ts';
import { parseCommandLine } from '../../../../native-host/cli/parse-command-line.ts';

function optionsOf(...words: string[]) {
  const line = parseCommandLine(['run', ...words], [run]);
  if (line.kind !== 'run') throw new Error(line.kind);
  return runOptions(line.invocation, '/somewhere');
}

test('options become what is asked for', () => {
  const words = [
    '--template',
    't',
    '--param',
    'a=b=c',
    '--param',
    'empty=',
    '--headed',
    '--profile',
    'p.1',
    '--out',
    'x',
  ];
  expect(optionsOf(...words, '--name', '{vendor}.csv', '--unattended')).toEqual({
    template: 't',
    parameters: { a: 'b=c', empty: '' },
    browser: { profile: 'p.1', window: 'headed' },
    out: '/somewhere/x',
    namePattern: '{vendor}.csv',
    unattended: true,
    budget: {},
  });
  expect(
    optionsOf('--template', 't', '--max-acts', '5', '--max-minutes', '0.5', '--max-tokens', '90000').budget,
  ).toEqual({
    acts: 5,
    minutes: 0.5,
    tokens: 90_000,
  });
});

test.each([
  [[], '--template is missing.'],
  [['--template', 't', '--headed', '--headless'], '--headless and --headed exclude each other.'],
  [['--template', 't', '--max-acts', 'many'], '"many" is no number of acts.'],
  [['--template', 't', '--max-tokens', '0'], '"0" is no number of tokens.'],
  [['--template', 't', '--param', 'novalue'], '"novalue" is no parameter.'],
  [['--template', 't', '--param', 'a=1', '--param', 'a=2'], '"a" is given twice.'],
  [['--template', 't', '--profile', '../x'], '"../x" is no name for a profile.'],
  [['--template', 't', '--profile', 'Work'], '"Work" is no name for a profile.'],
])('%j is wrong usage', (words, what) => {
  const act = () => optionsOf(...words);
  expect(act).toThrow(CommandError);
  expect(act).toThrow(what);
});
