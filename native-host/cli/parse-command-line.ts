import { parseArgs } from 'node:util';
import { nearestName } from '../../shared/nearest-name.ts';
import { type Command, commonOptions, type Invocation, type OptionSpec, type Subcommand } from './command.ts';
import { wrongUsage } from './command-error.ts';

export type CommandLine =
  | { readonly kind: 'version'; readonly json: boolean }
  | { readonly kind: 'help'; readonly command: Command | null }
  | {
      readonly kind: 'run';
      readonly command: Command;
      readonly invocation: Invocation;
      readonly quiet: boolean;
    };

/** Reads the words after the program's name. Throws `CommandError` (exit 2) with the nearest name for a wrong one. */
export function parseCommandLine(words: readonly string[], commands: readonly Command[]): CommandLine {
  const [first, ...rest] = words;
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') {
    return { kind: 'help', command: commands.find((command) => command.name === rest[0]) ?? null };
  }
  if (first === '--version' || first === '-v') return { kind: 'version', json: rest.includes('--json') };
  const command = commands.find((candidate) => candidate.name === first);
  if (command === undefined)
    throw unknownWord(
      'command',
      first,
      commands.map(({ name }) => name),
      'localagent --help',
    );
  if (rest.includes('--help') || rest.includes('-h')) return { kind: 'help', command };
  return readCommand(command, rest);
}

function readCommand(command: Command, words: readonly string[]): CommandLine {
  const specs = { ...command.options, ...commonOptions };
  const { values, positionals } = readWords(command, words, specs);
  const subcommand = subcommandOf(command, positionals);
  const own = subcommand === null ? positionals : positionals.slice(1);
  checkPositionals(command, subcommand, own);
  checkOptionsOf(command, subcommand, values);
  const texts = (name: string): readonly string[] => {
    if (specs[name] === undefined) throw new Error(`${command.name} declares no option ${name}`);
    return [values.get(name) ?? []].flat().filter((value) => typeof value === 'string');
  };
  const flag = (name: string): boolean => {
    if (specs[name] === undefined) throw new Error(`${command.name} declares no option ${name}`);
    return values.get(name) === true;
  };
  const invocation: Invocation = {
    subcommand: subcommand?.name ?? null,
    positionals: own,
    texts,
    text: (name) => texts(name).at(-1) ?? null,
    flag,
    json: flag('json'),
  };
  return { kind: 'run', command, invocation, quiet: flag('quiet') };
}

type Values = ReadonlyMap<string, string | boolean | readonly (string | boolean)[]>;

function readWords(
  command: Command,
  words: readonly string[],
  specs: Readonly<Record<string, OptionSpec>>,
): { values: Values; positionals: readonly string[] } {
  const options = Object.fromEntries(
    Object.entries(specs).map(([name, spec]) => [
      name,
      { type: spec.type, multiple: spec.multiple ?? false },
    ]),
  );
  const { tokens } = parseArgs({
    args: [...words],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const values = new Map<string, string | boolean | (string | boolean)[]>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value);
    if (token.kind !== 'option') continue;
    const spec = Object.hasOwn(specs, token.name) ? specs[token.name] : undefined;
    if (spec === undefined) {
      throw unknownWord(
        'option',
        token.rawName,
        Object.keys(specs).map((name) => `--${name}`),
        helpOf(command),
      );
    }
    const value = optionValue(command, token.rawName, token.value, spec);
    if (spec.multiple === true) values.set(token.name, [...[values.get(token.name) ?? []].flat(), value]);
    else if (values.has(token.name)) {
      throw wrongUsage(`${token.rawName} is given twice.`, inCommand(command), 'Give it once.');
    } else values.set(token.name, value);
  }
  return { values, positionals };
}

function optionValue(
  command: Command,
  name: string,
  value: string | undefined,
  spec: OptionSpec,
): string | boolean {
  if (spec.type === 'boolean') {
    if (value === undefined) return true;
    throw wrongUsage(
      `${name} takes no value, and "${value}" was given.`,
      inCommand(command),
      `Write ${name} alone.`,
    );
  }
  // A following word that is an option itself is a forgotten value, not the value.
  if (value === undefined || value.startsWith('--')) {
    throw wrongUsage(
      `${name} needs a value.`,
      inCommand(command),
      `Write ${name} ${spec.value ?? 'VALUE'}${value === undefined ? '' : `; a value that begins with "--" as ${name}=${value}`}.`,
    );
  }
  return value;
}

function subcommandOf(command: Command, positionals: readonly string[]): Subcommand | null {
  if (command.subcommands.length === 0) return null;
  const names = command.subcommands.map(({ name }) => name);
  const [word] = positionals;
  if (word === undefined) {
    throw wrongUsage(
      `What to do is missing: ${names.join(', ')}.`,
      inCommand(command),
      `See ${helpOf(command)}.`,
    );
  }
  const found = command.subcommands.find(({ name }) => name === word);
  if (found === undefined) throw unknownWord(`"${command.name}" command`, word, names, helpOf(command));
  return found;
}

function checkPositionals(command: Command, subcommand: Subcommand | null, given: readonly string[]): void {
  const wanted = subcommand?.positionals ?? command.positionals;
  const missing = wanted.slice(given.length).find((name) => !name.startsWith('['));
  if (missing !== undefined) {
    throw wrongUsage(`${missing} is missing.`, inCommand(command, subcommand), `See ${helpOf(command)}.`);
  }
  const extra = given[wanted.length];
  if (extra !== undefined) {
    throw wrongUsage(
      `"${extra}" is one word too many.`,
      inCommand(command, subcommand),
      `See ${helpOf(command)}.`,
    );
  }
}

function checkOptionsOf(command: Command, subcommand: Subcommand | null, values: Values): void {
  const taken = subcommand?.options;
  if (taken === undefined) return;
  const foreign = [...values.keys()].find(
    (name) => commonOptions[name] === undefined && !taken.includes(name),
  );
  if (foreign === undefined) return;
  throw wrongUsage(
    `--${foreign} does not belong here.`,
    inCommand(command, subcommand),
    `See ${helpOf(command)}.`,
  );
}

function unknownWord(kind: string, word: string, known: readonly string[], help: string) {
  const nearest = nearestName(word, known);
  const remedy = nearest === null ? `See ${help}.` : `Did you mean ${nearest}? See ${help}.`;
  return wrongUsage(`There is no ${kind} "${word}".`, 'in the command line', remedy);
}

function inCommand(command: Command, subcommand: Subcommand | null = null): string {
  return `in "localagent ${command.name}${subcommand === null ? '' : ` ${subcommand.name}`}"`;
}

function helpOf(command: Command): string {
  return `localagent ${command.name} --help`;
}
