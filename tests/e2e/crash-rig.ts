import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as forward, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { PausePoint } from '../../native-host/authority/pause-point.ts';
import { installForProfile } from '../../native-host/browser/install-host.ts';
import { switchesOf } from '../../native-host/browser/launch-browser.ts';
import { browserOf } from '../../native-host/cli/wiring/browser-parts.ts';
import { installPlace } from '../../native-host/cli/wiring/install-parts.ts';
import { joinAuthority } from '../../native-host/cli/wiring/join-authority.ts';
import { extensionId } from '../../shared/extension-id.ts';
import { root } from '../house/source-tree.ts';
import { finished } from './command-line.ts';
import { given, policyText, type Rig, startRig, until } from './rig.ts';

// A browser as a person has it (no launcher holds it), a portal behind a door that can keep back an answer, and the means
// to stop an act at a named point and to kill any of the four processes there.

export type Victim = 'authority' | 'relay' | 'worker' | 'browser';

const Row = z.object({
  seq: z.int(),
  at: z.string(),
  event: z.string(),
  call_id: z.string(),
  run_id: z.string().nullable(),
  tool: z.string(),
});
/** A row of the ledger, as far as these tests read it. */
export type Row = z.infer<typeof Row>;

const profile = 'crash';
const joinMs = 45_000;
const reachMs = 30_000;
const endMs = 10_000;
const prepareMs = 150;

export class CrashRig {
  readonly rig: Rig;
  readonly door: Door;
  readonly #pauseFolder: string;
  #browser: ChildProcess | null = null;

  constructor(rig: Rig, door: Door, pauseFolder: string) {
    this.rig = rig;
    this.door = door;
    this.#pauseFolder = pauseFolder;
  }

  /** Starts the browser and waits until its worker has joined an authority, which the relay starts if there is none. */
  async startBrowser(): Promise<void> {
    const { rig } = this;
    const place = installPlace(rig.paths, rig.home.env, join(root, 'dist', 'host', 'relay.mjs'));
    const browser = given(browserOf(rig.paths, rig.home.env));
    const profileFolder = join(rig.paths.profiles, profile);
    mkdirSync(profileFolder, { recursive: true, mode: 0o700 });
    installForProfile(profileFolder, place);
    rmSync(join(profileFolder, 'DevToolsActivePort'), { force: true });
    const env = { ...rig.home.env, LOCALAGENT_PROFILE: profile };
    const extensionFolder = join(root, '.output', 'chrome-mv3');
    const switches = switchesOf({ browser, profile, profileFolder, extensionFolder, headless: true, env })
      .filter((one) => one !== '--remote-debugging-pipe')
      .concat('--remote-debugging-port=0');
    this.#browser = spawn(browser.executable, [...switches], { env, stdio: 'ignore' });
    await this.joined();
  }

  /** Waits until a worker is connected; with a moment given, one that connected after it. */
  async joined(after = ''): Promise<void> {
    await until('the worker to join', joinMs, async () => ((await this.#connectedAt()) ?? '') > after);
  }

  /** The next act of that kind stops at the point. */
  arm(pause: PausePoint): void {
    writeFileSync(join(this.#pauseFolder, 'pause.json'), JSON.stringify(pause));
  }

  async reached(): Promise<void> {
    await until('the act to reach its point', reachMs, () => existsSync(this.#reachedFile));
  }

  letGo(): void {
    rmSync(this.#reachedFile, { force: true });
  }

  /** Has a page of another caller stand open, in which our script waits to wake a worker that died. */
  async keepCompany(): Promise<void> {
    const authority = given(await joinAuthority(this.rig.paths, null));
    const url = `${this.door.origin}/dashboard`;
    const params = { tool: 'navigate', args: { url }, profile, session: 'company', unattended: true };
    const { receipt } = given(await authority.call('tool.call', params));
    authority.close();
    if (receipt.fault !== null) throw new Error(receipt.fault.message);
  }

  /** Kills one of the four, and returns once the others can know. */
  async kill(victim: Victim): Promise<void> {
    const since = await this.#connectedAt();
    if (victim === 'worker') await this.#closeWorker();
    if (victim === 'browser') await this.#killBrowser();
    if (victim === 'authority' || victim === 'relay') {
      const program = victim === 'relay' ? 'relay.mjs' : 'main.mjs';
      // Two that were started at once: the one that comes second ends by itself.
      await until(`one process to run ${program}`, endMs, () => this.#pidsOf(program).length === 1);
      const pid = Number(this.#pidsOf(program)[0]);
      process.kill(pid, 'SIGKILL');
      await until(`the ${victim} to end`, endMs, () => !existsSync(`/proc/${pid}/cmdline`) || isZombie(pid));
    }
    if (victim === 'authority') return;
    await until('the authority to notice', endMs, async () => (await this.#connectedAt()) !== since);
  }

  /** `localagent run` of one of the rig's templates, in the browser that is connected. */
  async run(template: string): Promise<{ code: number; document: z.infer<typeof Ended>; stderr: string }> {
    const parameters = [
      '--param',
      `portal_url=${this.door.origin}`,
      '--param',
      `username=${this.rig.username}`,
    ];
    const args = ['run', '--template', template, ...parameters, '--profile', profile, '--json'];
    const done = await finished(this.rig.home.start(args));
    if (done.stdout === '') throw new Error(`no document: ${done.code} ${done.stderr}`);
    return { code: done.code, document: Ended.parse(JSON.parse(done.stdout)), stderr: done.stderr };
  }

  /** The ledger's rows of a run, in order, read as anybody could who has the file. */
  rows(runId: string): readonly Row[] {
    const database = new DatabaseSync(this.rig.paths.database, { readOnly: true });
    try {
      const sql = 'select seq, at, event, call_id, run_id, tool from ledger where run_id = ? order by seq';
      return database
        .prepare(sql)
        .all(runId)
        .map((row) => Row.parse(row));
    } finally {
      database.close();
    }
  }

  /** When each preparation reached the portal. */
  get preparations(): readonly string[] {
    return this.rig.portal.requests
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/prepare'))
      .map(({ at }) => at);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.letGo();
    this.door.release();
    await this.#killBrowser();
    await this.rig[Symbol.asyncDispose]();
    await this.door.close();
  }

  get #reachedFile(): string {
    return join(this.#pauseFolder, 'reached');
  }

  async #connectedAt(): Promise<string | null> {
    const joined = await joinAuthority(this.rig.paths, null);
    if (!joined.ok) return null;
    const status = await joined.value.call('status.get', {});
    joined.value.close();
    if (!status.ok) return null;
    return status.value.profiles.find(({ name }) => name === profile)?.connected_at ?? null;
  }

  /** The processes of this data folder that run the program. */
  #pidsOf(program: string): readonly string[] {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .filter((name) => runs(Number(name), program, this.rig.home.home));
  }

  async #closeWorker(): Promise<void> {
    const portFile = join(this.rig.paths.profiles, profile, 'DevToolsActivePort');
    const [port = '', path = ''] = readFileSync(portFile, 'utf8').trim().split('\n');
    await using devTools = await openDevTools(`ws://127.0.0.1:${port}${path}`);
    const { targetInfos } = Targets.parse(await devTools.send('Target.getTargets', {}));
    const worker = targetInfos.find(
      ({ type, url }) => type === 'service_worker' && url.includes(extensionId),
    );
    if (worker === undefined) throw new Error('the extension has no worker');
    await devTools.send('Target.closeTarget', { targetId: worker.targetId });
  }

  async #killBrowser(): Promise<void> {
    const browser = this.#browser;
    if (browser === null || browser.exitCode !== null || browser.signalCode !== null) return;
    const ended = new Promise((resolve) => browser.once('exit', resolve));
    browser.kill('SIGKILL');
    await ended;
  }
}

const Ended = z.looseObject({
  run_id: z.string(),
  status: z.string(),
  report: z.string().nullable(),
  ledger: z.looseObject({ rows: z.int(), verified: z.boolean() }),
});

const Targets = z.object({
  targetInfos: z.array(z.object({ targetId: z.string(), type: z.string(), url: z.string() })),
});

export async function startCrashRig(): Promise<CrashRig> {
  const rig = await startRig({ profiles: [], portal: { prepareMs } });
  const pauseFolder = join(rig.home.folder, 'pause');
  mkdirSync(pauseFolder);
  rig.home.env['LOCALAGENT_TEST_PAUSE'] = pauseFolder;
  const door = await openDoor(rig.portal.origin);
  const crash = new CrashRig(rig, door, pauseFolder);
  try {
    const site = `origin:${door.origin}`;
    rig.setPolicy(() => policyText({ sites: [site], folders: [], downloads: 'denied' }));
    const args = ['secrets', 'set', 'crash_portal', '--site', site];
    const stored = await rig.home.run(args, { input: rig.password });
    if (stored.code !== 0) throw new Error(`the secret was not stored: ${stored.stderr}`);
    mkdirSync(rig.paths.templates, { recursive: true, mode: 0o700 });
    for (const [id, steps] of Object.entries(templates)) {
      writeFileSync(join(rig.paths.templates, `${id}.yaml`), templateText(id, steps), { mode: 0o600 });
    }
    await crash.startBrowser();
    return crash;
  } catch (error) {
    await crash[Symbol.asyncDispose]();
    throw error;
  }
}

const reportUrl = '"{{parameters.portal_url}}/reports/ST-2026-06"';

const templates = {
  'sign-in': `
  - id: sign_in
    title: Sign in
    tool: login
    args:
      url: "{{parameters.portal_url}}"
      username: "{{parameters.username}}"
      password: secret:crash_portal
      success: role=button[name="Sign out"]
    buckets: [read, write]`,
  prepare: `
  - id: open
    title: Open the report
    tool: navigate
    args: { url: ${reportUrl} }
    buckets: [read]
  - id: prepare
    title: Have the report prepared
    tool: submit
    args:
      button: role=button[name="Prepare report"]
      confirm: accept
      success: role=link[name="Download CSV"]
    buckets: [read, write]`,
  look: `
  - id: open
    title: Open the report
    tool: navigate
    args: { url: ${reportUrl} }
    buckets: [read]
  - id: status
    title: Read how it stands
    tool: get_text
    args: { selector: role=status }
    buckets: [read]`,
} as const;

function templateText(id: string, steps: string): string {
  return `id: ${id}
version: 1.0.0
title: ${id}
description: For a test.
parameters:
  portal_url: { type: url, title: Portal, required: true }
  username: { type: string, title: User, required: true }
sites: ["{{parameters.portal_url}}"]
steps:${steps}
`;
}

function runs(pid: number, program: string, home: string): boolean {
  try {
    const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    if (!line.some((word) => word.endsWith(`/dist/host/${program}`))) return false;
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`LOCALAGENT_HOME=${home}`);
  } catch {
    // It ended while it was looked at.
    return false;
  }
}

function isZombie(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8').includes('State:\tZ');
  } catch {
    return true;
  }
}

/** Stands before the portal and passes everything on; while it holds, answers to preparations wait in it. */
export type Door = Readonly<{
  origin: string;
  hold(): void;
  release(): void;
  close(): Promise<void>;
}>;

async function openDoor(portalOrigin: string): Promise<Door> {
  let held: PromiseWithResolvers<void> | null = null;
  const server = createServer((from, to) => {
    const headers = from.headers;
    const passed = forward(
      `${portalOrigin}${from.url ?? '/'}`,
      { method: from.method, headers },
      (answer) => {
        const wait = isPreparation(from) ? held?.promise : undefined;
        void (wait ?? Promise.resolve()).then(() => {
          to.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(to);
        });
      },
    );
    passed.on('error', () => to.destroy());
    from.pipe(passed);
  });
  const origin = await listenOnLoopback(server);
  return {
    origin,
    hold: () => {
      held = Promise.withResolvers<void>();
    },
    release: () => {
      held?.resolve();
      held = null;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function isPreparation({ method, url }: IncomingMessage): boolean {
  return method === 'POST' && url?.endsWith('/prepare') === true;
}

async function listenOnLoopback(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

const Reply = z.object({ id: z.int().optional(), result: z.unknown(), error: z.unknown().optional() });

/** A connection to the browser's own debugger, which only a test has. */
async function openDevTools(url: string) {
  const socket = new WebSocket(url);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error('the debugger cannot be reached')));
  });
  let latest = 0;
  return {
    send(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown> {
      latest += 1;
      const id = latest;
      return new Promise((resolve, reject) => {
        socket.addEventListener('message', ({ data }) => {
          const reply = Reply.parse(JSON.parse(String(data)));
          if (reply.id !== id) return;
          if (reply.error === undefined) resolve(reply.result);
          else reject(new Error(JSON.stringify(reply.error)));
        });
        socket.addEventListener('close', () => reject(new Error('the debugger is gone')));
        socket.send(JSON.stringify({ id, method, params }));
      });
    },
    [Symbol.asyncDispose]: async (): Promise<void> => socket.close(),
  };
}
