import type { ExitCode } from './exit-code.ts';
import type { HostParts } from './parts.ts';
import type { Terminal } from './terminal.ts';

// A command declares itself in `commands/<name>.ts` and has one line in `commands/index.ts`. Help, parsing and the
// suggestions for misspelt words are made from the declaration.

export type OptionSpec = Readonly<{
  type: 'string' | 'boolean';
  multiple?: boolean;
  /** What stands for the value in the help: `--param k=v`. */
  value?: string;
  text: string;
}>;

export type Subcommand = Readonly<{
  name: string;
  summary: string;
  /** Names of what follows; one in brackets may be left out: `NAME`, `[FILE]`. */
  positionals: readonly string[];
  /** Names of the command's options that this one takes; left out: all. */
  options?: readonly string[];
}>;

export type Command = Readonly<{
  name: string;
  summary: string;
  /** Sentences below the usage line. */
  details?: string;
  positionals: readonly string[];
  options: Readonly<Record<string, OptionSpec>>;
  /** With any, the first word after the command's name must be one of them. */
  subcommands: readonly Subcommand[];
  run(invocation: Invocation, context: CommandContext): Promise<ExitCode>;
}>;

/** A command line that fits its command's declaration. */
export type Invocation = Readonly<{
  subcommand: string | null;
  positionals: readonly string[];
  text(option: string): string | null;
  texts(option: string): readonly string[];
  flag(option: string): boolean;
  json: boolean;
}>;

/** What a command works with. */
export type CommandContext = Readonly<{
  terminal: Terminal;
  parts: HostParts;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  /** Fires at Ctrl+C or a request to end; a second one ends the process. */
  interrupted: AbortSignal;
}>;

/** Options that every command has. */
export const commonOptions: Readonly<Record<string, OptionSpec>> = {
  json: { type: 'boolean', text: 'print one JSON document on stdout' },
  quiet: { type: 'boolean', text: 'no progress on stderr' },
  help: { type: 'boolean', text: 'show this text' },
};

type Declared = Omit<Command, 'positionals' | 'options' | 'subcommands'> &
  Partial<Pick<Command, 'positionals' | 'options' | 'subcommands'>>;

/** Declares a command; what is left out is empty. */
export function defineCommand(command: Declared): Command {
  return Object.freeze({ positionals: [], options: {}, subcommands: [], ...command });
}
