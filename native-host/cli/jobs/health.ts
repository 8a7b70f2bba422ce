import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { z } from 'zod';

/** What a worker says of itself. */
export const WorkerHealth = z.strictObject({
  schema: z.literal('localagent.worker-health.v1'),
  healthy: z.boolean(),
  worker: z.string(),
  pid: z.int(),
  started_at: z.iso.datetime(),
  draining: z.boolean(),
  /** Why it takes no jobs although it runs: the secrets are locked, say. */
  waiting_for: z.string().nullable(),
  channels: z.array(
    z.strictObject({
      name: z.string(),
      received: z.int(),
      succeeded: z.int(),
      failed: z.int(),
      lost: z.int(),
      running: z.int(),
      polls_failing: z.int(),
    }),
  ),
  browsers: z.strictObject({ open: z.int(), started: z.int() }),
  memory_bytes: z.int(),
});
export type WorkerHealth = z.infer<typeof WorkerHealth>;

/** Where the health of a worker is asked: a socket in the data folder's `run`, which only its user can open. */
export function healthSocket(runFolder: string, profile: string): string {
  const name = `worker-${profile.replace(/[^a-z0-9._-]/gi, '_')}`;
  return process.platform === 'win32'
    ? `\\\\.\\pipe\\localagent-${createHash('sha256').update(runFolder).digest('hex').slice(0, 16)}-${name}`
    : join(runFolder, name);
}

/**
 * Answers `GET /health` on the socket: 200 while the worker does its work, 503 when it cannot. No health must not keep a
 * worker from working, so a socket that cannot be opened is told and no more.
 */
export function serveHealth(
  path: string,
  health: () => WorkerHealth,
  onError: (why: string) => void,
): { close(): void } {
  const server: Server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/health') {
      response.writeHead(404).end();
      return;
    }
    const told = health();
    response.writeHead(told.healthy ? 200 : 503, { 'content-type': 'application/json' });
    response.end(`${JSON.stringify(told)}\n`);
  });
  server.on('error', (error) => onError(error.message));
  // One that a killed worker left behind; a profile has one worker, which its lock sees to.
  if (process.platform !== 'win32') rmSync(path, { force: true });
  server.listen(path);
  return { close: () => void server.close() };
}
