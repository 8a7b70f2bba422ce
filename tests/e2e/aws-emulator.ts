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
import { type Emulator, startEmulator } from '../../cloud/demo/emulator.ts';
import { until } from './rig.ts';

// Step Functions and S3 on the loopback address, from a program that others wrote.

const Setup = z.object({ findAwsEmulator: z.custom<() => Promise<string | null>>() });

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
  readonly #emulator: Emulator;

  constructor(emulator: Emulator) {
    const { endpoint } = emulator;
    this.endpoint = endpoint;
    this.#emulator = emulator;
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
    return this.#begin({ StartAt: 'Work', States: { Work: task } }, input);
  }

  /** Starts a state machine that hands out one task an item, so many at once, and gives the execution. */
  startMap(
    activityArn: string,
    items: readonly unknown[],
    times: { readonly atOnce: number; readonly timeout: number; readonly heartbeat: number },
  ): Promise<string> {
    const { atOnce: MaxConcurrency, timeout: TimeoutSeconds, heartbeat: HeartbeatSeconds } = times;
    const task = { Type: 'Task', Resource: activityArn, TimeoutSeconds, HeartbeatSeconds, End: true };
    const ItemProcessor = { StartAt: 'Work', States: { Work: task } };
    const map = { Type: 'Map', ItemsPath: '$.items', MaxConcurrency, ItemProcessor, End: true };
    return this.#begin({ StartAt: 'All', States: { All: map } }, { items });
  }

  async #begin(machine: object, input: unknown): Promise<string> {
    const name = `machine-${crypto.randomUUID()}`;
    const definition = JSON.stringify(machine);
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
    await this.#emulator.stop();
  }
}

/** Starts the emulator that `emulatorPython` holds. */
export async function startAwsEmulator(): Promise<AwsEmulator> {
  return new AwsEmulator(await startEmulator(emulatorPython ?? ''));
}

/**
 * The Python that holds the emulator; null where it cannot be had. `npm test` has looked for it already and says so in
 * LOCALAGENT_AWS_EMULATOR; then nothing of jobs and of the cloud half is tested here, which nobody must overlook.
 */
export const emulatorPython: string | null = await findEmulator();

async function findEmulator(): Promise<string | null> {
  const known = process.env['LOCALAGENT_AWS_EMULATOR'];
  if (known !== undefined) return known === '' ? null : known;
  // A script of the set-up: plain JavaScript, which has no types.
  const script = join(import.meta.dirname, '..', '..', 'scripts', 'aws-emulator.mjs');
  return await Setup.parse(await import(script)).findAwsEmulator();
}
