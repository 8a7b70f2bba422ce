import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Home } from '../../e2e/command-line.ts';
import type { LogLine } from './worker-story.ts';

const Line = z.looseObject({ at: z.string(), event: z.string() });
const stopMs = 30_000;

/** A worker with a browser profile of its own in a data folder that several share, and what it has logged. */
export class JobMachine {
  readonly lines: LogLine[] = [];
  /** Resolves once it takes jobs. */
  readonly started: Promise<void>;
  readonly #stop: () => Promise<void>;

  constructor(home: Home, profile: string) {
    const child = home.start(['worker', '--json', '--profile', profile]);
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('a worker without output');
    const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
    this.started = new Promise((resolve, reject) => {
      createInterface(stdout).on('line', (text) => {
        const line = Line.parse(JSON.parse(text));
        this.lines.push(line);
        if (line.event === 'worker.started') resolve();
      });
      stderr.on('data', (text) => process.stderr.write(`${profile}: ${text}`));
      void closed.then(() => reject(new Error(`the worker "${profile}" ended`)));
    });
    this.#stop = async () => {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), stopMs);
      await closed;
      clearTimeout(late);
    };
  }

  stop(): Promise<void> {
    return this.#stop();
  }
}
