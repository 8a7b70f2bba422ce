import { createInterface } from 'node:readline/promises';
import type { ReadStream, WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import { CommandError } from './command-error.ts';
import { exitCode } from './exit-code.ts';

// Results go to stdout, everything else to stderr: a result can be piped while a person watches the progress.

export type Colour = 'red' | 'green' | 'yellow' | 'dim' | 'bold';

export interface Terminal {
  /** A person is there to read and to answer. */
  readonly interactive: boolean;
  /** Progress: a line that stays. Nothing with --quiet. */
  say(line: string): void;
  /** Progress that is drawn over the last such lines; in a pipe nothing, since `say` tells the same. */
  live(lines: readonly string[]): void;
  /** What must be read even with --quiet: errors, warnings. */
  warn(line: string): void;
  /** The result for a person, on stdout. */
  print(lines: readonly string[]): void;
  /** The result for a program: one line of JSON on stdout. */
  printJson(value: unknown): void;
  paint(colour: Colour, text: string): string;
  /** Asks a question on the terminal; null when it was aborted or the terminal was closed. */
  ask(question: string, signal: AbortSignal): Promise<string | null>;
  /** Reads one value: hidden on a terminal, all of stdin (without its last line end) from a pipe. */
  readValue(prompt: string): Promise<string>;
}

export type Streams = Readonly<{
  stdin: NodeJS.ReadableStream & Partial<Pick<ReadStream, 'isTTY' | 'setRawMode'>>;
  stdout: NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY'>>;
  stderr: NodeJS.WritableStream & Partial<Pick<WriteStream, 'isTTY' | 'columns'>>;
}>;

/** Columns of a terminal that does not tell its width. */
const columnsUnknown = 80;
/** Bytes of a value that is piped in; more is surely not what was meant. */
const pipedBytesMax = 64 * 1024;

export function createTerminal(
  streams: Streams,
  options: Readonly<{ quiet: boolean; env: Readonly<Record<string, string | undefined>> }>,
): Terminal {
  const { stdin, stdout, stderr } = streams;
  const drawn = { lines: 0 };
  const redraws = stderr.isTTY === true && !options.quiet && options.env['TERM'] !== 'dumb';
  const coloured = stderr.isTTY === true && (options.env['NO_COLOR'] ?? '') === '';
  const erase = (): void => {
    if (drawn.lines > 0) stderr.write(`\u001b[${drawn.lines}A\u001b[0J`);
    drawn.lines = 0;
  };
  const warn = (line: string): void => {
    erase();
    stderr.write(`${line}\n`);
  };
  return {
    interactive: stdin.isTTY === true && stderr.isTTY === true,
    say: (line) => {
      if (!options.quiet) warn(line);
    },
    live: (lines) => {
      if (!redraws) return;
      erase();
      // A line that wraps would break the count of lines to go up again.
      const columns = Math.max(20, (stderr.columns || columnsUnknown) - 1);
      for (const line of lines) stderr.write(`${line.slice(0, columns)}\n`);
      drawn.lines = lines.length;
    },
    warn,
    print: (lines) => {
      erase();
      stdout.write(`${lines.join('\n')}\n`);
    },
    printJson: (value) => {
      erase();
      stdout.write(`${JSON.stringify(value)}\n`);
    },
    paint: (colour, text) => (coloured ? styleText(colour, text, { validateStream: false }) : text),
    ask: async (question, signal) => {
      erase();
      return askLine(stdin, stderr, question, signal);
    },
    readValue: async (prompt) => {
      erase();
      return stdin.isTTY === true ? readHidden(stdin, stderr, prompt) : readPiped(stdin);
    },
  };
}

async function askLine(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  question: string,
  signal: AbortSignal,
): Promise<string | null> {
  const reader = createInterface({ input, output });
  const closed = new Promise<null>((resolve) => reader.once('close', () => resolve(null)));
  // With a reader on the terminal Ctrl+C arrives there instead of at the process.
  reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return await Promise.race([reader.question(question, { signal }), closed]);
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return null;
    throw error;
  } finally {
    reader.close();
  }
}

async function readPiped(input: NodeJS.ReadableStream): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of input) {
    const piece = Buffer.from(part);
    bytes += piece.length;
    if (bytes > pipedBytesMax) break;
    parts.push(piece);
  }
  return Buffer.concat(parts)
    .toString('utf8')
    .replace(/\r?\n$/, '');
}

function readHidden(input: Streams['stdin'], output: NodeJS.WritableStream, prompt: string): Promise<string> {
  output.write(prompt);
  input.setRawMode?.(true);
  input.resume();
  return new Promise((resolve, reject) => {
    let text = '';
    const end = (finish: () => void): void => {
      input.off('data', onData);
      input.setRawMode?.(false);
      input.pause();
      output.write('\n');
      finish();
    };
    const onData = (data: Buffer | string): void => {
      for (const character of data.toString()) {
        const isEnd = character === '\r' || character === '\n' || character === '\u0004';
        if (isEnd) end(() => resolve(text));
        else if (character === '\u0003') end(() => reject(interruptedError()));
        else if (character === '\u007f' || character === '\b') text = [...text].slice(0, -1).join('');
        else text += character;
        if (isEnd || character === '\u0003') return;
      }
    };
    input.on('data', onData);
  });
}

function interruptedError(): CommandError {
  return new CommandError(
    'Interrupted.',
    'at the question for a value',
    'Nothing was changed.',
    exitCode.interrupted,
  );
}
