import { createHash } from 'node:crypto';
import { homedir, tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';

/** Where everything of one data folder lies. One authority process serves one data folder. */
export type HomePaths = Readonly<{
  home: string;
  config: string;
  policy: string;
  policies: string;
  secrets: string;
  key: string;
  database: string;
  /** Clients that were paired over HTTP. */
  clients: string;
  /** Passkeys that confirm deleting and admin acts. */
  passkeys: string;
  /** Which templates the person trusts, and which versions are pinned. */
  choices: string;
  /** Checkpoints of the ledger, where config.yaml names no other place. */
  anchors: string;
  templates: string;
  runs: string;
  /** Weights that were pulled, what runs them, and which model was chosen. */
  models: string;
  profiles: string;
  run: string;
  token: string;
  lock: string;
  /** Unix socket, or named pipe on Windows. */
  socket: string;
  log: string;
}>;

/** The longest socket path that Linux (107 bytes) and macOS (103) both take. */
const socketPathBytesMax = 100;

/** The data folder: `LOCALAGENT_HOME`, else `~/.localagent`. */
export function homePaths(env: Readonly<Record<string, string | undefined>> = process.env): HomePaths {
  const home = resolve(env['LOCALAGENT_HOME'] || join(homedir(), '.localagent'));
  const at = (...parts: string[]): string => join(home, ...parts);
  return Object.freeze({
    home,
    config: at('config.yaml'),
    policy: at('policy.yaml'),
    policies: at('policies'),
    secrets: at('secrets.json'),
    key: at('key'),
    database: at('localagent.db'),
    clients: at('mcp-clients.json'),
    passkeys: at('passkeys.json'),
    choices: at('template-choices.json'),
    anchors: at('ledger-anchors.jsonl'),
    templates: at('templates'),
    runs: at('runs'),
    models: at('models'),
    profiles: at('profiles'),
    run: at('run'),
    token: at('run', 'token'),
    lock: at('run', 'lock.db'),
    socket: socketPath(home, at('run', 'socket')),
    log: at('run', 'authority.log'),
  });
}

// A socket's path is short by nature; a data folder's need not be. A long one gets a socket in a folder of this user's
// in the temporary directory, named by a hash of the home, with the same mode and owner checks.
function socketPath(home: string, usual: string): string {
  const digest = createHash('sha256').update(home).digest('hex').slice(0, 32);
  if (process.platform === 'win32') return `\\\\.\\pipe\\localagent-${digest}`;
  if (Buffer.byteLength(usual) <= socketPathBytesMax) return usual;
  return join(tmpdir(), `localagent-${userInfo().uid}`, `${digest}.socket`);
}

/** The machine-wide folder, whose settings come first and can only tighten. */
export function machineFolder(platform: NodeJS.Platform = process.platform): string {
  // No variable of the environment may move it: the person's own shell must not be able to take a rule away.
  if (platform === 'win32') return 'C:\\ProgramData\\LocalAgent';
  if (platform === 'darwin') return '/Library/Application Support/LocalAgent';
  return '/etc/localagent';
}
