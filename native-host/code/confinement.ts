import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// Node's permissions keep a script's process from files, programs and threads, and neither from sockets nor from signals. Linux can
// take those away without root: in namespaces of its own a process has no network interface but an unconnected loopback, and
// sees no process but itself. Where a system does not give that, scripts run without it, and `localagent doctor` says so.

/** Fixed places: what a PATH leads to is somebody else's word. */
const unsharePlaces = ['/usr/bin/unshare', '/bin/unshare'];
const flags = ['--user', '--net', '--ipc', '--uts', '--pid', '--fork', '--kill-child=SIGKILL', '--'];
const probeMs = 3_000;

export type Confinement =
  | { readonly kind: 'namespaces'; readonly program: string; readonly args: readonly string[] }
  /** `why` is a sentence. */
  | { readonly kind: 'none'; readonly why: string };

type Means = {
  readonly platform: string;
  readonly find: () => string | null;
  /** Starts a program that does nothing; null when it went well, else what was said. */
  readonly probe: (program: string, args: readonly string[]) => string | null;
};

const machine: Means = {
  platform: process.platform,
  find: () => unsharePlaces.find((place) => existsSync(place)) ?? null,
  probe: (program, args) => {
    const tried = spawnSync(program, [...args], { timeout: probeMs, env: {}, encoding: 'utf8' });
    if (tried.status === 0) return null;
    const said = tried.error?.message ?? tried.stderr.split('\n')[0] ?? '';
    return said.trim() === '' ? `it ended with ${tried.status ?? tried.signal}` : said.trim();
  },
};

/** What the system gives, found out by trying it. */
export function findConfinement({ platform, find, probe }: Means = machine): Confinement {
  if (platform !== 'linux') return { kind: 'none', why: 'Namespaces are a thing of Linux.' };
  const program = find();
  if (program === null) return { kind: 'none', why: 'There is no program `unshare` (package util-linux).' };
  const refused = probe(program, [...flags, process.execPath, '--version']);
  if (refused === null) return { kind: 'namespaces', program, args: flags };
  return { kind: 'none', why: `The system gives no namespaces without root (${refused}).` };
}

let found: Confinement | null = null;

/** The same, tried once in the life of this process. */
export function confinement(): Confinement {
  found ??= findConfinement();
  return found;
}
