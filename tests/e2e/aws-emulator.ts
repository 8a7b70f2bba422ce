import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import {
  CreateActivityCommand,
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { z } from 'zod';
import { until } from './rig.ts';

// Step Functions and S3 on the loopback address, from a program that others wrote.

const startMs = 90_000;
const python = z.object({ ensureAwsEmulator: z.custom<() => Promise<string>>() });

export type Ended = Readonly<{
  status: string;
  output: unknown;
  error: string | undefined;
  cause: string | undefined;
}>;

export class AwsEmulator {
  readonly endpoint: string;
  /** What AWS's own tools read; nothing of the machine's is used. */
  readonly env: Readonly<Record<string, string>> = {
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: '/nonexistent',
    AWS_SHARED_CREDENTIALS_FILE: '/nonexistent',
  };
  readonly #client: SFNClient;
  readonly #folder: string;
  readonly #child: ChildProcess;

  constructor(endpoint: string, folder: string, child: ChildProcess) {
    this.endpoint = endpoint;
    this.#folder = folder;
    this.#child = child;
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    this.#client = new SFNClient({ endpoint, region: 'us-east-1', credentials });
  }

  s3(): S3Client {
    const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
    return new S3Client({ endpoint: this.endpoint, region: 'us-east-1', credentials, forcePathStyle: true });
  }

  /** A new bucket, and the client to look into it. */
  async bucket(name: string): Promise<S3Client> {
    const s3 = this.s3();
    await s3.send(new CreateBucketCommand({ Bucket: name }));
    return s3;
  }

  async activity(name: string): Promise<string> {
    const { activityArn = '' } = await this.#client.send(new CreateActivityCommand({ name }));
    return activityArn;
  }

  /** Starts a state machine of one activity and gives the execution. */
  async start(
    activityArn: string,
    input: unknown,
    times: { timeout?: number; heartbeat?: number; retries?: number } = {},
  ): Promise<string> {
    const task = {
      Type: 'Task',
      Resource: activityArn,
      TimeoutSeconds: times.timeout ?? 90,
      HeartbeatSeconds: times.heartbeat ?? 30,
      // A task that was given to a poll nobody hears any more is scheduled again, under a new token.
      Retry: [
        {
          ErrorEquals: ['States.Timeout', 'States.HeartbeatTimeout'],
          IntervalSeconds: 1,
          MaxAttempts: times.retries ?? 0,
          BackoffRate: 1,
        },
      ],
      End: true,
    };
    const name = `machine-${crypto.randomUUID()}`;
    const definition = JSON.stringify({ StartAt: 'Work', States: { Work: task } });
    const roleArn = 'arn:aws:iam::000000000000:role/jobs';
    const { stateMachineArn } = await this.#client.send(
      new CreateStateMachineCommand({ name, roleArn, definition }),
    );
    const { executionArn = '' } = await this.#client.send(
      new StartExecutionCommand({ stateMachineArn, input: JSON.stringify(input) }),
    );
    return executionArn;
  }

  async ended(executionArn: string, timeoutMs = 60_000): Promise<Ended> {
    let seen: Ended | null = null;
    await until('the execution to end', timeoutMs, async () => {
      const {
        status = '',
        output,
        error,
        cause,
      } = await this.#client.send(new DescribeExecutionCommand({ executionArn }));
      if (status === 'RUNNING') return false;
      seen = { status, output: output === undefined ? null : JSON.parse(output), error, cause };
      return true;
    });
    if (seen === null) throw new Error('no end was seen');
    return seen;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#client.destroy();
    const ended = new Promise((resolve) => this.#child.once('close', resolve));
    this.#child.kill('SIGKILL');
    await ended;
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Starts the emulator; where it cannot be had, what is missing is the error. */
export async function startAwsEmulator(): Promise<AwsEmulator> {
  // A script of the set-up: plain JavaScript, which has no types.
  const script = join(import.meta.dirname, '..', '..', 'scripts', 'aws-emulator.mjs');
  const program = await python.parse(await import(script)).ensureAwsEmulator();
  const folder = mkdtempSync(join(tmpdir(), 'localagent-aws-'));
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const home = join(folder, 'home');
  mkdirSync(home);
  const child = spawn(program, ['-m', 'localstack.runtime.main'], {
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
    said = (said + text.toString()).slice(-4_000);
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const emulator = new AwsEmulator(endpoint, folder, child);
  try {
    await until('the emulator', startMs, async () => {
      if (child.exitCode !== null) throw new Error('it ended');
      return fetch(`${endpoint}/_localstack/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    });
    return emulator;
  } catch (error) {
    await emulator[Symbol.asyncDispose]();
    throw new Error(`The emulator of Step Functions did not start (${String(error)}):\n${said}`);
  }
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
