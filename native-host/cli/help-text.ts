import { type Command, commonOptions, type OptionSpec } from './command.ts';
import { alignColumns } from './table.ts';

/** What `localagent --help` prints. */
export function overviewText(commands: readonly Command[], version: string): string {
  const rows = commands.map(({ name, summary }) => [`  ${name}`, summary]);
  return [
    `LocalAgent ${version}: works in your own browser, by your own rules.`,
    '',
    'Usage: localagent COMMAND [options]',
    '',
    ...alignColumns(rows),
    '',
    '`localagent COMMAND --help` tells more. Every command takes --json, --quiet and --help.',
    'The data folder is ~/.localagent, or LOCALAGENT_HOME.',
    'Exit codes: 0 done, 1 failed, 2 wrong usage, 3 refused by policy, 4 outcome unknown, 130 interrupted.',
    '',
  ].join('\n');
}

/** What `localagent COMMAND --help` prints. */
export function commandText(command: Command): string {
  const { name, subcommands, positionals } = command;
  const usage =
    subcommands.length === 0
      ? [['Usage:', ['localagent', name, ...positionals, '[options]'].join(' ')].join(' ')]
      : [
          'Usage:',
          ...alignColumns(
            subcommands.map((sub) => [
              `  ${['localagent', name, sub.name, ...sub.positionals].join(' ')}`,
              sub.summary,
            ]),
          ),
        ];
  const options = { ...command.options, ...commonOptions };
  return [
    command.summary,
    '',
    ...usage,
    ...(command.details === undefined ? [] : ['', command.details]),
    '',
    'Options:',
    ...alignColumns(
      Object.entries(options).map(([option, spec]) => [`  ${optionName(option, spec)}`, spec.text]),
    ),
    '',
  ].join('\n');
}

function optionName(name: string, spec: OptionSpec): string {
  return spec.type === 'boolean' ? `--${name}` : `--${name} ${spec.value ?? 'VALUE'}`;
}
