import { chmodSync, unlinkSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { type Fault, fault } from '../../shared/faults.ts';
import type { Port } from '../../shared/protocol/port.ts';
import { framePort } from './frame-port.ts';
import { answerHandshake } from './handshake.ts';
import { type Hello, receiveHello, sendWelcome } from './hello.ts';
import type { HomePaths } from './home.ts';
import { checkSocket, ensureFolders } from './private-folder.ts';
import type { AuthorityLock } from './single-authority.ts';
import { StartError } from './start-error.ts';
import { ensureToken } from './token.ts';

/** Proofs and hello together; whoever is slower is none of ours. */
export const handshakeMs = 2_000;
/** Browsers, command lines and MCP clients at once, those that have not proven themselves included. */
const connectionsMax = 128;
/** A refused opener gets this long to read why. */
const refusalMs = 500;

export type ListenOptions = Readonly<{
  paths: HomePaths;
  /** Shows that the caller is the one authority, so that a socket found in the way is nobody's. */
  lock: AuthorityLock;
  /** Takes a connection that has proven itself. */
  onPeer(port: Port, hello: Hello): void;
  /** Why this one is not taken, or null. It is told. */
  refuse?: (hello: Hello) => Fault | null;
  /** Hears of connections that failed before they were taken. */
  onRefused?: (refusal: Fault) => void;
}>;

export type Listener = {
  /** Stops listening and ends the connections that are not taken yet; the socket is gone afterwards. */
  close(): void;
};

/** Listens on the socket of the data folder. Throws `StartError` when folder, token or socket are not safe. */
export async function listenForPeers(options: ListenOptions): Promise<Listener> {
  const { paths } = options;
  ensureFolders(paths);
  const token = ensureToken(paths.token);
  removeStaleSocket(paths.socket);
  const waiting = new Set<Socket>();
  const server = createServer((socket) => {
    waiting.add(socket);
    void admit(socket, token, options).then((refusal) => {
      waiting.delete(socket);
      if (refusal !== null) options.onRefused?.(refusal);
    });
  });
  server.maxConnections = connectionsMax;
  await bind(server, paths.socket);
  // One connection that could not be accepted (too many open files, say) is not the end of the others.
  server.on('error', (error) => {
    options.onRefused?.(
      fault('internal', `A connection could not be accepted: ${error.message}.`, 'Try again.'),
    );
  });
  return {
    close() {
      for (const socket of waiting) socket.destroy();
      // Its callback would wait for every open connection; the socket's name is gone at once.
      server.close();
    },
  };
}

/** Null once the connection is handed over, else why it ended. */
async function admit(socket: Socket, token: Buffer, options: ListenOptions): Promise<Fault | null> {
  // An opener may vanish at any moment; whoever reads next sees the close.
  socket.on('error', () => {});
  const signal = AbortSignal.timeout(handshakeMs);
  const role = await answerHandshake(socket, token, signal);
  const hello = role.ok ? await receiveHello(socket, signal) : role;
  if (!role.ok || !hello.ok) {
    // Nothing is said to one that has not proven itself.
    socket.destroy();
    return hello.ok ? null : hello.fault;
  }
  const refusal = hello.value.role === role.value ? (options.refuse?.(hello.value) ?? null) : otherRole;
  sendWelcome(socket, refusal);
  if (refusal !== null) {
    socket.end();
    setTimeout(() => socket.destroy(), refusalMs).unref();
    return refusal;
  }
  options.onPeer(framePort(socket), hello.value);
  return null;
}

const otherRole = fault(
  'denied',
  'The opener says it is something else than what it proved to be.',
  'Update LocalAgent and try again.',
);

function removeStaleSocket(path: string): void {
  if (process.platform === 'win32') return;
  if (checkSocket(path)) unlinkSync(path);
}

function bind(server: Server, path: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const refuse = (error: Error): void =>
      reject(
        new StartError(
          `The local socket cannot be opened: ${error.message}.`,
          path,
          'Make its folder writable for your user, or set LOCALAGENT_HOME to another place.',
        ),
      );
    server.once('error', refuse);
    // The socket is private from the moment it is there: `listen` makes it before it returns.
    const before = process.umask(0o177);
    try {
      server.listen({ path }, () => {
        server.off('error', refuse);
        resolve();
      });
    } finally {
      process.umask(before);
    }
  }).then(() => {
    if (process.platform !== 'win32') chmodSync(path, 0o600);
  });
}
