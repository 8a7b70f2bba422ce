import { fork } from 'node:child_process';
import { FromRunner, type ToRunner } from './embedded-messages.ts';

/** The process with the weights, as the host talks with it. */
export type EmbeddedProcess = {
  send(order: ToRunner): void;
  /** Takes over what it says; one listener at a time. */
  onMessage(listener: (message: FromRunner) => void): void;
  /** Why it ended, when it does. */
  readonly ended: Promise<string>;
  end(): void;
};

const wordsCharactersMax = 500;

/** Starts the process; it ends with this one, whatever happens. */
export function startEmbeddedProcess(entry: string): EmbeddedProcess {
  const child = fork(entry, [], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Node's own limits say nothing about weights, which lie outside its heap.
    execArgv: [],
    env: environment(),
  });
  let said = '';
  child.stderr?.on('data', (part: Buffer) => {
    said = `${said}${part.toString('utf8')}`.slice(-wordsCharactersMax);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ?? (said.trim() || `code ${code}`)));
  });
  return {
    // A process that has just ended cannot be told anything; `ended` tells why.
    send: (order) => void child.send(order, () => undefined),
    onMessage: (listener) => {
      child.removeAllListeners('message');
      child.on('message', (message) => listener(FromRunner.parse(message)));
    },
    ended,
    end: () => void child.kill('SIGKILL'),
  };
}

/** What a native library needs to find its own, and no key of anybody's. */
function environment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'SystemRoot', 'TEMP', 'USERPROFILE', 'LD_LIBRARY_PATH'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
