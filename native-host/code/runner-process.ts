import { type ChildProcess, spawn } from 'node:child_process';
import { dirname } from 'node:path';
import type { Program } from 'acorn';
import { type Confinement, confinement } from './confinement.ts';
import type { RunLimits } from './limits.ts';
import type { CallAnswered, CallAsked, FromRunner, RunEnded, Sources, ToRunner } from './runner-messages.ts';
import { RunnerMessage } from './runner-schema.ts';

/** A process that says nothing for so long beyond what its script may take is broken. */
const graceMs = 5_000;
const heapMegabytesMax = 128;

export type RunnerJob = {
  readonly program: Program;
  readonly args: unknown;
  readonly sources?: Sources;
  readonly limits: RunLimits;
  /** `end`: the script is over, whatever it would have done. */
  readonly call: (asked: CallAsked) => Promise<CallAnswered | { readonly type: 'end' }>;
  readonly signal: AbortSignal;
};
export type RunnerOutcome =
  | RunEnded
  | { readonly type: 'cancelled' }
  | { readonly type: 'ended-by-call' }
  /** The process ended without an answer: its memory ran out, or the machine ended it. */
  | { readonly type: 'broken'; readonly why: string };

/** Starts processes for scripts: one script a process, and one process kept warm for the next. */
export class Runners {
  readonly #entry: string;
  #warm: ChildProcess | null = null;
  readonly #running = new Set<ChildProcess>();
  #closed = false;

  constructor(entry: string) {
    this.#entry = entry;
  }

  /** Has a process ready. */
  warm(): void {
    if (this.#closed || (this.#warm !== null && this.#warm.exitCode === null)) return;
    this.#warm = startRunner(this.#entry);
    this.#warm.once('exit', () => {
      this.#warm = null;
    });
  }

  async run(job: RunnerJob): Promise<RunnerOutcome> {
    const child = this.#take();
    this.#running.add(child);
    try {
      return await runIn(child, job);
    } finally {
      this.#running.delete(child);
      child.kill('SIGKILL');
      this.warm();
    }
  }

  close(): void {
    this.#closed = true;
    this.#warm?.kill('SIGKILL');
    for (const child of this.#running) child.kill('SIGKILL');
  }

  #take(): ChildProcess {
    const child = this.#warm ?? startRunner(this.#entry);
    child.removeAllListeners('exit');
    this.#warm = null;
    return child;
  }
}

/** A process without permissions that waits for one script; in namespaces of its own where the system gives them. */
export function startRunner(entry: string, walls: Confinement = confinement()): ChildProcess {
  const node = [
    '--permission',
    // Its own program is all that it can read, and nothing can it write.
    `--allow-fs-read=${entry.endsWith('.ts') ? `${dirname(entry)}/*` : entry}`,
    '--disallow-code-generation-from-strings',
    '--disable-proto=throw',
    `--max-old-space-size=${heapMegabytesMax}`,
    // What a script throws away is collected soon, rather than when there is much of it.
    '--max-semi-space-size=2',
    entry,
  ];
  const { program, args } =
    walls.kind === 'none'
      ? { program: process.execPath, args: node }
      : { program: walls.program, args: [...walls.args, process.execPath, ...node] };
  const child = spawn(program, args, {
    // Windows starts no program without its folder.
    env: process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] } : {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    windowsHide: true,
  });
  // A host that has nothing else to do may end; its children then end by themselves.
  child.unref();
  child.channel?.unref();
  child.on('error', () => child.kill('SIGKILL'));
  return child;
}

/** Runs a script in a process that has had none; the process lives on. */
export function runIn(
  child: ChildProcess,
  { program, args, sources = {}, limits, call, signal }: RunnerJob,
): Promise<RunnerOutcome> {
  return new Promise((resolve) => {
    let waiting = false;
    const finish = (outcome: RunnerOutcome): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      child.removeAllListeners();
      child.on('error', () => undefined);
      resolve(outcome);
    };
    // The process minds its time itself; this is for one that does not. Calls have deadlines of their own.
    const late = (): void => {
      if (waiting) timer = setTimeout(late, graceMs);
      else finish({ type: 'stopped', reason: 'time', message: 'The script did not end in time.', line: 0 });
    };
    let timer = setTimeout(late, limits.wallMs + graceMs);
    const onAbort = (): void => finish({ type: 'cancelled' });
    const send = (message: ToRunner): void => {
      if (child.connected) child.send(message);
    };
    child.on('message', (said) => {
      const parsed = RunnerMessage.safeParse(said);
      if (!parsed.success) return finish({ type: 'broken', why: 'said something that it cannot say' });
      const message: FromRunner = parsed.data;
      if (message.type === 'ready' || waiting) return;
      if (message.type !== 'call') return finish(message);
      waiting = true;
      void call(message).then((answer) => {
        waiting = false;
        if (answer.type === 'end') finish({ type: 'ended-by-call' });
        else send(answer);
      });
    });
    child.on('exit', (code, ended) =>
      finish({ type: 'broken', why: `ended with ${code ?? ended ?? 'nothing'}` }),
    );
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    if (child.exitCode !== null) return finish({ type: 'broken', why: `ended with ${child.exitCode}` });
    send({ type: 'run', program, args, sources, limits });
  });
}
