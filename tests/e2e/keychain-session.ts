import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

// A desktop session of a test's own with a real Secret Service: a message bus that nobody else is on, and GNOME Keyring
// with a keyring that is unlocked. Both end when the pipe to them is closed.

const startMs = 20_000;
/** The keyring's password is read from a pipe; the address of the bus is told once the keyring answers. */
const session = [
  'printf %s "$KEYRING_PASSWORD" | gnome-keyring-daemon --unlock --components=secrets >/dev/null',
  'printf "%s\\n" "$DBUS_SESSION_BUS_ADDRESS"',
  'cat >/dev/null',
].join(' && ');

export class KeychainSession {
  /** What a program needs to find the keychain of this session. */
  readonly env: Readonly<{ DBUS_SESSION_BUS_ADDRESS: string }>;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(address: string, started: ChildProcess, folder: string) {
    this.env = { DBUS_SESSION_BUS_ADDRESS: address };
    this.#process = started;
    this.#folder = folder;
  }

  /** Opens a session. Throws, naming the packages, where its programs are missing. */
  static async open(): Promise<KeychainSession> {
    const folder = mkdtempSync(join(tmpdir(), 'localagent-keyring-'));
    const env = {
      ...process.env,
      HOME: folder,
      XDG_RUNTIME_DIR: folder,
      KEYRING_PASSWORD: 'of this test alone',
    };
    const started = spawn('dbus-run-session', ['--', 'sh', '-c', session], {
      env,
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const failed = once(started, 'exit').then(() => '');
    const missing = once(started, 'error').then(() => '');
    const told = once(started.stdout, 'data', { signal: AbortSignal.timeout(startMs) }).then(String);
    told.catch(() => undefined);
    const address = (await Promise.race([told, failed, missing])).trim();
    if (address === '')
      throw new Error('No keychain could be started: apt-get install dbus-daemon gnome-keyring');
    return new KeychainSession(address, started, folder);
  }

  /** Ends the session, as when somebody logs out; what is asked of its keychain afterwards fails. */
  async close(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exit = once(this.#process, 'exit');
    this.#process.stdin?.end();
    await exit;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
