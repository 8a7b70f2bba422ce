import type { Fault, FaultCode } from '../../shared/faults.ts';
import { type ExitCode, exitCode } from './exit-code.ts';
import type { Terminal } from './terminal.ts';

/**
 * Ends a command with an exit code and three lines for a person: what is wrong, where, what to do. Thrown by whatever
 * a command is made of, shown by `main` alone.
 */
export class CommandError extends Error {
  readonly what: string;
  readonly where: string;
  readonly remedy: string;
  readonly exit: ExitCode;
  constructor(what: string, where: string, remedy: string, exit: ExitCode = exitCode.failed) {
    super(what);
    this.name = 'CommandError';
    this.what = what;
    this.where = where;
    this.remedy = remedy;
    this.exit = exit;
  }
}

/** The command line itself is wrong. */
export function wrongUsage(what: string, where: string, remedy: string): CommandError {
  return new CommandError(what, where, remedy, exitCode.wrong_usage);
}

const exits: Partial<Record<FaultCode, ExitCode>> = {
  'bad-arguments': exitCode.wrong_usage,
  denied: exitCode.refused,
  'approval-timeout': exitCode.refused,
  'outcome-unknown': exitCode.outcome_unknown,
  cancelled: exitCode.interrupted,
};

/**
 * A fault as the end of a command. What could not be opened at start comes as three lines in one message; those are
 * what, where and what to do already.
 */
export function faultError(fault: Fault, where: string): CommandError {
  const lines = fault.message.split('\n').map((line) => line.trim());
  const [what, place, remedy, ...more] = lines;
  if (
    fault.code === 'bad-arguments' &&
    what !== undefined &&
    place !== undefined &&
    remedy !== undefined &&
    more.length === 0
  ) {
    return new CommandError(what, place, remedy, exitCode.wrong_usage);
  }
  return new CommandError(fault.message, where, fault.hint, exits[fault.code] ?? exitCode.failed);
}

/** The three lines that a person sees. */
export function errorLines(error: CommandError, { paint }: Pick<Terminal, 'paint'>): readonly string[] {
  return [paint('red', error.what), `  ${error.where}`, `  ${error.remedy}`];
}
