import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import {
  CreateActivityCommand,
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { workHandlers } from '../activity-worker.ts';
import { handlerNames } from '../definition.ts';
import type { HandlerName } from '../handlers/index.ts';
import type { IntakeRequest } from '../job-shapes.ts';
import type { ObjectStore } from '../means.ts';
import { s3Store } from '../s3-store.ts';
import { stateMachine } from '../state-machine.ts';
import { fillDemoLibrary } from './demo-library.ts';
import { signDemoTemplate, startDemoMachine } from './demo-machine.ts';

export type DemoSetting = {
  /** An emptied folder, for the data folders of the workers. */
  readonly folder: string;
  /** Where Step Functions and S3 answer. */
  readonly endpoint: string;
  readonly portal: { readonly origin: string; readonly username: string; readonly password: string };
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly report: (line: string) => void;
};

export type DemoEnd = {
  readonly status: string;
  /** What the person who asked is answered, in Markdown. */
  readonly text: string;
  /** The names of the workers that had a job each at least. */
  readonly workers: readonly string[];
  readonly store: ObjectStore;
};

const region = 'us-east-1';
const bucket = 'localagent';
const roleArn = 'arn:aws:iam::000000000000:role/localagent';
/** Milliseconds for the whole request, browsers started on a slow machine included. */
const endMs = 240_000;
const lookMs = 500;
/** A poll is held for 60 s; a socket that gave up sooner could lose a task. */
const pollMs = 70_000;

/** Sends one request in plain words through the whole of it: state machine, two workers with browsers, checks, answer. */
export async function runDemo(setting: DemoSetting): Promise<DemoEnd> {
  const { endpoint, portal, report } = setting;
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  // What AWS's own tools read; nothing of the machine's is used.
  const env = {
    ...setting.env,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: '/nonexistent',
    AWS_SHARED_CREDENTIALS_FILE: '/nonexistent',
  };
  const requestHandler = { requestTimeout: pollMs, httpAgent: { maxSockets: 50 } };
  const client = new SFNClient({ endpoint, region, credentials, requestHandler });
  const s3 = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  const over = new AbortController();
  const seen = new Set<string>();
  const machines: { readonly stop: () => Promise<void> }[] = [];
  try {
    await s3.send(new CreateBucketCommand({ Bucket: bucket }));
    const store = s3Store(s3, bucket);
    await fillDemoLibrary(store, { id: 'statement-totals', version: '1.0.0' });
    const activity = async (name: string): Promise<string> => {
      const { activityArn = '' } = await client.send(new CreateActivityCommand({ name }));
      return activityArn;
    };
    const jobsArn = await activity('jobs');
    const arns = new Map<HandlerName, string>();
    for (const name of handlerNames) arns.set(name, await activity(name));
    const signed = await signDemoTemplate(setting.folder, {
      ...setting.env,
      LOCALAGENT_HOME: setting.folder,
    });
    for (const name of ['worker-1', 'worker-2']) {
      const hear = (line: string): void => {
        if (line.includes('"job.started"')) seen.add(name);
        report(line);
      };
      const more = {
        folder: setting.folder,
        endpoint,
        portal,
        activityArn: jobsArn,
        signed,
        env,
        report: hear,
      };
      machines.push(await startDemoMachine(name, more));
    }
    const arnOf = (name: HandlerName): string => arns.get(name) ?? '';
    const means = { store, text: null, vision: null, now: () => new Date() };
    const working = workHandlers({ client, activities: [...arns], means, signal: over.signal, report });
    const definition = stateMachine({
      handlerArn: arnOf,
      workerActivityArn: jobsArn,
      jobSeconds: 200,
      heartbeatSeconds: 60,
      jobsAtOnce: 3,
    });
    const { stateMachineArn } = await client.send(
      new CreateStateMachineCommand({ name: 'requests', roleArn, definition: JSON.stringify(definition) }),
    );
    const { executionArn = '' } = await client.send(
      new StartExecutionCommand({ stateMachineArn, input: JSON.stringify(requestTo(portal)) }),
    );
    const status = await endOf(client, executionArn);
    const reply = JSON.parse((await store.get('outbox/file/demo-1.json')) ?? '{"text":""}');
    over.abort();
    await working;
    return { status, text: String(reply.text), workers: [...seen].sort(), store };
  } finally {
    over.abort();
    await Promise.all(machines.map((machine) => machine.stop()));
    client.destroy();
    s3.destroy();
  }
}

/** What a person would write, in a file that was dropped, say. */
export function requestTo({
  origin,
  username,
}: {
  readonly origin: string;
  readonly username: string;
}): IntakeRequest {
  return {
    request_id: 'demo-1',
    text:
      `Please get me net, VAT and gross of our account statement for April, May and June 2026 from ${origin} ` +
      `(username: "${username}").`,
    from: 'purchasing',
    channel: 'file',
    reply_to: 'outbox',
    received_at: new Date().toISOString(),
  };
}

async function endOf(client: SFNClient, executionArn: string): Promise<string> {
  const until = Date.now() + endMs;
  while (Date.now() < until) {
    const { status = '', error, cause } = await client.send(new DescribeExecutionCommand({ executionArn }));
    if (status !== 'RUNNING') return error === undefined ? status : `${status}: ${error}: ${cause ?? ''}`;
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  return 'it did not end in time';
}
