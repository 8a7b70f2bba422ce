import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { z } from 'zod';
import { root } from '../../house/source-tree.ts';
import { type Outcome, refused } from './caller.ts';

// Other tools are brought from npm into a cache folder when they are measured, and are spoken to as any client would.

export const peerPackages = {
  playwright: '@playwright/mcp@0.0.83',
  devtools: 'chrome-devtools-mcp@1.11.0',
} as const;

export type McpAnswer = Outcome & { readonly pictureBytes: number };
export type McpTool = Readonly<{
  call(name: string, args: Readonly<Record<string, unknown>>): Promise<McpAnswer>;
  close(): Promise<void>;
}>;

const callMs = 50_000;
const Answer = z.object({
  isError: z.boolean().optional(),
  content: z.array(
    z.looseObject({ type: z.string(), text: z.string().optional(), data: z.string().optional() }),
  ),
});

/** Path of a peer's program; installs it the first time. */
export function peerProgram(peer: keyof typeof peerPackages, program: string): string {
  const folder = join(root, '.cache', 'peers');
  const file = join(folder, 'node_modules', '.bin', program);
  if (existsSync(file)) return file;
  mkdirSync(folder, { recursive: true });
  if (!existsSync(join(folder, 'package.json')))
    writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const args = ['install', '--no-audit', '--no-fund', peerPackages[peer]];
  const installed = spawnSync('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] });
  if (installed.status !== 0) throw new Error(`npm could not install ${peerPackages[peer]}.`);
  return file;
}

/** Starts a program that speaks MCP on its standard streams. */
export async function startMcp(
  command: string,
  args: readonly string[],
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<McpTool> {
  const client = new Client({ name: 'bench', version: '1' });
  const { cwd, env } = place;
  await client.connect(
    new StdioClientTransport({ command, args: [...args], cwd, env: { ...env }, stderr: 'ignore' }),
  );
  return {
    async call(name, given) {
      try {
        const raw = await client.callTool({ name, arguments: { ...given } }, { timeout: callMs });
        const { isError, content } = Answer.parse(raw);
        const told = content.map(({ text }) => text ?? '').join('\n');
        const picture = content.find(({ type }) => type === 'image')?.data ?? '';
        return {
          failed: isError === true ? told : null,
          told,
          pictureBytes: Buffer.from(picture, 'base64').length,
        };
      } catch (error) {
        return { ...refused(error instanceof Error ? error.message : String(error)), pictureBytes: 0 };
      }
    },
    close: () => client.close(),
  };
}

/** The environment of this process without what is not set. */
export function environment(more: Readonly<Record<string, string>> = {}): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  );
  return { ...Object.fromEntries(own), ...more };
}

/** A port that is free just now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
