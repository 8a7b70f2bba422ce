import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packExtension } from '../../../installers/pack-extension.ts';
import { updateManifest } from '../../../installers/update-manifest.ts';
import { findBrowser } from '../../../native-host/browser/find-browser.ts';
import type { Display } from '../display.ts';

// A machine of an organisation: its own /etc/chromium (policies, host manifests) and /usr/local/lib, seen only by what is
// started here. Each program runs in a mount namespace of its own over the same folders, so that the machine's own
// Chromium is untouched. Needs root.

const root = fileURLToPath(new URL('../../../', import.meta.url));
const commandLine = join(root, 'dist', 'host', 'cli.mjs');
const extensionFolder = join(root, '.output', 'chrome-mv3');

/** How a browser is opened; left out: without a window. */
export type BrowserWindow = Readonly<{ display?: Display; switches?: readonly string[] }>;

export type Ended = Readonly<{ code: number; out: string; err: string }>;

export class Organisation {
  readonly folder: string;
  readonly home: string;
  readonly extensionId: string;
  readonly updateUrl: string;
  readonly #browser: string;
  readonly #server: Server;
  readonly #started: ChildProcess[] = [];

  static async start(): Promise<Organisation> {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('the update server has no port');
    const origin = `http://127.0.0.1:${address.port}`;
    const packed = packExtension(extensionFolder, privateKey, { updateUrl: `${origin}/update.xml` });
    const xml = updateManifest({
      id: packed.id,
      version: packed.version,
      crxUrl: `${origin}/localagent.crx`,
    });
    server.on('request', (request, response) => {
      // The browser adds what it has to the update URL.
      const isPackage = request.url?.startsWith('/localagent.crx') === true;
      response.setHeader('content-type', isPackage ? 'application/x-chrome-extension' : 'text/xml');
      response.end(isPackage ? packed.bytes : xml);
    });
    return new Organisation(server, packed.id, `${origin}/update.xml`);
  }

  constructor(server: Server, extensionId: string, updateUrl: string) {
    this.#server = server;
    this.extensionId = extensionId;
    this.updateUrl = updateUrl;
    this.folder = mkdtempSync(join(tmpdir(), 'localagent-organisation-'));
    this.home = join(this.folder, 'home');
    mkdirSync(this.home, { mode: 0o700 });
    mkdirSync(join(this.folder, 'person'));
    mkdirSync(join(this.folder, 'etc'));
    if (existsSync('/etc/chromium')) cpSync('/etc/chromium', join(this.folder, 'etc'), { recursive: true });
    mkdirSync(join(this.folder, 'etc', 'policies', 'managed'), { recursive: true });
    mkdirSync(join(this.folder, 'etc', 'native-messaging-hosts'), { recursive: true });
    mkdirSync(join(this.folder, 'lib'));
    const found = findBrowser({
      env: process.env,
      platform: process.platform,
      executable: null,
      prefer: ['chromium'],
    });
    if (!found.ok) throw new Error(found.fault.message);
    this.#browser = this.#wrapper('browser', found.value.executable);
  }

  /** A program that runs another one on this organisation's machine. */
  #wrapper(name: string, program: string): string {
    const path = join(this.folder, name);
    const lines = [
      '#!/bin/sh',
      `exec unshare --mount sh -c '`,
      `mount --bind "${join(this.folder, 'etc')}" /etc/chromium && mount --bind "${join(this.folder, 'lib')}" /usr/local/lib &&`,
      `exec "$0" "$@"' "${program}" "$@"`,
    ];
    writeFileSync(path, `${lines.join('\n')}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  /** Home folder of the one person of this organisation. */
  get person(): string {
    return join(this.folder, 'person');
  }

  get env(): Record<string, string> {
    const { PATH = '' } = process.env;
    return { PATH, HOME: this.person, LOCALAGENT_HOME: this.home, LOCALAGENT_BROWSER: this.#browser };
  }

  /** Sets the policies of every browser of the organisation. */
  setPolicies(policies: Readonly<Record<string, unknown>>): void {
    writeFileSync(
      join(this.folder, 'etc', 'policies', 'managed', 'localagent.json'),
      JSON.stringify(policies),
    );
  }

  /** Whether the browser has put the organisation's package into a profile. */
  isInstalledIn(profileFolder: string): boolean {
    return existsSync(join(profileFolder, 'Default', 'Extensions', this.extensionId));
  }

  /** The policy that installs the extension for everyone. */
  get forcedInstall(): Readonly<Record<string, unknown>> {
    return { ExtensionInstallForcelist: [`${this.extensionId};${this.updateUrl}`] };
  }

  /** Runs the command line on the organisation's machine. */
  localagent(args: readonly string[], input = ''): Promise<Ended> {
    const program = this.#wrapper('node', process.execPath);
    const child = spawn(program, [commandLine, ...args], { env: this.env, stdio: ['pipe', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', (text: Buffer) => {
      out += text.toString();
    });
    child.stderr.on('data', (text: Buffer) => {
      err += text.toString();
    });
    child.stdin.end(input);
    return new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? -1, out, err })));
  }

  /** Opens a person's browser, without a window unless a display is given; `end` closes it. */
  openBrowser(
    profileFolder: string,
    { display, switches = [] }: BrowserWindow = {},
  ): { end(): Promise<void> } {
    const all = [
      `--user-data-dir=${profileFolder}`,
      ...(display === undefined ? ['--headless=new'] : ['--start-maximized', '--disable-gpu']),
      '--no-sandbox',
      '--no-first-run',
      ...switches,
      'about:blank',
    ];
    const env = { ...this.env, ...display?.env };
    const child = spawn(this.#browser, all, { env, stdio: 'ignore' });
    this.#started.push(child);
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    return {
      end: () => {
        child.kill('SIGTERM');
        return ended;
      },
    };
  }

  async end(): Promise<void> {
    for (const child of this.#started) child.kill('SIGKILL');
    await this.localagent(['stop', '--force']);
    this.#server.close();
    this.#server.closeAllConnections();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
