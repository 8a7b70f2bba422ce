import { StartError } from '../io/start-error.ts';
import type { CommandContext } from './command.ts';
import { CommandError, errorLines } from './command-error.ts';
import { commands } from './commands/index.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import { commandText, overviewText } from './help-text.ts';
import { type CommandLine, parseCommandLine } from './parse-command-line.ts';
import { createTerminal, type Streams, type Terminal } from './terminal.ts';
import { createHostParts, hostVersion } from './wiring/host-parts.ts';

export type ProcessParts = Readonly<{
  streams: Streams;
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  interrupted: AbortSignal;
}>;

/** Runs one command line from words to exit code. What keeps it from running is told in three lines. */
export async function runCommandLine(words: readonly string[], parts: ProcessParts): Promise<ExitCode> {
  // Before the words are understood, the plainest reading of them decides how an error is told.
  const terminal = createTerminal(parts.streams, { quiet: words.includes('--quiet'), env: parts.env });
  try {
    const line = parseCommandLine(words, commands);
    return line.kind === 'run' ? await runCommand(line, terminal, parts) : tell(line, terminal);
  } catch (error) {
    const shown = shownError(error);
    for (const text of errorLines(shown, terminal)) terminal.warn(text);
    if (words.includes('--json')) {
      const { what, where, remedy, exit } = shown;
      terminal.printJson({ schema: 'localagent.error.v1', error: { what, where, remedy, exit_code: exit } });
    }
    return shown.exit;
  }
}

function runCommand(
  line: Extract<CommandLine, { kind: 'run' }>,
  terminal: Terminal,
  parts: ProcessParts,
): Promise<ExitCode> {
  return line.command.run(line.invocation, createCommandContext(terminal, parts));
}

/** What commands work with, joined to the real host. For whoever runs a command in its own process. */
export function createCommandContext(
  terminal: Terminal,
  parts: Omit<ProcessParts, 'streams'>,
): CommandContext {
  const { env, cwd, interrupted } = parts;
  return { terminal, parts: createHostParts(env), env, cwd, interrupted };
}

function tell(line: Exclude<CommandLine, { kind: 'run' }>, terminal: Terminal): ExitCode {
  if (line.kind === 'version') {
    if (line.json) terminal.printJson({ schema: 'localagent.version.v1', version: hostVersion });
    else terminal.print([hostVersion]);
  } else {
    const text = line.command === null ? overviewText(commands, hostVersion) : commandText(line.command);
    terminal.print([text.trimEnd()]);
  }
  return exitCode.done;
}

/** Errors that are told in words; any other is a bug and goes on. */
function shownError(error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  if (error instanceof StartError) {
    return new CommandError(error.what, error.where, error.remedy, exitCode.wrong_usage);
  }
  throw error;
}
