import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../house/source-tree.ts';

// The other tools, from npm, into a cache folder of the bench's own: they are no dependency of the product.

export const peerVersions = { '@playwright/mcp': '0.0.83', 'chrome-devtools-mcp': '1.11.0' } as const;

type PeerPackage = keyof typeof peerVersions;

const programs: Readonly<Record<PeerPackage, string>> = {
  '@playwright/mcp': 'playwright-mcp',
  'chrome-devtools-mcp': 'chrome-devtools-mcp',
};

/** Path of a peer's program; it is installed the first time. */
export function peerProgram(name: PeerPackage): string {
  const folder = join(root, '.cache', 'peers');
  const program = join(folder, 'node_modules', '.bin', programs[name]);
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{"private":true}\n');
  const wanted = `${name}@${peerVersions[name]}`;
  const done = spawnSync('npm', ['install', '--no-audit', '--no-fund', wanted], {
    cwd: folder,
    stdio: ['ignore', 2, 2],
  });
  if (done.status !== 0) throw new Error(`npm could not install ${wanted}`);
  return program;
}
