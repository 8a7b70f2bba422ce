import { readlinkSync } from 'node:fs';
import { createConnection, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type Fault, failed, fault, ok, type Result } from '../../shared/faults.ts';
import type { Port } from '../../shared/protocol/port.ts';
import { framePort } from './frame-port.ts';
import { openHandshake, type PeerRole } from './handshake.ts';
import { receiveWelcome, sendHello } from './hello.ts';
import type { HomePaths } from './home.ts';
import { checkFolders, checkSocket } from './private-folder.ts';
import { type StartedAuthority, startAuthority } from './start-authority.ts';
import { StartError } from './start-error.ts';
import { readToken } from './token.ts';

/** An authority that is just starting or just ending gets this long; a slow disk and a migration are in it. */
const connectMs = 15_000;
const handshakeMs = 2_000;
const pollMs = 25;
const passingTroubles: ReadonlySet<string> = new Set(['ENOENT', 'ECONNREFUSED', 'ECONNRESET', 'EAGAIN']);
/** An authority that gave way to one that was just ending is started again, so often at most. */
const startsMax = 8;

export type ConnectOptions = Readonly<{
  paths: HomePaths;
  role: PeerRole;
  /** Program of the authority to start when none runs (`authorityEntry`); null: then it is a `not-found` fault. */
  start: { readonly entry: string } | null;
  /** For the relay: the extension's origin as the browser gave it. */
  origin?: string | null;
  /** For the relay: the name wished for the browser profile. */
  profileHint?: string | null;
}>;

/** A port to the authority of the data folder, both ends proven; every way of failing is a fault with what to do. */
export async function connectAuthority(options: ConnectOptions): Promise<Result<Port>> {
  const socket = await openAuthority(options);
  return socket.ok ? ok(framePort(socket.value)) : socket;
}

/** As `connectAuthority`, with the bare stream of frames, paused. */
export async function openAuthority(options: ConnectOptions): Promise<Result<Socket>> {
  try {
    return await connectOrStart(options);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return failed(fault('bad-arguments', `${error.what} (${error.where})`, error.remedy));
  }
}

async function connectOrStart(options: ConnectOptions): Promise<Result<Socket>> {
  const deadline = Date.now() + connectMs;
  let started: StartedAuthority | null = null;
  let starts = 0;
  while (Date.now() < deadline) {
    const socket = await connectOnce(options);
    if (!socket.ok) return socket;
    if (socket.value !== null) return ok(socket.value);
    if (options.start === null) return failed(notRunning());
    const end = started?.ended() ?? null;
    if (end !== null && end !== 'gave-way') return failed(end);
    if (started === null || end === 'gave-way') {
      if (starts === startsMax) break;
      starts += 1;
      started = startAuthority(options.paths, options.start.entry);
    }
    await pause(pollMs);
  }
  const message = `LocalAgent did not come up within ${connectMs / 1000} seconds.`;
  return failed(fault('timeout', message, `See ${options.paths.log}, then try again.`));
}

/** Null when no authority is there, or one that ended while it was asked. */
async function connectOnce(options: ConnectOptions): Promise<Result<Socket | null>> {
  const { paths } = options;
  if (!checkFolders(paths) || !checkSocket(paths.socket)) return ok(null);
  const token = readToken(paths.token);
  if (token === null) return ok(null);
  const socket = await dial(paths.socket);
  if (!socket.ok || socket.value === null) return socket;
  const stream = socket.value;
  const signal = AbortSignal.timeout(handshakeMs);
  const proven = await openHandshake(stream, token, options.role, signal);
  if (!proven.ok) return given(stream, proven.fault);
  sendHello(stream, {
    role: options.role,
    origin: options.origin ?? null,
    profile_hint: options.profileHint?.slice(0, 100) ?? null,
    parent: parentExecutable(),
    parent_pid: process.ppid > 1 ? process.ppid : null,
  });
  const welcome = await receiveWelcome(stream, signal);
  return welcome.ok ? ok(stream) : given(stream, welcome.fault);
}

function given(stream: Socket, why: Fault): Result<null> {
  stream.destroy();
  return why.code === 'browser-gone' ? ok(null) : failed(why);
}

function dial(path: string): Promise<Result<Socket | null>> {
  return new Promise((resolve) => {
    const socket = createConnection({ path });
    socket.pause();
    socket.once('connect', () => {
      // From here on a failure shows as a close to whoever reads.
      socket.on('error', () => {});
      resolve(ok(socket));
    });
    socket.once('error', (error) => {
      const code = 'code' in error ? error.code : '';
      // Nobody listens (any more), it was ended just now, or the queue of a busy authority is full: worth another try.
      if (typeof code === 'string' && passingTroubles.has(code)) return resolve(ok(null));
      const message = `The local socket cannot be used: ${error.message}.`;
      resolve(failed(fault('internal', message, `Look at ${path} and the folder it is in.`)));
    });
  });
}

function notRunning(): Fault {
  return fault(
    'not-found',
    'LocalAgent is not running for this data folder.',
    'Start a browser or a run first.',
  );
}

/** The program that started this one, where the system tells it; it goes into the authority's log. */
function parentExecutable(): string | null {
  try {
    return readlinkSync(`/proc/${process.ppid}/exe`).slice(0, 4096);
  } catch {
    return null;
  }
}
