import { execFileSync } from 'node:child_process';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve, sep } from 'node:path';
import { root } from '../../house/source-tree.ts';

// The pages of MiniWoB++ (MIT) come from the Python package `miniwob`, which carries them as data. They are downloaded once into
// the cache folder and served unchanged.

const version = '1.1.0';
const cacheFolder = join(root, '.cache', 'miniwob', version);

/** The folder `miniwob/` of the package: `html/` with the pages, `envs/` with the list of tasks. */
export function fetchPages(): string {
  const folder = join(cacheFolder, 'miniwob');
  if (existsSync(join(folder, 'html', 'core', 'core.js'))) return folder;
  mkdirSync(cacheFolder, { recursive: true });
  const python = findPython();
  const download = join(cacheFolder, 'download');
  const options = ['--no-deps', '--disable-pip-version-check', '--quiet', '--dest', download];
  execFileSync(python, ['-m', 'pip', 'download', `miniwob==${version}`, ...options], { stdio: 'inherit' });
  const wheel = readdirSync(download).find((name) => name.endsWith('.whl'));
  if (wheel === undefined) throw new Error(`pip downloaded no wheel into ${download}.`);
  const unpacked = join(cacheFolder, 'unpacked');
  execFileSync(python, ['-m', 'zipfile', '-e', join(download, wheel), unpacked]);
  renameSync(join(unpacked, 'miniwob'), folder);
  return folder;
}

function findPython(): string {
  for (const name of ['python3', 'python']) {
    try {
      execFileSync(name, ['-m', 'pip', '--version'], { stdio: 'ignore' });
      return name;
    } catch {
      // The next name may be the one that this machine knows.
    }
  }
  throw new Error(
    'MiniWoB++ comes as a Python package, and there is no Python 3 with pip on this machine. Install it (Debian: apt-get install python3-pip) and run again.',
  );
}

/** The names of the registered tasks: the 125 that the package declares, the five games of timing left out. */
export function taskNames(folder: string): readonly string[] {
  const declared = readFileSync(join(folder, 'envs', 'miniwob_envs.py'), 'utf8');
  return [...declared.matchAll(/subdomain = "([a-z0-9-]+)"/g)].flatMap(([, name]) => name ?? []).sort();
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.gif': 'image/gif',
};

export type PageServer = Readonly<{ origin: string; close(): void }>;

/** Serves the folder `html/` on the loopback interface. */
export async function servePages(folder: string): Promise<PageServer> {
  const base = join(folder, 'html');
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://127.0.0.1').pathname);
    const file = resolve(base, `.${path}`);
    if (!file.startsWith(`${base}${sep}`) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': contentTypes[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    origin: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
