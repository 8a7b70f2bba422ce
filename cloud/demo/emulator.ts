import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Step Functions and S3 on the loopback address, from a program that others wrote. */
export type Emulator = { readonly endpoint: string; readonly stop: () => Promise<void> };

const startMs = 120_000;
const lookMs = 250;
const saidCharactersMax = 4_000;

/** Starts LocalStack from the virtual environment of `scripts/aws-emulator.mjs`; throws with what it said if it does not start. */
export async function startEmulator(python: string): Promise<Emulator> {
  const folder = mkdtempSync(join(tmpdir(), 'localagent-aws-'));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const home = join(folder, 'home');
  mkdirSync(home);
  const child = spawn(python, ['-m', 'localstack.runtime.main'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      TMPDIR: folder,
      GATEWAY_LISTEN: `127.0.0.1:${port}`,
      RUNTIME_COMPONENTS: 'aws',
      SERVICES: 'stepfunctions,s3',
      STRICT_SERVICE_LOADING: '1',
      EAGER_SERVICE_LOADING: '0',
      FILESYSTEM_ROOT: join(folder, 'root'),
      // Nothing leaves this machine: no name server, no certificates, no usage reports.
      DNS_ADDRESS: '0',
      SKIP_SSL_CERT_DOWNLOAD: '1',
      DISABLE_EVENTS: '1',
    },
  });
  let said = '';
  const hear = (text: Buffer): void => {
    said = (said + text.toString()).slice(-saidCharactersMax);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await closed;
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  for (let waitedMs = 0; waitedMs < startMs && child.exitCode === null; waitedMs += lookMs) {
    const answers = await fetch(`${endpoint}/_localstack/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (answers) return { endpoint, stop };
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  await stop();
  throw new Error(`The emulator of Step Functions and S3 did not start:\n${said}`);
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = address !== null && typeof address === 'object' ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
