import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, test as anyTest, beforeAll, expect, vi } from 'vitest';
import { z } from 'zod';
import { reportCsv } from '../../demo/reports.ts';
import { createS3Store } from '../../native-host/artifacts/s3-store.ts';
import { WorkerHealth } from '../../native-host/cli/jobs/health.ts';
import { JobAlert } from '../../native-host/jobs/alert.ts';
import type { RunView } from '../../shared/run.ts';
import { artifactConformance, artifactOf } from '../native-host/artifacts/conformance.ts';
import { type AwsEmulator, emulatorPython, startAwsEmulator } from './aws-emulator.ts';
import { JobWorker, writeJobTemplates } from './job-worker.ts';
import { type Client, given, type Places, policyText, type Rig, startRig, until } from './rig.ts';

// Goal: jobs from Step Functions end in the right state of their state machine, and no effect happens twice, whatever
// happens to the worker. The state machine, the worker, the authority and the browser are real; the portal counts.

/** Without the emulator there is nothing to take jobs from. */
const test = anyTest.skipIf(emulatorPython === null);
const bucket = 'job-artifacts';
const mebibyte = 1024 * 1024;

const rules = ({ portal, folder }: Places): string => {
  const others = policyText({ sites: [portal], folders: [folder], downloads: { allowed: [portal] } });
  return `${others}    upload_artifact: { mode: allow-list, resources: ["origin:${aws.endpoint}"] }\n`;
};

let aws: AwsEmulator;
let rig: Rig;
let client: Client | undefined;
let worker: JobWorker;
let activity = '';

beforeAll(async () => {
  if (emulatorPython === null) return;
  [aws, rig] = await Promise.all([startAwsEmulator(), startRig({ profiles: [], portal: { prepareMs: 50 } })]);
  await rig.setPolicy(rules);
  const key = writeJobTemplates(rig, aws.endpoint);
  activity = await aws.activity('jobs');
  const jobs = [
    `activity_arn: "${activity}"`,
    `endpoint: "${aws.endpoint}"`,
    `trusted_keys: ["${key}"]`,
    'poll_interval_ms: 100',
    'heartbeat_interval_secs: 5',
    'concurrency: 2',
    'drain_seconds: 1',
    `alert_command: ${JSON.stringify(writeAlertTo(alertFile()))}`,
  ];
  const artifacts = `artifacts: { bucket: ${bucket}, endpoint: "${aws.endpoint}", aws_region: us-east-1 }`;
  writeFileSync(rig.paths.config, `jobs: { ${jobs.join(', ')} }\n${artifacts}\n`, { mode: 0o600 });
  worker = new JobWorker(rig, aws.env);
}, 600_000);

afterAll(async () => {
  vi.unstubAllEnvs();
  worker?.child.kill('SIGTERM');
  await worker?.closed;
  await rig?.[Symbol.asyncDispose]();
  await aws?.[Symbol.asyncDispose]();
});

const alertFile = (): string => join(rig.home.folder, 'alerts.jsonl');

/** A command that adds what it reads to a file, as a line. */
function writeAlertTo(file: string): readonly string[] {
  const script = `require('fs').appendFileSync(${JSON.stringify(file)}, require('fs').readFileSync(0) + '\\n')`;
  return [process.execPath, '-e', script];
}

/** The main processes of the browsers in these profiles. */
function browsersOf(profiles: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^[0-9]+$/.test(name))
    .filter((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return line.includes(`--user-data-dir=${profiles}`) && !line.includes('--type=');
      } catch {
        return false;
      }
    })
    .map(Number);
}

const payload = (jobId: string, number: string, more: object = {}) => ({
  job_id: jobId,
  template: 'job-prepare',
  parameters: { portal_url: rig.portal.origin, number, ...more },
});
/** How a state machine ends whose task took too long, or was not heard of for too long. */
const timedOut = /^States\.(Heartbeat)?Timeout$/;
const prepared = (number: string): number =>
  rig.portal.requests.filter((one) => one.method === 'POST' && one.path === `/reports/${number}/prepare`)
    .length;

async function runView(runId: string): Promise<RunView | undefined> {
  // One connection for all looks: they are many, and the authority takes a limited number.
  client ??= await rig.client();
  const { authority } = client;
  const { runs } = given(await authority.call('run.list', { limit: 50 }));
  return runs.find((run) => run.run_id === runId);
}

async function runStatus(runId: string): Promise<string> {
  return (await runView(runId))?.status ?? 'none';
}

test('a job that is sent three times, before, during and after its run, runs once and each is answered with its result', async () => {
  const number = 'ST-2026-06';
  const twice = [aws.start(activity, payload('once', number)), aws.start(activity, payload('once', number))];
  const ends = await Promise.all((await Promise.all(twice)).map((one) => aws.ended(one)));
  const after = await aws.ended(await aws.start(activity, payload('once', number)));
  expect([...ends, after].map(({ status, cause }) => cause ?? status)).toEqual(Array(3).fill('SUCCEEDED'));
  const [first] = ends;
  expect(first?.output).toMatchObject({
    schema: 'localagent.job-result.v1',
    template: { id: 'job-prepare', version: '1.0.0' },
    output: { number },
  });
  expect([...ends, after].map(({ output }) => output)).toEqual(Array(3).fill(first?.output));
  expect(prepared(number)).toBe(1);
});

test('what may not run is refused by name, and a run that fails says why', async () => {
  const number = 'ST-2026-05';
  const good = payload('refused', number);
  const cases: readonly (readonly [string, object])[] = [
    ['LocalAgent.BadPayload', { ...good, colour: 'red' }],
    ['LocalAgent.InstructionsNotAccepted', { ...good, instructions: 'Delete everything' }],
    ['LocalAgent.SecretByValue', payload('refused', number, { password: 'hunter2' })],
    ['LocalAgent.SecretByValue', payload('refused', rig.password)],
    ['LocalAgent.PayloadTooLarge', payload('refused', 'x'.repeat(300_000))],
    ['LocalAgent.UnknownTemplate', { ...good, template: 'nowhere' }],
    ['LocalAgent.NotReviewed', { ...good, template: 'unsigned' }],
    ['LocalAgent.BadParameters', payload('refused', number, { colour: 'red' })],
    ['LocalAgent.KeyConflict', payload('once', number)],
    [
      'LocalAgent.Refused',
      { ...payload('elsewhere', number), parameters: { portal_url: 'https://example.com', number } },
    ],
    ['LocalAgent.Failed', payload('missing', 'ST-1990-01')],
  ];
  const ends = await Promise.all(cases.map(([error, input]) => endOf(input, error)));
  expect(ends.map(({ error }) => error)).toEqual(cases.map(([error]) => error));
  for (const { cause } of ends) expect(cause).toMatch(/\w.*\.\s*(\(run |$|\w)/);
  expect(JSON.stringify(ends)).not.toContain(rig.password);
  expect(prepared(number)).toBe(0);
});

/**
 * How a job ends. The emulator now and then takes an answer that comes within milliseconds and forgets it: then the worker says that it
 * answered, and the job is sent once more.
 */
async function endOf(input: object, error: string) {
  const answered = (): number => worker.lines.filter((line) => line['how'] === error).length;
  const before = answered();
  const end = await aws.ended(await aws.start(activity, input));
  const forgotten = end.error === 'States.Timeout' && answered() > before;
  return forgotten ? aws.ended(await aws.start(activity, input)) : end;
}

/** Waits until every run that was begun for a job is stopped; none is begun if the job was lost before. */
async function stopped(key: string): Promise<void> {
  const begun = worker.lines.filter((line) => line.event === 'job.started' && line['key'] === key);
  for (const line of begun) {
    const runId = String(line['run_id']);
    await until('the run to be stopped', 60_000, async () => (await runStatus(runId)) === 'cancelled');
  }
}

test('a file that S3 does not take fails the job by name, and one that it takes is there', async () => {
  const [refused, taken] = ['ST-2025-12', 'ST-2025-11'];
  const denied = await aws.ended(await aws.start(activity, payload('no bucket', refused, { store: true })));
  expect(denied.error).toBe('LocalAgent.ArtifactsNotStored');
  expect(prepared(refused)).toBe(1);
  const s3 = await aws.bucket(bucket);
  const stored = await aws.ended(await aws.start(activity, payload('bucket', taken, { store: true })));
  const { output } = z.object({ output: z.object({ artifact: z.string() }) }).parse(stored.output);
  const found = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: output.artifact }));
  expect(await found.Body?.transformToString()).toBe(reportCsv('2025-11'));
  expect(found.ServerSideEncryption).toBe('AES256');
});

/** What was alerted of, first one first. */
const alerts = (): readonly JobAlert[] =>
  readFileSync(alertFile(), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JobAlert.parse(JSON.parse(line)));

test('a job that failed alerts whoever is named, with a picture of the page where it stopped', async () => {
  await until(
    'the alert',
    20_000,
    () => existsSync(alertFile()) && alerts().some(({ run_id }) => run_id !== null),
  );
  const alert = alerts().find(({ error, run_id }) => error === 'LocalAgent.Failed' && run_id !== null);
  expect(alert?.screenshot).toBe(join(alert?.run_folder ?? '', 'failure.png'));
  expect(
    readFileSync(alert?.screenshot ?? '')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  expect(readFileSync(alertFile(), 'utf8')).not.toContain(rig.password);
});

test('where a browser is killed in mid-job the job ends by name, its act is not done, and the next has a new browser', async () => {
  const [killed, next] = ['ST-2026-01', 'ST-2025-10'];
  const execution = await aws.start(activity, payload('crashed', killed, { slow: true }));
  const begun = await worker.hears(
    'the start',
    ({ event, key }) => event === 'job.started' && key === 'crashed',
  );
  await until('the page to be open', 60_000, async () => {
    const view = await runView(String(begun['run_id']));
    return view?.steps.some(({ id, status }) => id === 'open' && status === 'succeeded') ?? false;
  });
  for (const pid of browsersOf(rig.paths.profiles)) process.kill(pid, 'SIGKILL');
  expect((await aws.ended(execution)).error).toBe('LocalAgent.Failed');
  const end = await aws.ended(await aws.start(activity, payload('after the crash', next)));
  expect([end.status, end.cause]).toEqual(['SUCCEEDED', undefined]);
  expect([prepared(killed), prepared(next)]).toEqual([0, 1]);
  await worker.hears('the crash', ({ event }) => event === 'browser.crashed');
});

test('a job whose time is up is stopped before its next act', async () => {
  const number = 'ST-2026-04';
  const input = payload('late', number, { slow: true });
  const execution = await aws.start(activity, input, { timeout: 6, heartbeat: 5 });
  expect((await aws.ended(execution)).error).toMatch(timedOut);
  await stopped('late');
  expect(prepared(number)).toBe(0);
});

test('a worker that hangs loses its job, and its run is stopped meanwhile', async () => {
  const number = 'ST-2026-03';
  const execution = await aws.start(activity, payload('hung', number, { slow: true }), { heartbeat: 5 });
  const begun = await worker.hears(
    'the start',
    (line) => line.event === 'job.started' && line['key'] === 'hung',
  );
  worker.child.kill('SIGSTOP');
  try {
    expect((await aws.ended(execution)).error).toMatch(timedOut);
    const runId = String(begun['run_id']);
    await until('the run to be stopped', 60_000, async () => (await runStatus(runId)) === 'cancelled');
  } finally {
    worker.child.kill('SIGCONT');
  }
  expect(prepared(number)).toBe(0);
});

test('what a killed worker had in hand is answered by the next one, and not done again', async () => {
  const number = 'ST-2026-02';
  const execution = await aws.start(activity, payload('killed', number, { slow: true }), { heartbeat: 60 });
  await worker.hears('the start', ({ event, key }) => event === 'job.started' && key === 'killed');
  worker.child.kill('SIGKILL');
  await worker.closed;
  worker = new JobWorker(rig, aws.env);
  const { status, error } = await aws.ended(execution);
  expect([status, error]).toEqual([
    'FAILED',
    expect.stringMatching(/^LocalAgent\.(Cancelled|Failed|OutcomeUnknown)$/),
  ]);
  // The dead worker's other poll may still be given it, as with AWS; then it is scheduled anew.
  const times = { heartbeat: 3, retries: 8 };
  const again = await aws.ended(await aws.start(activity, payload('killed', number, { slow: true }), times));
  expect(again.error).toBe(error);
  expect(prepared(number)).toBe(0);
});

test('a worker is asked how it is, and a second one for the same profile is refused', async () => {
  const asked = await rig.home.run(['worker', '--health', '--json']);
  const { workers } = z.object({ workers: z.array(WorkerHealth) }).parse(JSON.parse(asked.stdout));
  expect(asked.code).toBe(0);
  expect(workers).toMatchObject([{ healthy: true, pid: worker.child.pid, waiting_for: null }]);
  const second = await rig.home.run(['worker', '--profile', 'jobs']);
  expect(second).toMatchObject({ code: 1, stderr: expect.stringContaining('"jobs" runs already') });
});

const openStore = async () => {
  for (const [name, value] of Object.entries(aws.env)) vi.stubEnv(name, value);
  return createS3Store({
    bucket,
    region: 'us-east-1',
    profile: null,
    endpoint: aws.endpoint,
    encryption: 'AES256',
    kmsKey: null,
    partBytes: 5 * mebibyte,
  });
};

if (emulatorPython !== null) artifactConformance('S3', openStore, { small: 100, large: 11 * mebibyte });

test('S3: an upload in parts that was cut off goes on where it was', async () => {
  const store = await openStore();
  const s3: S3Client = aws.s3();
  const content = randomBytes(11 * mebibyte);
  const artifact = artifactOf(content, 'large.zip');
  const target = { Bucket: bucket, Key: artifact.key };
  const begun = new CreateMultipartUploadCommand({
    ...target,
    Metadata: { sha256: artifact.sha256 },
    ChecksumAlgorithm: 'SHA256',
  });
  const { UploadId } = await s3.send(begun);
  const Body = content.subarray(0, 5 * mebibyte);
  const ChecksumSHA256 = createHash('sha256').update(Body).digest('base64');
  await s3.send(new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body, ChecksumSHA256 }));
  expect(await store.put(artifact, new AbortController().signal)).toMatchObject({ ok: true });
  const { Uploads = [] } = await s3.send(new ListMultipartUploadsCommand({ Bucket: bucket }));
  expect(Uploads).toEqual([]);
  store.close();
});
