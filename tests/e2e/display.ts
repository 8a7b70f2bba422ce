import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

// A display nobody sees, with a window manager, and the hands of the person before it: real X events, so that a
// browser cannot tell them from a mouse and a keyboard.

const exec = promisify(execFile);

export type Point = { readonly x: number; readonly y: number };

/** What a display of a person is like; a picture of it has this size. */
const sizePixels = { width: 1280, height: 900 } as const;
const startMs = 30_000;
const commandMs = 15_000;
/** Between two keys of a typed text; without it a busy machine loses some of them. */
const keyDelayMs = 8;

export class Display {
  /** What a program needs to open its windows here. */
  readonly env: Readonly<{ DISPLAY: string }>;
  readonly #server: ChildProcess;
  readonly #windows: ChildProcess;

  private constructor(name: string, server: ChildProcess, windows: ChildProcess) {
    this.env = { DISPLAY: name };
    this.#server = server;
    this.#windows = windows;
  }

  /** Opens a display on a number that the server itself finds free. */
  static async open(): Promise<Display> {
    await needPrograms();
    const screen = `${sizePixels.width}x${sizePixels.height}x24`;
    const server = spawn(
      'Xvfb',
      ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-dpi', '96'],
      {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      },
    );
    const name = `:${await numberOf(server)}`;
    const windows = spawn('openbox', ['--sm-disable'], {
      env: { ...process.env, DISPLAY: name },
      stdio: 'ignore',
    });
    const display = new Display(name, server, windows);
    await display.#windowManager();
    return display;
  }

  /** Presses keys together, such as `alt+shift+l`; several names are pressed one after the other. */
  async press(...keys: readonly string[]): Promise<void> {
    await this.#xdotool(['key', '--clearmodifiers', '--delay', '30', ...keys]);
  }

  /** Types a text into whatever has the focus. */
  async type(text: string): Promise<void> {
    await this.#xdotool(['type', '--clearmodifiers', '--delay', String(keyDelayMs), '--', text]);
  }

  async moveTo({ x, y }: Point): Promise<void> {
    await this.#xdotool(['mousemove', String(Math.round(x)), String(Math.round(y))]);
  }

  /** Presses the left button where the mouse is. */
  async click(): Promise<void> {
    await this.#xdotool(['click', '1']);
  }

  /** Turns the wheel where the mouse is; positive is down. */
  async wheel(notches: number): Promise<void> {
    const button = notches > 0 ? '5' : '4';
    await this.#xdotool(['click', '--repeat', String(Math.abs(notches)), '--delay', '20', button]);
  }

  /** The text that was copied last; null when nothing was, or who offered it has gone. */
  async copied(): Promise<string | null> {
    const env = { ...process.env, ...this.env };
    const asked = exec('xclip', ['-o', '-selection', 'clipboard'], { env, timeout: commandMs });
    return asked.then(
      ({ stdout }) => stdout,
      () => null,
    );
  }

  /** Keeps a picture of the whole display as a PNG file. */
  async picture(file: string): Promise<void> {
    await exec('import', ['-display', this.env.DISPLAY, '-window', 'root', file], { timeout: commandMs });
  }

  /** Whether a window has the focus, so that keys go somewhere. */
  async hasActiveWindow(): Promise<boolean> {
    const told = await this.#xdotool(['getactivewindow', 'getwindowname']).catch(() => null);
    return told !== null;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await ended(this.#windows);
    await ended(this.#server);
  }

  async #windowManager(): Promise<void> {
    const lateAt = Date.now() + startMs;
    // The number of desktops is told by a window manager only, once it manages.
    for (;;) {
      const told = await this.#xdotool(['get_num_desktops']).catch(() => null);
      if (told !== null) return;
      if (Date.now() > lateAt) throw new Error('openbox did not start');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async #xdotool(args: readonly string[]): Promise<string> {
    const env = { ...process.env, ...this.env };
    const { stdout } = await exec('xdotool', [...args], { env, timeout: commandMs });
    return stdout;
  }
}

/** Programs and the Debian packages they come in. */
const programs = {
  Xvfb: 'xvfb',
  openbox: 'openbox',
  xdotool: 'xdotool',
  import: 'imagemagick',
  xclip: 'xclip',
} as const;

async function needPrograms(): Promise<void> {
  await exec('which', Object.keys(programs)).catch(() => {
    const packages = Object.values(programs).join(' ');
    throw new Error(`A display needs programs that are not all here: apt-get install ${packages}`);
  });
}

async function numberOf(server: ChildProcess): Promise<string> {
  const pipe = server.stdio[3];
  if (pipe === null || pipe === undefined) throw new Error('Xvfb was started without its pipe');
  const failed = once(server, 'error').then(([error]) => Promise.reject(error));
  const exited = once(server, 'exit').then(([code]) => Promise.reject(new Error(`Xvfb ended with ${code}`)));
  exited.catch(() => undefined);
  failed.catch(() => undefined);
  const told = once(pipe, 'data', { signal: AbortSignal.timeout(startMs) });
  const [data] = await Promise.race([told, failed, exited]);
  return String(data).trim();
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
