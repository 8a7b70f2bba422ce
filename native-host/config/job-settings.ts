import { z } from 'zod';

// The sections of config.yaml for work that nobody watches: where jobs come from, and where files are left for others.

const path = z.string().min(1).max(4_096);
const name = z.string().min(1).max(80);
const seconds = (least: number, most: number) => z.int().min(least).max(most);

export const jobs = z.strictObject({
  activity_arn: z
    .string()
    .regex(/^arn:aws[a-z-]*:states:[a-z0-9-]+:\d{12}:activity:.{1,80}$/, 'must be the ARN of an activity')
    .nullable()
    .default(null)
    .describe('The Step Functions activity that `localagent worker` takes jobs from; null: none.'),
  worker_name: name
    .nullable()
    .default(null)
    .describe('What the worker calls itself to Step Functions; null: the name of the machine.'),
  aws_profile: name
    .nullable()
    .default(null)
    .describe("Profile of the AWS configuration; null: as AWS's own tools choose (role, SSO, environment)."),
  aws_region: name.nullable().default(null).describe('AWS region; null: that of the ARN.'),
  endpoint: z
    .url()
    .nullable()
    .default(null)
    .describe('Another address of Step Functions, for tests and proxies.'),
  poll_interval_ms: z
    .int()
    .min(100)
    .max(60_000)
    .default(1_000)
    .describe('Milliseconds between the end of one long poll and the next.'),
  heartbeat_interval_secs: seconds(1, 3_600)
    .default(30)
    .describe("Seconds between heartbeats of a job: a third of the state's HeartbeatSeconds, or less."),
  concurrency: z.int().min(1).max(16).default(1).describe('Jobs that one worker works on at once.'),
  profile: name
    .default('jobs')
    .describe(
      'Browser profile of the worker; each further job at once has one of its own, `jobs-2` and so on.',
    ),
  browser_jobs_max: z
    .int()
    .min(1)
    .max(10_000)
    .default(50)
    .describe('Jobs after which a browser is started anew, so that its memory does not grow for ever.'),
  browser_memory_mb: z
    .int()
    .min(200)
    .max(1_000_000)
    .nullable()
    .default(2_000)
    .describe(
      'Megabytes that a browser may hold between two jobs; one that holds more is started anew. null: not looked at. Not measured on Windows.',
    ),
  workers_max: z
    .int()
    .min(1)
    .max(64)
    .default(4)
    .describe('Workers that may run in this data folder at once.'),
  alert_command: z
    .array(z.string().min(1).max(4_096))
    .min(1)
    .max(50)
    .nullable()
    .default(null)
    .describe(
      'Program and arguments that are run when a job fails; it reads the alert, as JSON, on its standard input. null: none.',
    ),
  alert_url: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null)
    .describe('The address that is sent the same by POST when a job fails; null: none.'),
  drain_seconds: seconds(0, 3_600)
    .default(60)
    .describe('Seconds that running jobs get to finish when the worker is told to end.'),
  trusted_keys: z
    .array(z.string().regex(/^[A-Za-z0-9+/]{43}=$/, 'must be 32 bytes in base64'))
    .max(100)
    .default([])
    .describe(
      "Ed25519 public keys; jobs run templates that one of them signed, beside those of the organisation's keys.",
    ),
});

export const artifacts = z.strictObject({
  folder: path
    .default('~/LocalAgent/artifacts')
    .describe('The folder that artifacts are stored in, where no bucket is named.'),
  bucket: name
    .nullable()
    .default(null)
    .describe('The S3 bucket that artifacts are stored in; null: the folder.'),
  prefix: z
    .string()
    .max(200)
    .regex(/^([A-Za-z0-9_-][A-Za-z0-9._-]*\/)*$/, 'must be empty or end with "/"')
    .default('localagent/')
    .describe("What keys begin with; the run's id, the content's hash and the name follow."),
  aws_profile: jobs.shape.aws_profile,
  aws_region: name.nullable().default(null).describe("AWS region; null: as AWS's own tools choose."),
  endpoint: z.url().nullable().default(null).describe('Another address of S3, for tests and other makers.'),
  encryption: z
    .enum(['none', 'AES256', 'aws:kms'])
    .default('AES256')
    .describe('Encryption that S3 is told to use; `none`: whatever the bucket does by itself.'),
  kms_key: z
    .string()
    .min(1)
    .max(2_048)
    .nullable()
    .default(null)
    .describe("Key for `aws:kms`; null: the account's own."),
  part_mb: z
    .int()
    .min(5)
    .max(1_000)
    .default(16)
    .describe('Files above this many MiB go in parts, and can go on.'),
  link_minutes: z
    .int()
    .min(0)
    .max(10_080)
    .default(0)
    .describe('Minutes that a link to an artifact opens it for whoever has the link; 0: none is made.'),
});

export const profiles = z.strictObject({
  login_days_max: z
    .int()
    .min(1)
    .max(3_650)
    .nullable()
    .default(null)
    .describe(
      'Days after which a log-in made by `localagent profile login` counts no more, and jobs in that profile are refused; null: never.',
    ),
});

export const metrics = z.strictObject({
  otlp_url: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .default(null)
    .describe(
      'The address of an OpenTelemetry collector that workers send their counts to (OTLP over HTTP, ending in /v1/metrics); null: none.',
    ),
  interval_seconds: seconds(1, 3_600).default(60).describe('Seconds between two sendings.'),
});
