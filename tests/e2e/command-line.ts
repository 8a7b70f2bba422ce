import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../house/source-tree.ts';

export type Finished = { readonly code: number; readonly stdout: string; readonly stderr: string };

/** A data folder of a test's own, with the built command line on it. Its authority is stopped with it. */
export class Home {
  readonly folder = mkdtempSync(join(tmpdir(), 'localagent-test-'));
  readonly env: Record<string, string>;
  readonly #children = new Set<ChildProcess>();

  constructor(env: Readonly<Record<string, string>> = {}) {
    // Tests may run in a browser's or a terminal's environment; only what they name reaches the product.
    const inherited = Object.entries(process.env).flatMap(([name, value]) =>
      value === undefined || name.startsWith('LOCALAGENT_PROFILE') ? [] : [[name, value]],
    );
    this.env = { ...Object.fromEntries(inherited), LOCALAGENT_HOME: join(this.folder, 'home'), ...env };
  }

  get home(): string {
    return this.env['LOCALAGENT_HOME'] ?? '';
  }

  /** Starts the command line and gives the process; it is killed with the home. */
  start(args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
    const child = spawn(process.execPath, [join(root, 'dist', 'host', 'cli.mjs'), ...args], {
      cwd: this.folder,
      env: { ...this.env, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#children.add(child);
    child.on('close', () => this.#children.delete(child));
    return child;
  }

  /** Runs the command line to its end. `input` is what it reads from standard input. */
  async run(
    args: readonly string[],
    options: { input?: string; env?: Record<string, string> } = {},
  ): Promise<Finished> {
    const child = this.start(args, options.env);
    child.stdin?.end(options.input ?? '');
    return finished(child);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.run(['stop', '--force']);
    for (const child of this.#children) child.kill('SIGKILL');
    // A browser that has just ended still writes for a moment; `rmSync` would then leave half behind and say nothing.
    await rm(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Waits for a process to end and gives what it printed. */
export function finished(child: ChildProcess): Promise<Finished> {
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (text) => {
    stdout += text;
  });
  child.stderr?.on('data', (text) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code: code ?? -1, stdout, stderr }));
  });
}
